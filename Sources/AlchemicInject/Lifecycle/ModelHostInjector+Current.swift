package import AlchemicCore

// While a model creates an object, it is the current model for the code of the object.
extension ModelHostInjector {
  package func notifyFollowers(of replacement: Replacement, in model: Model) {
    TransientRegistry.notifyFollowers(of: replacement, in: model)
  }

  package func isCurrent(_ model: Model) -> Bool { CurrentModel.isCurrent(model) }

  package func run<Result>(as model: Model, _ body: () throws -> Result) rethrows -> Result {
    try CurrentModel.run(as: model, body)
  }

  package func run<Result: Sendable>(
    as model: Model, _ body: @Sendable () async throws -> Result
  ) async rethrows -> Result {
    try await CurrentModel.run(as: model, body)
  }
}
