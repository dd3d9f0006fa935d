package import AlchemicCore

extension Stopping {
  /// Waits for the end, and returns the problems of objects that did not stop.
  ///
  /// - Throws: `CancellationError`.
  package func ended() async throws -> [Problem] {
    try await TaskWaiters.wait { body in
      state.withLock { body(&$0.waiters, $0.problems == nil ? nil : .success(())) }
    }
    return state.withLock { $0.problems ?? [] }
  }
}
