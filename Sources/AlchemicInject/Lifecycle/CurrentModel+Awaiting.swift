package import AlchemicCore

// Asynchronous functions with another current model.
extension CurrentModel {
  /// Runs an asynchronous `body` with a model as the current one, for the calling task and the
  /// tasks that it starts. Nil for the main model.
  package nonisolated(nonsending) static func withModel<Result>(
    _ model: Model?, _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    try await $scope.withValue(model.map { ModelScope($0) }, operation: body)
  }

  /// Runs asynchronous code of a model with that model as the current one.
  static func run<Result: Sendable>(
    as model: Model, _ body: @Sendable () async throws -> Result
  ) async rethrows -> Result {
    try await $scope.withValue(isMain(model) ? nil : ModelScope(model), operation: body)
  }
}
