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
  ///
  /// - Parameter operation: The argument ends with the first signal, or with the operation, and
  ///   returns whether there was a signal.
  static func during<Result: Sendable>(
    _ operation: @Sendable (_ signal: Task<Bool, Never>) async throws -> Result
  ) async throws -> Result {
    let isFirst = isTaken.withLock { isTaken in
      if isTaken || !alchemic_take_signals() { return false }
      isTaken = true
      return true
    }
    guard isFirst else { return try await operation(Task { false }) }
    let (signals, end) = AsyncStream.makeStream(of: Void.self)
    BackgroundThread.run {
      if alchemic_wait_for_signal() != 0 { end.yield() }
      end.finish()
    }
    let signal = Task { await signals.first { _ in true } != nil }
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await operation(signal)) } catch { result = .failure(error) }
    alchemic_return_signals()
    _ = await signal.value
    isTaken.withLock { $0 = false }
    return try result.get()
  }
}
