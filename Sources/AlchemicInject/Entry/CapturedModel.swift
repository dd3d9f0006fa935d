import AlchemicCore

/// The model that was current when it was captured, and the scopes that the task had open.
///
/// It keeps neither a child model nor a scope going. After the child's end, a request fails with
/// `model-gone`, and a property that is read stops the program with the same message.
public struct CapturedModel: Sendable {
  /// Nil for the main model.
  let model: Model?
  /// The innermost scope; nil for none.
  let scope: Scope?

  /// Runs an operation with the captured model as the current one.
  ///
  /// - Parameter operation: May use all functions of Alchemic.
  /// - Returns: The result of the operation.
  /// - Throws: The error of the operation.
  public func run<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try CurrentModel.withModel(model) { try CurrentScope.run(in: scope, operation) }
  }

  /// Runs an asynchronous operation with the captured model as the current one, on the caller's
  /// actor.
  ///
  /// - Parameter operation: May use all functions of Alchemic.
  /// - Returns: The result of the operation.
  /// - Throws: The error of the operation.
  public nonisolated(nonsending) func run<Result>(
    _ operation: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    try await CurrentModel.withModel(model) {
      var result: Result?
      try await CurrentScope.run(in: scope, after: {}) { result = try await operation() }
      return result.unsafelyUnwrapped
    }
  }
}
