// What tasks do at the desk. They never hold a thread while they wait, and no thread waits for them.
extension CreationDesk {
  /// Waits until the object is there, or makes it the caller's to make.
  ///
  /// - Parameters:
  ///   - creation: The number that the creation has if the caller is to make the object.
  ///   - ready: What is there; nil if nobody but the factory knows of it any more.
  /// - Throws: `CancellationError` if the task is cancelled while it waits.
  static func claimAwaiting<Ready>(
    _ factory: AnyObjectFactory, creation: ThreadID, ready: () -> Ready?
  ) async throws -> CreationTable.Claim<Ready> {
    let creations = AwaitedPath.creations()
    var isNoted = false
    while true {
      let (claim, seen): (CreationTable.Claim<Ready>?, Int) = lock.withLock { waiting in
        if isNoted { waiting.tasks.remove(creations, waitingFor: factory) }
        isNoted = false
        switch waiting.tasks.next(for: creations, factory.progress) {
        case .take:
          if let ready = ready() { return (.ready(ready, unfinished: nil), 0) }
          fallthrough
        case .make:
          factory.beginMaking(by: creation)
          return (.make, 0)
        case .cycle: return (.cycle(own: factory), 0)
        case .wait:
          waiting.tasks.add(creations, waitingFor: factory)
          isNoted = true
          return (nil, waiting.tasks.changes)
        }
      }
      if let claim { return claim }
      do {
        try await waitForChange(since: seen)
      } catch {
        lock.withLock { $0.tasks.remove(creations, waitingFor: factory) }
        throw error
      }
    }
  }

  /// Waits until something has changed.
  private static func waitForChange(since seen: Int) async throws {
    let number = TaskWaiters.nextNumber()
    defer { lock.withLock { $0.tasks.waiters.forget(number) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Void, any Error>? = lock.withLock { waiting in
          if waiting.tasks.changes != seen { return .success(()) }
          return waiting.tasks.waiters.add(continuation, number: number)
            ? nil : .failure(CancellationError())
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      lock.withLock { $0.tasks.waiters.cancel(number) }?.resume(throwing: CancellationError())
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
