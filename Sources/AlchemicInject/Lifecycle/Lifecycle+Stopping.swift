import AlchemicCore

// The stop of a started model, and the stop of the objects of a failed start.
extension Lifecycle {
  /// Stops the model, and returns to the state before the start. Waits for a start that is running.
  ///
  /// - Throws: ``AlchemicError`` with a problem for each object that did not stop;
  ///   `CancellationError`.
  func stop(within limit: Duration) async throws {
    let deadline = ContinuousClock.now + limit
    guard let (model, generation) = try await startedModel(within: limit / 2) else { return }
    let begin = ContinuousClock.now
    let problems = try await model.stop(within: deadline - begin) {
      EventHub.main.announce(.didStop(duration: ContinuousClock.now - begin))
      reset(ifStill: generation)
    }
    if !problems.isEmpty { throw AlchemicError(problems) }
  }

  /// Returns the model and its generation when no start is running; nil if nothing is started.
  ///
  /// - Throws: `is-stopping` within the start; `stop-timeout` if the start takes longer than
  ///   `limit`; `CancellationError`.
  private func startedModel(within limit: Duration) async throws -> (Model, generation: Int)? {
    let isWithin = state.withLock { $0.isStarting && $0.isStartedHere }
    if isWithin { throw AlchemicError(Problem(.stopWithin, "Alchemic.stop()")) }
    let wait = await LimitedTask.run(for: limit) { [self] in
      try await TaskWaiters.wait { body in
        state.withLock { body(&$0.waiters, $0.isStarting ? nil : .success(())) }
      }
    }
    // The error of the start is ignored here: the call that has started throws it.
    if case .late = wait { throw AlchemicError.late("Alchemic.start()", after: limit) }
    return state.withLock { state in
      state.stage == .ready ? state.model.map { ($0, state.generation) } : nil
    }
  }

  // MARK: A start that fails

  /// The time for the objects of a failed start to stop.
  private static let limit = Duration.seconds(10)

  /// Stops the objects that a failed start has created.
  ///
  /// - Returns: The error of the start, with a problem for each object that did not stop.
  func stopMade(by generation: Int, after error: any Error) async -> any Error {
    guard let model = modelToStop(generation) else { return error }
    let problems = (try? await model.stop(within: Self.limit) {}) ?? []
    return adding(problems, to: error)
  }

  /// The same for a start on a thread. The objects stop on this thread.
  ///
  /// If the main thread waits here, objects of the main actor cannot stop, and exceed their time.
  func stopMadeWaiting(by generation: Int, after error: any Error) -> any Error {
    if modelToStop(generation) == nil { return error }
    return TaskThread.run { await self.stopMade(by: generation, after: error) }
  }

  private func modelToStop(_ generation: Int) -> Model? {
    let model = state.withLock { $0.generation == generation ? $0.model : nil }
    return model.flatMap { $0.hasStoppable ? $0 : nil }
  }

  private func adding(_ problems: [Problem], to error: any Error) -> any Error {
    guard let error = error as? AlchemicError else {
      problems.forEach { EventHub.main.announce(.warning($0)) }
      return error
    }
    return AlchemicError(error.problems + problems)
  }
}

extension Lifecycle.State {
  fileprivate var isStarting: Bool { stage == .building || stage == .creating }
}
