import AlchemicCore
import AlchemicInject

// The stop of a started model, and of what a failed start has created.
extension Lifecycle {
  /// Stops the model, and returns to the state before the start. Waits for a start that is running.
  ///
  /// - Throws: ``AlchemicError`` with a problem for each object that did not stop, with
  ///   `is-stopping` within the start, and with `stop-timeout` if the start takes longer than half
  ///   of the limit; `CancellationError`.
  func stop(within limit: Duration, by call: Problem.Step) async throws {
    let deadline = ContinuousClock.now + limit
    if isStartingHere {
      throw AlchemicError(
        Problem(.stopWithin, call.subject, path: [call] + CreationPath.steps()))
    }
    let wait = await LimitedTask.run(for: limit / 2) { [self] in try await awaitEndOfStart() }
    // The error of the start is ignored here: the call that has started throws it.
    if case .late = wait { throw AlchemicError.late("Alchemic.start()", after: limit / 2) }
    guard let (model, generation) = readyModel else { return }
    let begin = ContinuousClock.now
    let problems = try await model.stop(within: deadline - begin, by: call) {
      self.reset(ifStill: generation, stoppedSince: begin, by: call)
    }
    if !problems.isEmpty { throw AlchemicError(problems) }
  }

  /// Whether the calling code is part of a start that is running, or of the stop of what that start
  /// has created.
  private var isStartingHere: Bool {
    state.withLock { state in
      state.isStarting
        && (state.isStartedHere || state.model.map { Stopping.runsHere(in: $0) } ?? false)
    }
  }

  /// The started model, and its generation; nil if none is ready.
  private var readyModel: (Model, generation: Int)? {
    state.withLock { state in
      state.stage == .ready ? state.model.map { ($0, state.generation) } : nil
    }
  }

  /// Waits while a start is running.
  ///
  /// - Throws: The error of the start; `CancellationError`.
  private func awaitEndOfStart() async throws {
    try await TaskWaiters.wait { body in
      state.withLock { body(&$0.waiters, $0.isStarting ? nil : .success(())) }
    }
  }
}

/// The stop of the objects that a failed start has created.
enum ObjectStop {
  /// The time for the objects to stop.
  private static let limit = Duration.seconds(10)
  private static var call: Problem.Step { Problem.Step("Alchemic.start()", nil) }

  static func end(_ model: Model) -> [Problem] {
    guard model.hasStoppable else { return [] }
    return TaskThread.run { await end(model) }
  }

  static func end(_ model: Model) async -> [Problem] {
    guard model.hasStoppable else { return [] }
    return (try? await model.stop(within: limit, by: call, endingWith: nil)) ?? []
  }
}
