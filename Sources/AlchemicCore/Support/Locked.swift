#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// State that is only reached under a lock, and a condition to wait for.
///
/// In place of `Synchronization.Mutex`, which has no condition, and which on Linux is a futex of
/// its own: the thread sanitizer does not see it and reports races that are none, and it collapses
/// when more threads than processors contend.
package final class Locked<State>: @unchecked Sendable {
  // Proof: `state` is only touched by the one who holds `mutex`; a closure's result is the only way
  // out, and the callers of this package let nothing out that is not theirs. The two POSIX objects
  // are heap cells that are never moved, only handed to the functions that synchronise on them, and
  // destroyed when the last reference is gone. So no two accesses overlap, which need not be looked
  // after once more: who took the lock within itself would wait for ever.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  @exclusivity(unchecked) private var state: State

  package init(_ state: State) {
    self.state = state
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` with the state, under the lock. No user code may run in it.
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Runs `body` again and again, each time after a change was announced, until it has a result.
  ///
  /// - Parameter waiting: Waits for a change, without the lock; nil to wait for an announcement.
  package func wait<Result>(
    by waiting: (() -> Void)? = nil, for body: (inout State) -> Result?
  ) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      guard let waiting else {
        pthread_cond_wait(condition, mutex)
        continue
      }
      pthread_mutex_unlock(mutex)
      waiting()
      pthread_mutex_lock(mutex)
    }
  }

  /// Has everybody who waits look again.
  package func announceChange() { pthread_cond_broadcast(condition) }
}
