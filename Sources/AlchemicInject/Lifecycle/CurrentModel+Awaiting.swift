package import AlchemicCore

// Asynchronous functions with another current model.
extension CurrentModel {
  /// The same for an asynchronous function.
  package nonisolated(nonsending) static func withModel<Result>(
    _ model: Model?, _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    try await $scope.withValue(model.map { ModelScope($0) }, operation: body)
  }

  /// The same for an asynchronous function.
  static func run<Result: Sendable>(
    as model: Model, _ body: @Sendable () async throws -> Result
  ) async rethrows -> Result {
    try await $scope.withValue(isMain(model) ? nil : ModelScope(model), operation: body)
  }
}
