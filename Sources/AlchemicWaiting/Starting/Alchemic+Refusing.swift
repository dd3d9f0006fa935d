import AlchemicCore
package import AlchemicInject

// Why a program is loaded without a start. Apart from the start: the linker keeps the data beside a
// type of errors, and that refers to the asynchronous functions of the file.

extension Alchemic {
  /// Reports the reason why the program is loaded without a start.
  package static func refuseStartAtLoad(_ reason: String) {
    ProgramLaunch.report(reason)
    Lifecycle.main.refuseStart(because: reason)
  }
}

extension Lifecycle {
  /// Records the reason why no start was attempted. Calls that wait for a start throw it until
  /// another start begins.
  fileprivate func refuseStart(because reason: String) {
    let refusal = StartRefusal(reason)
    var (former, waiters) = state.withLock { state -> ((any Error)?, TaskWaiters) in
      guard state.stage == .idle else { return (nil, TaskWaiters()) }
      defer { state.failure = refusal }
      return (state.failure, state.waiters.takeAll())
    }
    waiters.resumeAll(with: .failure(refusal))
    // `former` is released outside the lock, because it may be an error of the user.
    withExtendedLifetime(former) {}
  }
}

/// The reason why a start was not attempted.
private final class StartRefusal: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
