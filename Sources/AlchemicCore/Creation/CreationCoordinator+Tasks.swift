// What tasks ask of the coordinator. A task holds no thread while it waits, and no thread waits for
// a task.
extension CreationCoordinator {
  /// Waits until the object exists, or makes it a task's to make.
  ///
  /// - Parameters:
  ///   - creation: The number that the creation has if the task is to make the object.
  ///   - ready: Takes the object; returns false if it is gone, since its factory holds it weakly.
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
        // Nobody would want it any more.
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

  /// Waits until no thread creates the object, nor another one of its component.
  ///
  /// Another thread may be faster afterwards; then the task's thread waits. So this keeps the
  /// threads of the pool free where an initializer takes its time, and decides nothing.
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

  private static func isBlocked(_ slot: Slot, _ decisions: CreationDecisions) -> Bool {
    decisions.blocker(of: slot, for: .current).map { $0 != .current } ?? false
  }
}
