import AlchemicRuntime

/// The part of the library that conforms to a protocol, if the program links one. It is searched
/// when it is first needed.
///
/// The search may wait for the system's loader of images. A thread that loads one may need the same
/// part, so no thread waits for the search of another: both may search, and find the same.
final class LinkedPart<Part: Sendable>: Sendable {
  private let existential: Any.Type
  private let found = Locked<Part??>(nil)

  /// - Parameter existential: The protocol, as `(any P).self`. `Part` is `any P.Type`.
  init(conformingTo existential: Any.Type, as _: Part.Type) {
    self.existential = existential
  }

  /// The part; nil if the program links none.
  var part: Part? {
    if let known = found.withLock({ $0 }) { return known }
    let part = linkedTypes(conformingTo: existential, as: Part.self).first
    found.withLock { $0 = .some(part) }
    return part
  }
}
