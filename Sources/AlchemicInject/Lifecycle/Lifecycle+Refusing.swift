import AlchemicCore

extension Lifecycle {
  /// Records the reason why no start was attempted. Calls that wait for a start throw it until
  /// another start begins.
  func refuseStart(because reason: String) {
    let former = state.withLock { state -> (any Error)? in
      guard state.stage == .idle else { return nil }
      defer { state.failure = StartRefusal(description: reason) }
      return state.failure
    }
    // Released outside the lock, because it may be an error of the user.
    withExtendedLifetime(former) {}
  }
}

/// The reason why a start was not attempted.
private struct StartRefusal: Error, CustomStringConvertible {
  let description: String
}
