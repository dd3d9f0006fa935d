import AlchemicCore

// The end of a start that failed, and the end of a started model.
extension Lifecycle {
  /// Returns to the state before the start, and releases the created objects. Objects and blocks
  /// that did not come from the start itself wait for the next start.
  func fail(
    with error: any Error, ifStill generation: Int, since begin: ContinuousClock.Instant
  ) {
    let left: State? = state.withLock { state in
      guard state.generation == generation else { return nil }
      answering.close()
      defer { state = State(failing: state, with: error) }
      return state
    }
    state.announceChange()
    guard let left else { return }
    EventHub.main.announce(.didFailStarting(error, duration: ContinuousClock.now - begin))
    left.waiters.resumeAll(with: .failure(error))
    release(left)
  }

  /// Returns to the state before the start.
  ///
  /// - Parameter generation: If given, nothing happens after another reset.
  func reset(ifStill generation: Int? = nil) {
    let left: State? = state.withLock { state in
      if let generation, state.generation != generation { return nil }
      answering.close()
      defer { state = State(resetting: state) }
      return state
    }
    guard let left else { return }
    state.announceChange()
    left.awaiting.forEach { $0.task.cancel() }
    left.waiters.resumeAll(with: .failure(Self.interrupted()))
    EventHub.main.removeAll()
    release(left)
  }

  /// Releases the contents of a state outside the lock, because deinits of the user run.
  private func release(_ state: State) {
    _ = state.model?.clear()
    withExtendedLifetime(state) {}
  }

  /// Removes and returns the tasks that wait for this start, which has ended.
  func takeWaiters(_ generation: Int) -> TaskWaiters {
    state.withLock { state in
      guard state.generation == generation else { return TaskWaiters() }
      defer { state.waiters = TaskWaiters() }
      return state.waiters
    }
  }
}
