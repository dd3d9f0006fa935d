// The coordinator's functions for tasks. A task holds no thread while it waits, and no thread waits
// for a task.
extension CreationCoordinator {
  /// Waits until the object exists, or claims its creation for a task.
  ///
  /// - Parameters:
  ///   - creation: The number of the creation if the task must create the object.
  ///   - ready: Takes the object. Returns false if a weak object has been deallocated.
  /// - Throws: `CancellationError` if the task is cancelled and the object does not exist.
  @inline(never)
  static func claimAwaiting(
    _ slot: Slot, as creation: ThreadID, ready: () -> Bool
  ) async throws -> CreationDecisions.Claim {
    let outer = AwaitedPath.creations()
    while true {
      let (claim, seen) = lock.withLock { decisions in
        (decisions.claim(slot, as: creation, within: outer, ready: ready), slot.moves)
      }
      if let claim {
        // The caller no longer needs the object.
        if case .make = claim, Task.isCancelled {
          abandon([slot], by: creation)
          throw CancellationError()
        }
        return claim
      }
      defer { lock.withLock { $0.stopWaiting(outer, for: slot) } }
      try await wait(at: slot) { slot, _ in slot.moves != seen }
    }
  }

  /// Waits until no thread creates the object or another one of its component.
  ///
  /// Another thread may begin a creation afterwards; then the task's thread waits. This function
  /// thus decides nothing. It keeps threads of the pool free while a slow initializer runs.
  ///
  /// - Throws: `CancellationError` if the task is cancelled meanwhile.
  @inline(never)
  static func awaitTurn(of slot: Slot) async throws {
    while lock.withLock({ isBlocked(slot, $0) }) {
      try await wait(at: slot) { slot, decisions in
        let isBlocked = isBlocked(slot, decisions)
        if isBlocked { slot.component?.isAwaited = true }
        return !isBlocked
      }
    }
  }

  /// Waits until no thread and no task creates the object.
  ///
  /// - Throws: `CancellationError` if the task is cancelled meanwhile.
  package static func awaitEnd(of slot: Slot) async throws {
    try await wait(at: slot) { slot, _ in slot.state.creator == nil }
    if lock.withLock({ _ in slot.state.creator != nil }) { try await awaitEnd(of: slot) }
  }

  /// Waits until the slot moves, unless the wait is over under the lock.
  ///
  /// - Throws: `CancellationError` if the task is cancelled meanwhile.
  private static func wait(
    at slot: Slot, unless isOver: @escaping @Sendable (Slot, CreationDecisions) -> Bool
  ) async throws {
    // The slot is only touched under the lock.
    let slot = UnsafeTransfer(slot)
    try await TaskWaiters.wait { body in
      lock.withLock { decisions in
        body(&slot.value.waitingTasks, isOver(slot.value, decisions) ? .success(()) : nil)
      }
    }
  }

  /// Whether tasks wait for the object.
  static func isAwaited(_ slot: Slot) -> Bool {
    lock.withLock { _ in !slot.waitingTasks.isEmpty }
  }

  private static func isBlocked(_ slot: Slot, _ decisions: CreationDecisions) -> Bool {
    decisions.blocker(of: slot, for: .current).map { $0 != .current } ?? false
  }
}
