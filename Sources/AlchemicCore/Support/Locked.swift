/// State that is only reached under a lock.
///
/// In place of `Synchronization.Mutex`, which on Linux is a futex of its own: the thread sanitizer
/// does not see it and reports races that are none, and it collapses when more threads than
/// processors contend.
package final class Locked<State>: @unchecked Sendable {
  // Proof: `state` is only touched by the one who holds `lock`; the closure's result is the only way
  // out, and the callers of this package let nothing out that is not theirs.
  private let lock = WaitingLock()
  private var state: State

  package init(_ state: State) { self.state = state }

  /// Runs `body` with the state, under the lock. No user code may run in it.
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // A typed throw through two closures needs its type spelled.
    try lock.withLock { () throws(Failure) -> Result in try body(&state) }
  }
}
