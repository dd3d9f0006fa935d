import AlchemicCore

extension Lifecycle {
  /// Extends the model as ``discover(includingRefused:_:)`` does, for a task, which awaits asynchronous creations. The rest runs on the caller's actor.
  nonisolated(nonsending) func discoverAwaiting(
    includingRefused includesRefused: Bool, _ configure: (ModelBuilder) -> Void
  ) async throws -> [FactoryFacts] {
    let begin = ContinuousClock.now
    let turn = try takeTurn(includingRefused: includesRefused)
    let begun = try CurrentModel.asMain {
      try publish(in: turn, configure, on: .anyThread).map { ($0, $0.creation(in: turn.model)) }
    }
    guard let (growth, first) = begun else { return [] }
    var creation = first
    do {
      creation = try await makeAwaited(creation, turn.generation, isOfStart: false)
    } catch {
      // If a reset caused the error, the error of the reset replaces it.
      try requireCurrent(turn)
      throw error
    }
    try CurrentModel.asMain {
      try conclude(growth, in: turn, creation.makeOthers(), since: begin)
    }
    return growth.revision.added
  }
}
