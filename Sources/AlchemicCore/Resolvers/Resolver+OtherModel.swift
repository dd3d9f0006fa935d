import AlchemicRuntime
import Synchronization

// Answers for callers that may run in a task of another model: properties and providers. A request
// always uses the current model, so it needs no check.
extension Resolver {
  /// Returns the answer. Code that creates objects for it finds the resolver's model as the current
  /// one.
  ///
  /// - Throws: As ``value(as:for:)``.
  /// - Complexity: As ``value(as:for:)``. About 5 ns more for an answer that is not cached, while
  ///   any task has a model of its own.
  @inlinable
  package func valueInOwnModel<Value>(as type: Value.Type) throws -> Value {
    try cached(as: type) { try newValueInOwnModel(as: type, for: nil) }
  }

  /// The same for an answer that is not cached.
  ///
  /// - Parameter request: As for ``value(as:for:)``.
  @inlinable
  package func newValueInOwnModel<Value>(
    as type: Value.Type, for request: CreationPath.RequestReference?
  ) throws -> Value {
    if isElsewhere { return try inOwnModel { try newValue(as: type, for: request) } }
    return try newValue(as: type, for: request)
  }

  /// Whether the current model is another one than that of the resolver.
  @usableFromInline
  var isElsewhere: Bool {
    guard HotWord.scopeKey.isSet else { return false }
    return home.using { !$0.isCurrent } ?? false
  }

  /// Runs `body` with the resolver's model as the current one. If it has ended, `body` reports it.
  @usableFromInline
  func inOwnModel<Result>(_ body: () throws -> Result) rethrows -> Result {
    try home.model.map { try $0.asCurrent(body) } ?? body()
  }
}
