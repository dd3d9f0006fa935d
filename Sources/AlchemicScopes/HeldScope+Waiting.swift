import AlchemicCore

// Not in the file of the class, whose data every program links.
extension HeldScope {
  /// Waits until no operation runs within the scope.
  ///
  /// - Throws: `CancellationError`.
  func awaitOperations() async throws { try await wait { $0.operations == 0 } }

  /// Waits until the scope is open or has ended.
  ///
  /// - Throws: `CancellationError`.
  func awaitChange() async throws {
    try await wait { $0.phase == Phase.open || $0.phase == Phase.ended }
  }

  private func wait(until condition: @Sendable (State) -> Bool) async throws {
    // Other waiters wait for other conditions.
    while !state.withLock({ condition($0) }) {
      try await TaskWaiters.wait { body in
        state.withLock { state in
          body(&state.waiters, condition(state) ? .success(()) : nil)
        }
      }
    }
  }
}
