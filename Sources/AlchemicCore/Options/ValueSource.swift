/// A constant: the value itself, where otherwise one would be searched.
public struct Constant<Value> {
  // Elsewhere in memory, so that a constant, and a source, has one size and one way of being
  // copied, whatever its type: what copies a value of any type is long.
  let holder: Holder

  /// What the property or the argument gets.
  public var value: Value { holder.value }

  /// - Parameter value: What the property or the argument gets.
  public init(_ value: Value) { holder = Holder(value) }

  final class Holder {
    let value: Value
    init(_ value: Value) { self.value = value }
  }
}

/// Where an initializer's or a method's argument comes from: a search, or a constant.
public struct ValueSource<Value> {
  let criteria: SearchCriteria
  /// Nil if it is searched.
  let constant: Constant<Value>?

  /// Whatever produces the argument's type and satisfies the criterion.
  public init(_ criterion: SearchCriterion) {
    self.init(criteria: SearchCriteria(criterion))
  }

  /// Always this value.
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
