import Synchronization

extension OpenScopes {
  /// Waits until no task carries a scope of the kind.
  ///
  /// - Throws: `CancellationError`.
  package func awaitTasks() async throws {
    try await TaskWaiters.wait { body in
      waiters.withLock { waiters in
        isAwaited.store(true, ordering: .sequentiallyConsistent)
        body(&waiters, isOfTasks ? nil : .success(()))
      }
    }
  }
}
