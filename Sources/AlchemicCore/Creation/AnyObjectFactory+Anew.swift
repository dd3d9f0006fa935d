import Synchronization

// How a template is made where nothing else has to be thought of. No type is needed here: the object is made in
// place, and the one who asked knows what lies there.

extension AnyObjectFactory {
  /// Whether ``makeAnew(in:for:at:)`` makes its objects.
  var canMakeAnew: Bool {
    facts.lifetime == .template && facts.making == .anywhere && !facts.isNillable
      && !resultIsOptional && isMakeable
  }

  /// Makes a new object of a template that can always be made at once.
  ///
  /// - Parameters:
  ///   - model: The factory's own, which the caller holds.
  ///   - request: The request of the user's that it is made for; nil for a part of another creation.
  ///   - place: Where the product is to lie; it does so unless this throws.
  @inline(__always)
  final func makeAnew(
    in model: Model, for request: UnsafePointer<CreationPath.Request>?,
    at place: UnsafeMutableRawPointer
  ) throws {
    guard !Observation.isOn.load(ordering: .acquiring), CreationPath.isOrdinary else {
      return try makeAnewCarefully(in: model, for: request, at: place)
    }
    // As `CreationPath.within`, without a function around: there may be many of these, one within the other, and a
    // processor guesses well where only so many calls return to.
    var frame = CreationPath.Frame(
      subject: .factory(Unmanaged.passUnretained(self)), request: request,
      outer: CreationPath.innermost)
    try withUnsafeMutablePointer(to: &frame) { frame in
      try CreationPath.enter(frame)
      defer { CreationPath.leave(frame) }
      var cursor = ArgumentCursor(sources, .none, in: model)
      do {
        try make(&cursor, place)
      } catch {
        throw wrapped(error)
      }
      if mayBeHost, !isPlain(UnsafeRawPointer(place)) {
        try injectProduct(at: place, from: model)
      }
    }
  }

  /// Whether the product at a place needs nothing more.
  func isPlain(_ place: UnsafeRawPointer) -> Bool {
    guard isObject || isOpaque else { return false }
    if isOpaque {
      // The type of what it has is behind the room for that. An existential of any value may have another one.
      let type = place.load(fromByteOffset: ValueLayout.existentialBuffer, as: Any.Type.self)
      if !TypeKind.isClass(type) { return !TypeKind.isExistential(type) }
    }
    let object = place.load(as: Unmanaged<AnyObject>.self)
    let type = object._withUnsafeGuaranteedRef { ObjectIdentifier(Swift.type(of: $0)) }
    return plainClass.load(ordering: .acquiring) == UInt(bitPattern: type)
  }

  /// Remembers that objects of a class need nothing when they have been made.
  ///
  /// - Parameter revision: The one in which that was found; it says nothing of the next.
  func notePlainClass(of object: Any, in revision: ModelRevision, of model: Model) {
    let type = UInt(bitPattern: ObjectIdentifier(Swift.type(of: object)))
    CreationCoordinator.look {
      if model.revision === revision { plainClass.store(type, ordering: .releasing) }
    }
  }
}
