import CAlchemicRuntime

/// State that is protected by a lock, with a condition variable.
///
/// Replaces `Synchronization.Mutex`, which has no condition variable. On Linux, `Mutex` also is a
/// private futex. The thread sanitizer does not see the futex and reports false races. Its
/// throughput collapses when more threads than processors contend.
package final class Locked<State>: @unchecked Sendable {
  // Proof: `state` is only accessed while `mutex` is held. Only a closure's result leaves the lock,
  // and the callers, all in this package, return nothing that the lock still protects. The two
  // POSIX objects are heap cells that never move, are only passed to pthread functions, and are
  // destroyed with this object. So no two accesses overlap, and the exclusivity check is redundant:
  // a thread that took the lock twice would deadlock before its second access.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  @exclusivity(unchecked) private var state: State

  package init(_ state: State) {
    self.state = state
    (mutex, condition) = newLock()
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` with the state, under the lock. `body` must not call user code.
  @inline(__always)
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Runs `body` under the lock, and again after each announced change, until it returns a result.
  ///
  /// - Parameters:
  ///   - waiting: Waits for a change, outside the lock; nil to wait on the condition variable.
  ///   - stalled: Called once, outside the lock, after the thread has waited for ``patience``
  ///     without a change.
  @inline(__always)
  package func wait<Result>(
    by waiting: (() -> Void)? = nil, stalled: () -> Void = {}, for body: (inout State) -> Result?
  ) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    var isPatient = true
    while true {
      if let result = body(&state) { return result }
      if waiting == nil, isPatient {
        if waitWithPatience() { continue }
        isPatient = false
        pthread_mutex_unlock(mutex)
        stalled()
        pthread_mutex_lock(mutex)
      } else if let waiting {
        pthread_mutex_unlock(mutex)
        waiting()
        pthread_mutex_lock(mutex)
      } else {
        pthread_cond_wait(condition, mutex)
      }
    }
  }

  /// The time in seconds after which ``wait`` calls `stalled`.
  package static var patience: Int { 3 }

  /// Waits for a change; returns false if the time is over first.
  @inline(never)
  private func waitWithPatience() -> Bool {
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    end.tv_sec += Self.patience
    return pthread_cond_timedwait(condition, mutex, &end) == 0
  }

  /// Wakes all threads that wait on the condition variable, so that they run their `body` again.
  package func announceChange() { pthread_cond_broadcast(condition) }
}

/// A function outside the generic class, which would be compiled for each type of state.
@inline(never)
private func newLock() -> (
  UnsafeMutablePointer<pthread_mutex_t>, UnsafeMutablePointer<pthread_cond_t>
) {
  let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  mutex.initialize(to: pthread_mutex_t())
  condition.initialize(to: pthread_cond_t())
  pthread_mutex_init(mutex, nil)
  pthread_cond_init(condition, nil)
  return (mutex, condition)
}
