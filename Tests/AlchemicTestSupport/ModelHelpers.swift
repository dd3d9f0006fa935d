package import AlchemicInject
package import Testing

/// Builds a model from what a test declares; nothing is discovered, nothing is made.
package func makeModel(
  _ mode: ValidationMode, _ configure: (ModelBuilder) -> Void
) throws -> Model {
  let builder = ModelBuilder()
  builder.mode = mode
  configure(builder)
  return try builder.build(injector: ModelHostInjector())
}

/// The same in the standard mode.
package func makeModel(_ configure: (ModelBuilder) -> Void) throws -> Model {
  try makeModel(.standard, configure)
}

/// Adds what a test declares to a model, as an image that is loaded later does; nothing is made.
///
/// - Returns: The new factories.
@discardableResult
package func extend(
  _ model: Model, _ configure: (ModelBuilder) -> Void
) throws -> [FactoryFacts] {
  let builder = ModelBuilder(extending: model)
  configure(builder)
  guard let candidate = builder.buildExtension() else { return [] }
  _ = try model.publish(candidate)
  return candidate.revision.added
}

extension Model {
  /// Makes every singleton on this thread, as a start does.
  @discardableResult
  package func createSingletons() throws -> SingletonCreation.Outcome {
    var creation = SingletonCreation(of: self)
    return try creation.makeAll()
  }
}

/// Runs `body` with a model of what a test declares, and of nothing else, whose singletons are made
/// as by a start. Other tests use `Alchemic.withModel`.
package func withStartedModel(
  _ configure: (ModelBuilder) -> Void, _ body: () throws -> Void
) throws {
  let model = try makeModel(configure)
  try CurrentModel.withModel(model) {
    _ = try model.createSingletons()
    try body()
  }
}

/// The same for asynchronous functions.
package nonisolated(nonsending) func withStartedModel(
  _ configure: (ModelBuilder) -> Void, _ body: nonisolated(nonsending) () async throws -> Void
) async throws {
  let model = try makeModel(configure)
  try await CurrentModel.withModel(model) {
    var creation = SingletonCreation(of: model)
    try await creation.makeAwaited()
    _ = try creation.makeOthers()
    try await body()
  }
}

/// The problems with which building a model fails; none if it does not.
package func problems(
  sourceLocation: SourceLocation = #_sourceLocation, _ configure: (ModelBuilder) -> Void
) -> [Problem] {
  problems(sourceLocation: sourceLocation) { _ = try makeModel(configure) }
}

/// The problems that `body` throws; none if it does not. An error of another kind is an issue.
package func problems(
  sourceLocation: SourceLocation = #_sourceLocation, in body: () throws -> Void
) -> [Problem] {
  alchemicError(sourceLocation: sourceLocation, in: body)?.problems ?? []
}

/// The same for asynchronous functions.
package nonisolated(nonsending) func problems(
  sourceLocation: SourceLocation = #_sourceLocation,
  in body: nonisolated(nonsending) () async throws -> Void
) async -> [Problem] {
  do {
    try await body()
    return []
  } catch {
    return ofAlchemic(error, sourceLocation)?.problems ?? []
  }
}

/// The error that `body` throws; nil if it does not. An error of another kind is an issue.
///
/// Where lines matter: code in a macro's argument is on the macro's line.
package func alchemicError(
  sourceLocation: SourceLocation = #_sourceLocation, in body: () throws -> Void
) -> AlchemicError? {
  do {
    try body()
    return nil
  } catch {
    return ofAlchemic(error, sourceLocation)
  }
}

private func ofAlchemic(_ error: any Error, _ sourceLocation: SourceLocation) -> AlchemicError? {
  if let error = error as? AlchemicError { return error }
  Issue.record(error, "not an error of Alchemic", sourceLocation: sourceLocation)
  return nil
}
