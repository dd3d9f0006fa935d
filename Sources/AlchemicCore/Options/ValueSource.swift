/// A constant that is passed to a property or an argument in place of a resolved value.
public struct Constant<Value> {
  // Stored in an object, so that constants and sources of all types have one layout. Generic code
  // that copies a value of any type is long.
  let holder: Holder

  /// The value for the property or argument.
  public var value: Value { holder.value }

  /// - Parameter value: The value for the property or argument.
  public init(_ value: Value) { holder = Holder(value) }

  final class Holder {
    let value: Value
    init(_ value: Value) { self.value = value }
  }
}

/// The source of an argument of an initializer or a method: a search, a constant, or the caller.
public struct ValueSource<Value> {
  let criteria: SearchCriteria
  /// The constant; nil if the argument is searched for.
  let constant: Constant<Value>?
  /// Whether the caller gives the argument.
  var isGiven = false

  /// Creates a source that searches for a factory of the argument's type that meets a criterion.
  public init(_ criterion: SearchCriterion) {
    self.init(criteria: SearchCriteria(criterion))
  }

  /// Creates a source that always supplies a constant.
  public init(_ constant: Constant<Value>) {
    criteria = SearchCriteria()
    self.constant = constant
  }

  @usableFromInline
  init(criteria: SearchCriteria) {
    self.criteria = criteria
    constant = nil
  }
}
