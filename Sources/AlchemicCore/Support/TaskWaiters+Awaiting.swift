extension TaskWaiters {
  /// Suspends the task until it is resumed.
  ///
  /// - Parameter enter: Calls its argument under the lock that guards the waiters, and passes the
  ///   waiters and, if the task need not wait, the result.
  /// - Throws: The error with which the task is resumed; `CancellationError` if the task is
  ///   cancelled.
  @inline(never)
  package static func wait(
    _ enter: @Sendable (_ body: (inout TaskWaiters, Result<Void, any Error>?) -> Void) -> Void
  ) async throws {
    let number = nextNumber()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        var result: Result<Void, any Error>?
        enter { waiters, end in result = end ?? waiters.add(continuation, number: number) }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      var continuation: Continuation?
      // A task that does not wait yet checks for cancellation in `add`.
      enter { waiters, _ in continuation = waiters.remove(number) }
      continuation?.resume(throwing: CancellationError())
    }
  }
}
