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

  init(criteria: SearchCriteria) { origin = .search(criteria) }

  /// What the graph has to know of this argument; nil for a constant.
  func request() -> SearchRequest? {
    switch origin {
    case .search(let criteria): SearchRequest(target: Value.self, criteria: criteria)
    case .constant: nil
    }
  }

  func value(in model: Model) throws -> Value {
    switch origin {
    case .search(let criteria): try model.wire(for: Value.self, matching: criteria).value()
    case .constant(let value): value
    }
  }

  /// The value, awaited if need be.
  func valueAwaiting(in model: Model) async throws -> Value {
    switch origin {
    case .search(let criteria):
      try await model.wire(for: Value.self, matching: criteria).valueAwaiting()
    case .constant(let value): value
    }
  }
}
