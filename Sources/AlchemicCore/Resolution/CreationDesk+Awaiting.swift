// What tasks do at the desk. They never hold a thread while they wait, and no thread waits for them.
extension CreationDesk {
  /// What a task that needs an object gets.
  enum AwaitedClaim {
    case ready
    /// The caller makes it, and then calls `adopt` or `abandon`.
    case make
    case cycle
  }

  /// Waits until the object is there, or makes it the caller's to make.
  ///
  /// - Parameters:
  ///   - creation: The number that the creation has if the caller is to make the object.
  ///   - ready: Takes what is there; false if nobody but the factory knows of it any more.
  /// - Throws: `CancellationError` if the task is cancelled and the object is not there.
  @inline(never)
  static func claimAwaiting(
    _ factory: AnyObjectFactory, creation: ThreadID, ready: () -> Bool
  ) async throws -> AwaitedClaim {
    // A walk along the path: only where there is somebody to wait for.
    lazy var creations = AwaitedPath.creations()
    var isNoted = false
    while true {
      let (claim, seen): (AwaitedClaim?, UInt) = try lock.withLock { waiting in
        if isNoted { waiting.tasks.remove(creations, waitingFor: factory) }
        isNoted = false
        switch waiting.tasks.next(for: { creations }, factory.progress) {
        case .take:
          if ready() { return (.ready, 0) }
          fallthrough
        case .make:
          // Nobody would want it any more.
          try Task.checkCancellation()
          factory.beginMaking(by: creation)
          return (.make, 0)
        case .cycle: return (.cycle, 0)
        case .wait:
          waiting.tasks.add(creations, waitingFor: factory)
          isNoted = true
          return (nil, factory.moves)
        }
      }
      if let claim { return claim }
      do {
        try await waitForMove(of: factory, since: seen)
      } catch {
        lock.withLock { $0.tasks.remove(creations, waitingFor: factory) }
        throw error
      }
    }
  }

  /// Waits until the factory has an object, or has none any more.
  private static func waitForMove(of factory: AnyObjectFactory, since seen: UInt) async throws {
    try await TaskWaiters.wait { body in
      lock.withLock { _ in
        body(&factory.waitingTasks, factory.moves == seen ? nil : .success(()))
      }
    }
  }

  /// Makes a creation that a task began the calling thread's, which goes on with the object that came of it.
  ///
  /// If an `AcSet` came meanwhile, there is nothing to go on with, and this does nothing.
  static func adopt(_ factory: AnyObjectFactory, from creation: ThreadID) {
    lock.withLock { _ in
      if factory.progress == .making(by: creation) { factory.progress = .making(by: .current) }
    }
  }
}
