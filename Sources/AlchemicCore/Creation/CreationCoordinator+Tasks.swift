// The coordinator's functions for tasks. A task holds no thread while it waits, and no thread waits
// for a task.
extension CreationCoordinator {
  /// Waits until the object exists, or claims its creation for a task. If the task is cancelled,
  /// and no other one needs the object of the same creation, that is cancelled, too, and awaited.
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
    // The creation of another task. Not each wake-up is its end.
    var joined: ThreadID?
    while true {
      let (claim, seen) = lock.withLock { decisions in
        let claim = decisions.claim(slot, as: creation, within: outer, ready: ready)
        if claim == nil { joined = slot.tasks?.join(unlessIn: joined) }
        return (claim, slot.moves)
      }
      if let claim {
        switch claim {
        case .make where Task.isCancelled:
          abandon([slot], by: creation)
          throw CancellationError()
        case .cycle: if let joined { _ = await leave(joined, in: slot) }
        default: break
        }
        return claim
      }
      do { try await wait(at: slot) { slot, _ in slot.moves != seen } } catch {
        let isNeeded = await leave(joined, in: slot, waiting: outer)
        // The creation may have ended with an object.
        let isReady = !isNeeded && lock.withLock { _ in slot.state == .present && ready() }
        if isReady { return .present }
        throw error
      }
      lock.withLock { $0.stopWaiting(outer, for: .slot(slot)) }
    }
  }

  /// Records how to cancel a creation that its caller has claimed.
  static func permit(
    _ cancellation: @escaping SlotTasks.Cancellation, of creation: ThreadID, in slot: Slot
  ) {
    lock.withLock { _ in slot.tasks?.permit(cancellation, of: creation) }
  }

  /// Records that a task no longer needs the object of a creation. Cancels the creation if nobody
  /// else needs it, and waits for its end, unless that wait would never end.
  ///
  /// - Parameters:
  ///   - creation: The creation; nil if there is none.
  ///   - outer: The creations that waited at the slot, and now wait for the end; nil not to wait.
  /// - Returns: Whether others need the object.
  static func leave(
    _ creation: ThreadID?, in slot: Slot, waiting outer: [ThreadID]? = nil
  ) async -> Bool {
    let (left, waits) = lock.withLock { decisions in
      if let outer { decisions.stopWaiting(outer, for: .slot(slot)) }
      let left = creation.flatMap { slot.tasks?.leave($0) }
      guard let creation, let outer, left?.cancellation != nil else { return (left, false) }
      return (left, decisions.wait(outer, for: .end(of: creation), creation))
    }
    await left?.cancellation?(waits)
    if waits, let outer, let creation {
      lock.withLock { $0.stopWaiting(outer, for: .end(of: creation)) }
    }
    return left?.isNeeded ?? false
  }

  /// Runs `wait`, which waits until a creation has ended, unless that would never be.
  ///
  /// - Returns: False if the creation would never end.
  static func await(
    endOf creation: ThreadID, _ wait: () async throws -> Void
  ) async throws -> Bool {
    let outer = AwaitedPath.creations()
    guard lock.withLock({ $0.wait(outer, for: .end(of: creation), creation) }) else { return false }
    defer { lock.withLock { $0.stopWaiting(outer, for: .end(of: creation)) } }
    try await wait()
    return true
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
        body(
          &slot.value.usingTasks.waiting, isOver(slot.value, decisions) ? .success(()) : nil)
      }
    }
  }

  private static func isBlocked(_ slot: Slot, _ decisions: CreationDecisions) -> Bool {
    slot.coordinate()
    return decisions.blocker(of: slot, for: .current).map { $0 != .current } ?? false
  }
}
