import AlchemicCore
import AlchemicInject
import CAlchemicRuntime

/// Handles SIGINT and SIGTERM while an operation runs.
///
/// The first signal is reported. A later signal ends the program, as it does by default.
enum Signals {
  private static let isTaken = Locked(false)

  /// Runs an operation, and reports the first signal that arrives meanwhile.
  ///
  /// If another such operation is running, or if the system provides no pipe, no signal is
  /// reported.
  static func during<Result: Sendable>(
    _ operation: @Sendable (_ first: FirstSignal) async throws -> Result
  ) async throws -> Result {
    let signal = FirstSignal()
    let isFirst = isTaken.withLock { isTaken in
      if isTaken || !alchemic_take_signals() { return false }
      isTaken = true
      return true
    }
    guard isFirst else { return try await operation(signal) }
    BackgroundThread.run {
      let number = alchemic_wait_for_signal()
      signal.end(with: number == 0 ? nil : number)
    }
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await operation(signal)) } catch { result = .failure(error) }
    alchemic_return_signals()
    await signal.ended()
    isTaken.withLock { $0 = false }
    return try result.get()
  }
}

/// The first signal that a program receives.
final class FirstSignal: Sendable {
  private final class State {
    var number: Int32?
    var isEnded = false
    var waiters = TaskWaiters()
    var handler: (@Sendable () -> Void)?
  }

  private let state = Locked(State())

  /// The number of the signal; nil if none has arrived.
  var number: Int32? { state.withLock { $0.number } }

  /// Calls a function when the signal arrives, or now if it has arrived.
  func whenReceived(_ handler: @escaping @Sendable () -> Void) {
    let hasCome = state.withLock { state in
      if state.number == nil { state.handler = handler }
      return state.number != nil
    }
    if hasCome { handler() }
  }

  fileprivate func end(with number: Int32?) {
    var (handler, waiters) = state.withLock { state in
      (state.number, state.isEnded) = (number, true)
      defer { state.handler = nil }
      return (state.handler, state.waiters.takeAll())
    }
    waiters.resumeAll(with: .success(()))
    if number != nil { handler?() }
  }

  /// Waits until the thread that waits for signals has ended.
  fileprivate func ended() async {
    // The wait is in a new task, so that a cancellation of the caller does not end it.
    let wait = Task { [self] in
      try await TaskWaiters.wait { body in
        state.withLock { body(&$0.waiters, $0.isEnded ? .success(()) : nil) }
      }
    }
    _ = await wait.result
  }
}
