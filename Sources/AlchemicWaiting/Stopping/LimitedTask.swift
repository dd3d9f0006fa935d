import AlchemicCore

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
  static func run(
    for limit: Duration, _ operation: @escaping @Sendable () async throws -> Void
  ) async -> Ending {
    let race = Race(operation)
    return await withCheckedContinuation { continuation in
      race.begin(continuation)
      let task = Task(executorPreference: TaskThread.current) {
        do {
          try await race.operate()
          race.end(.done)
        } catch { race.end(.failed(error)) }
      }
      let timer = Task(executorPreference: TaskThread.current) {
        // The system keeps a timer until it fires, even if its task was cancelled. So the first
        // timers are short: few operations take longer.
        let end = ContinuousClock.now + limit
        var time = Duration.milliseconds(10)
        while !Task.isCancelled, ContinuousClock.now < end {
          try? await Task.sleep(for: min(time, end - .now))
          time *= 2
        }
        // A timer that is cancelled has lost the race.
        if race.end(.late) { task.cancel() }
      }
      race.setTimer(timer)
    }
  }

  /// The first ending counts.
  private final class Race: Sendable {
    private final class State {
      var operation: (@Sendable () async throws -> Void)?
      var caller: CheckedContinuation<Ending, Never>?
      var timer: Task<Void, Never>?
    }

    private let state = Locked(State())

    init(_ operation: @escaping @Sendable () async throws -> Void) {
      state.withLock { $0.operation = operation }
    }

    /// Runs the operation, and releases what it retains: the caller may go on as soon as the race
    /// has ended, while the task itself still exists.
    func operate() async throws {
      let operation = state.withLock { state in
        defer { state.operation = nil }
        return state.operation
      }
      try await operation?()
    }

    func begin(_ caller: CheckedContinuation<Ending, Never>) {
      state.withLock { $0.caller = caller }
    }

    func setTimer(_ timer: Task<Void, Never>) {
      let isOver = state.withLock { state in
        state.timer = timer
        return state.caller == nil
      }
      if isOver { timer.cancel() }
    }

    /// Returns whether this ending is the first.
    @discardableResult
    func end(_ ending: Ending) -> Bool {
      let (caller, timer) = state.withLock { state in
        defer { state.caller = nil }
        return (state.caller, state.timer)
      }
      guard let caller else { return false }
      caller.resume(returning: ending)
      timer?.cancel()
      return true
    }
  }
}
