#if Waiting
import Alchemic
import AlchemicTestSupport

/// What stops, in its order. A model registers it, so that all of its objects use the same one.
final class StopLog: Sendable {
  private let log = Log<String>()
  func add(_ entry: String) { log.add(entry) }
  var entries: [String] { log.entries }
}

/// An object that records its stop, with the begin and the end of a slow one.
class Stoppable: AlchemicStopping, @unchecked Sendable {
  // Proof: the properties are injected, and read by one task at a time.
  @Injected var log: StopLog

  func stop() async throws { log.add("\(type(of: self))") }
}

/// Waits until it is cancelled, as a well-behaved operation does.
func untilCancelled() async throws {
  while true { try await Task.sleep(for: .seconds(1_000)) }
}

/// Waits for ever, whoever cancels.
func forEver() async {
  await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
}

/// Stops the current model, with enough time also while other tests use all threads.
func stopCurrent() async throws { try await Alchemic.stop(timeout: .seconds(600)) }
#endif
