import AlchemicRuntime
import Synchronization

/// One argument of the function that creates a factory's products: its type and its source.
///
/// The class is not generic, so that the list of arguments needs no existentials. The functions
/// that return a value are generic.
@usableFromInline
package final class Argument: Sendable {
  let type: Any.Type
  let criteria: SearchCriteria
  /// The holder of the constant; nil if the argument is searched for.
  let constant: UnsafeTransfer<AnyObject>?
  /// The position among the arguments, from 0.
  let position: Int
  /// Whether a value of the argument fits in six words, as nearly all existentials and most
  /// structures do.
  let fitsInSixWords: Bool
  /// The resolver, which lives as long as the factory's model; nil until the first request.
  let resolver = AtomicReference<AnyObject>()

  /// Creates an argument that is searched for by its type.
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

/// The first arguments of a factory's function, passed by a caller. The other arguments come from
/// their sources.
final class GivenArguments {
  private let values: [Any?]

  init(_ values: [Any?]) { self.values = values }

  /// Returns the argument at a position; nil if none was passed or if it does not fit.
  func value<Value>(at position: Int) -> Value? {
    position < values.count ? given(values[position], as: Value.self) : nil
  }

  /// Returns a description of why passed values do not fit, for a message, or nil if they fit.
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

/// Supplies a function with its arguments, in order, while a product is created. The caller must
/// keep the model and the factory alive.
@usableFromInline
package struct ArgumentCursor {
  /// The model in which the product is created.
  let home: Borrowed<AnyObject>
  private let factory: Borrowed<Factory>
  /// The arguments that the caller passes and keeps alive; nil if each comes from its source.
  let given: Borrowed<GivenArguments>?
  /// The position of the next argument.
  private var next: UnsafePointer<Borrowed<Argument>>?

  @inline(__always)
  init(of factory: Factory, _ given: GivenArguments?, in home: Borrowed<AnyObject>) {
    self.home = home
    self.factory = Borrowed(factory)
    self.given = given.map { Borrowed($0) }
    next = UnsafePointer(factory.argumentList)
  }

  /// The factory of the object whose method is called. Only functions that call a method read it.
  var owner: Factory { factory.with { $0.owner.unsafelyUnwrapped } }

  /// Returns the next argument and advances.
  @inline(__always)
  mutating func nextArgument() -> Borrowed<Argument> {
    // A function requests exactly as many arguments as it takes.
    let argument = next.unsafelyUnwrapped
    next = argument + 1
    return argument.pointee
  }
}
