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
  }

  /// Creates the same argument for another use.
  ///
  /// - Parameters:
  ///   - position: The position; nil for the position of this argument.
  ///   - isGiven: Whether the caller passes it; nil for that of this argument.
  @inline(never)
  init(copying other: Argument, as role: Role, at position: Int? = nil, isGiven: Bool? = nil) {
    self.role = role
    type = other.type
    criteria = other.criteria
    constant = other.constant
    self.position = position ?? other.position
    self.isGiven = isGiven ?? other.isGiven
  }

  /// The request that resolves the argument; nil for a constant, an argument of the caller, and the
  /// object that a decorator wraps.
  var request: SearchRequest? {
    isResolved ? SearchRequest(target: type, criteria: criteria) : nil
  }

  /// Whether the model resolves the argument.
  var isResolved: Bool { constant == nil && !isGiven && role != .wrapped }

  /// Whether the caller passes the argument although it has another source. That is a mistake.
  var hasOtherSource: Bool { isGiven && (constant != nil || !criteria.isEmpty) }

  /// Returns whether a caller may pass a value for this argument.
  func accepts(_ value: Any?) -> Bool {
    func accepts<Value>(_: Value.Type) -> Bool { givenValue(value, as: Value.self) != nil }
    return _openExistential(type, do: accepts)
  }
}
