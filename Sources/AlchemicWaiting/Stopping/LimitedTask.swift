import AlchemicCore
import AlchemicInject

/// Runs operations that may take longer than their caller waits, or forever.
package enum LimitedTask {
  /// How an operation ended for its caller.
  package enum Ending: Sendable {
    case done
    case failed(any Error)
    /// It is still running, and was cancelled.
    case late
  }

  /// Runs an operation in a separate task. Returns when the operation has ended or the time is
  /// over. Continues if the caller is cancelled.
  @inline(never)
  package static func run(
    for limit: Duration, _ operation: @escaping @Sendable () async throws -> Void
  ) async -> Ending {
    // The task releases what the operation retains: the caller may go on as soon as one of the two
    // has ended, while the task itself still exists.
    let operation = Locked<(@Sendable () async throws -> Void)?>(operation)
    let caller = Locked<CheckedContinuation<Ending, Never>?>(nil)
    // The first ending counts.
    @Sendable func end(_ ending: Ending) {
      caller.withLock { $0.take() }?.resume(returning: ending)
    }
    var tasks: (operation: Task<Void, Never>, timer: Task<Void, Never>)?
    let ending = await withCheckedContinuation { continuation in
      caller.withLock { $0 = continuation }
      let task = Task(executorPreference: TaskThread.current) {
        do {
          try await operation.withLock { $0.take() }?()
          end(.done)
        } catch { end(.failed(error)) }
      }
      let timer = Task(executorPreference: TaskThread.current) {
        // The system keeps a timer until it fires, even if its task was cancelled. So the first
        // timers are short: few operations take longer.
        let latest = ContinuousClock.now + limit
        var time = Duration.milliseconds(10)
        while !Task.isCancelled, ContinuousClock.now < latest {
          try? await Task.sleep(for: min(time, latest - .now))
          time *= 2
        }
        end(.late)
      }
      tasks = (task, timer)
    }
    if case .late = ending { tasks?.operation.cancel() } else { tasks?.timer.cancel() }
    return ending
  }
}
