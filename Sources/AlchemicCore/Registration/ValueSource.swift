/// A constant: the value itself, where otherwise one would be searched.
public struct Constant<Value> {
  /// What the property or the argument gets.
  public let value: Value

  /// - Parameter value: What the property or the argument gets.
  public init(_ value: Value) { self.value = value }
}

/// Where an initializer's or a method's argument comes from: a search, or a constant.
public struct ValueSource<Value> {
  package enum Origin {
    case search(SearchCriteria)
    case constant(Value)
  }
  package let origin: Origin

  /// Whatever produces the argument's type and satisfies the criterion.
  public init(_ criterion: SearchCriterion) {
    origin = .search(SearchCriteria(criterion))
  }

  /// Always this value.
  public init(_ constant: Constant<Value>) {
    origin = .constant(constant.value)
  }

  @usableFromInline
  init(criteria: SearchCriteria) { origin = .search(criteria) }

  /// What the graph has to know of this argument; nil for a constant.
  func request() -> SearchRequest? {
    switch origin {
    case .search(let criteria): SearchRequest(target: Value.self, criteria: criteria)
    case .constant: nil
    }
  }
}
