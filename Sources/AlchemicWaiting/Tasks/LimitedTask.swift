import AlchemicCore

/// Runs operations that may take longer than their caller waits, or forever.
package enum LimitedTask {
  /// Runs an operation in a separate task. Returns when the operation has ended or the time is
  /// over. Continues if the caller is cancelled.
  @inline(never)
  package static func run(
    for limit: Duration, _ operation: @escaping @Sendable () async throws -> Void
  ) async -> TimeLimits.Ending {
    // The task releases what the operation retains: the caller may go on as soon as the operation
    // has ended, while the task itself still exists.
    let operation = Locked<(@Sendable () async throws -> Void)?>(operation)
    let (limits, latest) = (TimeLimits.ofThread, ContinuousClock.now + limit)
    var task: Task<Void, Never>?
    let ending = await withCheckedContinuation { continuation in
      let caller = UnsafeTransfer(TimeLimits.Caller(continuation, until: latest))
      let mustSleep = limits.add(caller.value)
      task = Task(executorPreference: TaskThread.current) {
        do {
          try await operation.withLock { $0.take() }?()
          limits.end(caller.value, with: .done)
        } catch { limits.end(caller.value, with: .failed(error)) }
      }
      // Detached: it sleeps for others too, and must not retain the task-local values of this task.
      if mustSleep {
        Task.detached(executorPreference: TaskThread.current) { await limits.sleep(latest) }
      }
    }
    if case .late = ending { task?.cancel() }
    return ending
  }
}

extension TimeLimits {
  private static let ofPool = TimeLimits()

  /// The limits for what the calling thread runs. A blocked pool delays none on a ``TaskThread``.
  fileprivate static var ofThread: TimeLimits { TaskThread.current?.limits ?? ofPool }

  /// Resumes each caller whose time is over, until no other task must wake up before.
  fileprivate func sleep(_ first: ContinuousClock.Instant) async {
    var next: ContinuousClock.Instant? = first
    while let wake = next {
      try? await Task.sleep(until: wake)
      next = wakeUp(at: wake)
    }
  }
}
