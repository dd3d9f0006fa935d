import AlchemicCore

// The start and a discovery in a task, which awaits asynchronous creations; and calls that wait
// for a start.
extension Lifecycle {
  /// Runs a start that has begun, and awaits asynchronous creations. The rest runs on the caller's
  /// actor.
  nonisolated(nonsending) func runAwaiting(
    _ generation: Int, _ build: () throws -> Model
  ) async throws {
    let begin = ContinuousClock.now
    do {
      let prepared = try asStarter(generation) { try prepare(generation, build) }
      var creation = try await makeAwaited(prepared, generation)
      try asStarter(generation) {
        try conclude(generation, creation.model, creation.makeOthers(), since: begin)
      }
    } catch {
      // A cancellation causes other errors. A `CancellationError` replaces them.
      let cause: any Error = Task.isCancelled ? CancellationError() : error
      let reason = await endMade(by: generation, after: cause)
      throw fail(with: reason, ifStill: generation, since: begin)
    }
  }

  /// Creates the singletons that must be awaited, in a new task, which a reset cancels.
  ///
  /// - Parameter isOfStart: True if the start creates them; false for a later discovery.
  package func makeAwaited(
    _ creation: SingletonCreation, _ generation: Int, isOfStart: Bool = true
  ) async throws -> SingletonCreation {
    try Task.checkCancellation()
    if creation.awaitsNothing { return creation }
    let task = CurrentModel.asMain {
      Self.$generationOfTask.withValue(isOfStart ? generation : nil) {
        Task {
          var creation = creation
          try await creation.makeAwaited()
          return creation
        }
      }
    }
    let number = TaskWaiters.nextNumber()
    defer {
      let ended = state.withLock { state in
        state.awaiting.firstIndex { $0.number == number }.map { state.awaiting.remove(at: $0) }
      }
      withExtendedLifetime(ended) {}
    }
    let made = try await withTaskCancellationHandler {
      do { try change(generation) { $0.awaiting.append((number, task)) } } catch { task.cancel() }
      return try await task.value
    } onCancel: {
      task.cancel()
    }
    try Task.checkCancellation()
    return made
  }

  // MARK: Waiting for a start

  /// Waits until the model is ready.
  ///
  /// - Throws: The error of the start; `not-started` if the program was launched not to start;
  ///   `CancellationError`.
  func started() async throws {
    try await TaskWaiters.wait { body in
      state.withLock { state in
        let end = state.end
        body(&state.waiters, end)
      }
    }
  }

  // MARK: Discovery

  /// Extends the model as ``discover(includingRefused:_:)`` does, for a task, which awaits
  /// asynchronous creations. The rest runs on the caller's actor.
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
