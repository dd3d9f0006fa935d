import AlchemicRuntime
import AlchemicCore

// The end of a start that failed, and the end of a started model.
extension Lifecycle {
  /// Returns to the state before the start, and releases the created objects. The next start uses
  /// each queued `AcSet` and each block, except those that code of this start has added.
  ///
  /// - Returns: The error for the caller of the start: if a reset has ended the start, that reason.
  func fail(
    with error: any Error, ifStill generation: Int, since begin: ContinuousClock.Instant
  ) -> any Error {
    let left: State? = state.withLock { state in
      guard state.generation == generation else { return nil }
      close()
      defer { state = State(failing: state, with: error) }
      return state
    }
    state.announceChange()
    guard let left else { return Self.interrupted() }
    EventHub.main.announce(.didFailStarting(error, duration: ContinuousClock.now - begin))
    left.waiters.resumeAll(with: .failure(error))
    release(left)
    return error
  }

  /// Returns to the state before the start.
  ///
  /// - Parameters:
  ///   - generation: If given, and if another reset has happened since that generation, nothing is
  ///     reset.
  ///   - begin: The time at which the stop of the model began, which is announced; nil without a
  ///     stop.
  ///   - call: The call that ends the model, for messages; nil if these name neither it nor a
  ///     former one.
  package func reset(
    ifStill generation: Int? = nil, stoppedSince begin: ContinuousClock.Instant? = nil,
    by call: Problem.Step? = nil
  ) {
    if let begin { announce(.didStop(duration: ContinuousClock.now - begin), of: generation) }
    let left: State? = state.withLock { state in
      if let generation, state.generation != generation { return nil }
      close()
      // Without a model, a call ends nothing: the former end counts.
      let endsNothing = state.stage == .idle && call != nil
      defer { state = State(resetting: state, by: endsNothing ? state.endedBy : call) }
      return state
    }
    guard let left else { return }
    state.announceChange()
    left.awaiting.forEach { $0.task.cancel() }
    left.waiters.resumeAll(with: .failure(Self.interrupted()))
    EventHub.main.removeAll()
    release(left)
  }

  /// Tells of an event, unless a reset has ended the model: the observers are then those of another
  /// one.
  func announce(_ event: AlchemicEvent, of generation: Int?) {
    let isOfEnded = generation.map { number in state.withLock { $0.generation != number } }
    if isOfEnded != true { EventHub.main.announce(event) }
  }

  /// Removes the resolvers of the model, so that they answer no further requests. The caller holds
  /// the lock.
  private func close() {
    ready.store(nil)
    TaskModels.publish(nil)
  }

  /// Releases the contents of a state. Called without the lock, because deinits of the user run.
  /// They find the model as the current one.
  private func release(_ state: State) {
    if let model = state.model {
      CurrentModel.withModel(model) { model.end() }
      TaskModels.checkNow()
    }
    withExtendedLifetime(state) {}
  }

  /// Removes and returns the tasks that wait for this start, which has ended.
  func takeWaiters(_ generation: Int) -> TaskWaiters {
    state.withLock { state in
      state.generation == generation ? state.waiters.takeAll() : TaskWaiters()
    }
  }
}
