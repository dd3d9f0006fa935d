extension Model {
  /// Creates an object of this model while the model is the current one of the task.
  package func asCurrent<Result: Sendable>(
    _ create: @Sendable () async throws -> Result
  ) async rethrows -> Result {
    guard let injector, !injector.isCurrent(self) else { return try await create() }
    return try await injector.run(as: self, create)
  }
}
