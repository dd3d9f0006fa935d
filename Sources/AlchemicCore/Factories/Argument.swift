import AlchemicRuntime
import Synchronization

/// One argument of the function that makes a factory's products: its type, and where it comes from.
///
/// It has no generic parameter, so that the list of them is plain; the functions that hand out a
/// value have one.
@usableFromInline
package final class Argument: Sendable {
  let type: Any.Type
  let criteria: SearchCriteria
  /// The holder of the constant that is passed; nil if the argument is searched.
  let constant: UnsafeTransfer<AnyObject>?
  /// The position among the arguments, from 0.
  let position: Int
  /// Whether six words have room for the argument, as for nearly all existentials and most
  /// structures.
  let fitsInSixWords: Bool
  /// The resolver, which lives as long as the factory's model; none until the first request.
  let resolver = AtomicReference<AnyObject>()

  /// An argument that is searched by its type.
  convenience init<Value>(searching type: Value.Type, at position: Int) {
    self.init(ValueSource<Value>(criteria: SearchCriteria()), at: position)
  }

  init<Value>(_ source: ValueSource<Value>, at position: Int) {
    type = Value.self
    criteria = source.criteria
    constant = source.constant.map { UnsafeTransfer($0.holder) }
    self.position = position
    fitsInSixWords = MemoryLayout<Value>.size <= 48 && MemoryLayout<Value>.alignment <= 8
  }

  /// The request that finds the argument; nil for a constant.
  var request: SearchRequest? {
    constant == nil ? SearchRequest(target: type, criteria: criteria) : nil
  }

  /// Returns whether a caller may pass a value for this argument.
  func accepts(_ value: Any?) -> Bool {
    func accepts<Value>(_: Value.Type) -> Bool { given(value, as: Value.self) != nil }
    return _openExistential(type, do: accepts)
  }
}

/// What a caller passes to the function that makes a factory's products: its first arguments. The
/// others come from their sources.
final class GivenArguments {
  private let values: [Any?]

  init(_ values: [Any?]) { self.values = values }

  /// The argument at a position, if one was passed that fits.
  func value<Value>(at position: Int) -> Value? {
    position < values.count ? given(values[position], as: Value.self) : nil
  }

  /// Returns what is wrong with passed values, in words for a message, or nil if they fit.
  static func mismatch(of values: [Any?], with arguments: [Argument]) -> String? {
    guard values.count <= arguments.count else {
      let types = arguments.map { typeName($0.type) }.joined(separator: ", ")
      let given = values.count == 1 ? "1 argument was" : "\(values.count) arguments were"
      let taken = arguments.isEmpty ? "none" : "\(arguments.count): (\(types))"
      return "\(given) given, and it takes \(taken)"
    }
    var wrong: [String] = []
    for (position, value) in values.enumerated() {
      let argument = arguments[position]
      if argument.accepts(value) { continue }
      let found = value.map { typeName(Swift.type(of: $0)) } ?? "nil"
      let taken = typeName(argument.type)
      wrong.append("argument \(position + 1) is '\(found)', and it takes '\(taken)'")
    }
    return wrong.isEmpty ? nil : wrong.joined(separator: "; ")
  }
}

/// Returns a value as the type of a parameter, or nil if it does not fit.
private func given<Value>(_ value: Any?, as type: Value.Type) -> Value? {
  if let value { return value as? Value }
  return (type as? any ExpressibleByNilLiteral.Type).flatMap { $0.init(nilLiteral: ()) as? Value }
}

/// Gives a function its arguments, one after the other, while a product is made in a model that the
/// caller holds.
@usableFromInline
package struct ArgumentCursor {
  /// The model in which the product is made.
  let home: Borrowed<AnyObject>
  private let factory: Borrowed<Factory>
  /// What the caller of the function passed, which it keeps; nil if every argument comes from its
  /// source.
  let given: Borrowed<GivenArguments>?
  /// Where the next argument is.
  private var next: UnsafePointer<Borrowed<Argument>>?

  @inline(__always)
  init(of factory: Factory, _ given: GivenArguments?, in home: Borrowed<AnyObject>) {
    self.home = home
    self.factory = Borrowed(factory)
    self.given = given.map { Borrowed($0) }
    next = UnsafePointer(factory.argumentList)
  }

  /// The factory of the object whose method is called. A function that is no method does not ask
  /// for it.
  var owner: Factory { factory.with { $0.owner.unsafelyUnwrapped } }

  /// Goes on to the next argument.
  @inline(__always)
  mutating func nextArgument() -> Borrowed<Argument> {
    // The function asks for as many as it takes, each by its type.
    let argument = next.unsafelyUnwrapped
    next = argument + 1
    return argument.pointee
  }
}
