import AlchemicCore

// How a start ends that failed, and what was started.
extension Lifecycle {
  /// Nothing is started: what was made is let go, what others gave waits for the next start.
  func fail(with error: any Error, ifStill generation: Int) {
    let left: State? = state.withLock { state in
      guard state.generation == generation else { return nil }
      answering.close()
      defer { state = State(failing: state, with: error) }
      return state
    }
    state.announceChange()
    guard let left else { return }
    left.waiters.resumeAll(with: .failure(error))
    release(left)
  }

  /// Back to before the start.
  func reset() {
    let left = state.withLock { state in
      answering.close()
      defer { state = State(resetting: state) }
      return state
    }
    state.announceChange()
    left.awaiting.forEach { $0.task.cancel() }
    left.waiters.resumeAll(with: .failure(Self.interrupted()))
    EventHub.main.removeAll()
    release(left)
  }

  /// Releases what a state held, outside the lock: deinits of the user's run.
  private func release(_ state: State) {
    _ = state.model?.clear()
    withExtendedLifetime(state) {}
  }

  /// The tasks that wait for this start, which is over.
  func takeWaiters(_ generation: Int) -> TaskWaiters {
    state.withLock { state in
      guard state.generation == generation else { return TaskWaiters() }
      defer { state.waiters = TaskWaiters() }
      return state.waiters
    }
  }
}
