import AlchemicRuntime

/// One argument of the function that creates a factory's products: its type and its source.
///
/// The class is not generic, so the list of arguments needs no existentials. The functions that
/// return a value are generic.
@usableFromInline
package final class Argument: Sendable {
  let type: Any.Type
  let criteria: SearchCriteria
  /// The holder of the constant; nil if the model searches for the argument.
  let constant: UnsafeTransfer<AnyObject>?
  /// The position among the arguments, from 0.
  package let position: Int
  /// Whether the caller passes the argument. The argument then has the type of the caller's value.
  let isGiven: Bool
  let role: Role
  /// Whether a value of the argument fits in six words, as nearly all existentials and most
  /// structures do.
  let fitsInSixWords: Bool

  /// The use of the value.
  package enum Role {
    /// An argument of the function.
    case ofFunction
    /// The object that a decorator wraps, an argument of its function.
    case wrapped
    /// The value of a property that is filled after the function has created the object.
    case property
  }

  /// Creates an argument for which the model searches by type.
  convenience init<Value>(searching type: Value.Type, at position: Int) {
    self.init(ValueSource<Value>(criteria: SearchCriteria()), at: position)
  }

  init<Value>(_ source: ValueSource<Value>, at position: Int) {
    let given = Given<Never>.type(Value.self)
    type = given?.valueType ?? Value.self
    isGiven = source.isGiven || given != nil
    role = .ofFunction
    criteria = source.criteria
    constant = source.constant.map { UnsafeTransfer($0.holder) }
    self.position = position
    fitsInSixWords = MemoryLayout<Value>.size <= 48 && MemoryLayout<Value>.alignment <= 8
  }

  /// Creates the same argument for another use.
  ///
  /// - Parameters:
  ///   - position: The position; nil for the position of this argument.
  @inline(never)
  init(copying other: Argument, as role: Role, at position: Int? = nil) {
    self.role = role
    type = other.type
    criteria = other.criteria
    constant = other.constant
    self.position = position ?? other.position
    isGiven = other.isGiven
    fitsInSixWords = other.fitsInSixWords
  }

  /// The request that resolves the argument; nil for a constant, an argument of the caller, and the
  /// object that a decorator wraps.
  var request: SearchRequest? {
    constant == nil && !isGiven && role != .wrapped
      ? SearchRequest(target: type, criteria: criteria) : nil
  }

  /// Whether the caller passes the argument although it has another source. That is a mistake.
  var hasOtherSource: Bool { isGiven && (constant != nil || !criteria.isEmpty) }

  /// Returns whether a caller may pass a value for this argument.
  func accepts(_ value: Any?) -> Bool {
    func accepts<Value>(_: Value.Type) -> Bool { givenValue(value, as: Value.self) != nil }
    return _openExistential(type, do: accepts)
  }
}

/// Supplies a function with its arguments, in order, while a product is created. The caller must
/// keep the model and the factory alive.
@usableFromInline
package struct ArgumentCursor {
  /// The model in which the product is created.
  let home: Borrowed<AnyObject>
  let factory: Borrowed<Factory>
  /// The arguments that the caller passes and keeps alive; nil if the caller passes none.
  var given: Borrowed<GivenArguments>?
  /// The rest of a provider's arguments, which the caller keeps in memory; nil without a provider.
  private var tuple: ValueAddress?
  /// The position of the next argument in the list of the model.
  private var next: UnsafeMutablePointer<ResolvedArgument>?

  @inline(__always)
  init(
    of factory: Factory, _ given: GivenArguments?, _ tuple: ValueAddress? = nil,
    in home: Borrowed<AnyObject>, _ elements: UnsafeMutablePointer<ResolvedArgument>?
  ) {
    self.home = home
    self.factory = Borrowed(factory)
    self.given = given.map { Borrowed($0) }
    self.tuple = tuple
    next = elements
  }

  /// The factory of the object whose method is called, or of the object that is wrapped. Only
  /// decorators and functions that call a method read it.
  var owner: Factory { factory.with { $0.owner.unsafelyUnwrapped } }

  /// Returns the next argument and advances.
  @inline(__always)
  mutating func nextArgument() -> UnsafeMutablePointer<ResolvedArgument> {
    // A function requests exactly as many arguments as it takes.
    let argument = next.unsafelyUnwrapped
    next = argument + 1
    return argument
  }

  /// Returns an argument of the function, before the first one is taken.
  func element(of argument: Argument) -> UnsafeMutablePointer<ResolvedArgument> {
    next.unsafelyUnwrapped + argument.position
  }

  /// Whether a provider passes the arguments of the caller.
  var takesTuple: Bool { tuple != nil }

  /// Returns the next argument of a provider, which has checked the types.
  ///
  /// The elements of a tuple follow each other in memory, each aligned (docs/ABI/TypeLayout.rst in
  /// the Swift repository). A `Given` is laid out as its only property.
  mutating func nextOfTuple<Value>() -> Value {
    let address = tuple.unsafelyUnwrapped.aligned(for: Value.self)
    tuple = address + MemoryLayout<Value>.size
    return address.value()
  }
}
