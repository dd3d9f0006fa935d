#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A lock with a condition: for the rare thread that has to wait for another one's creation.
///
/// `Synchronization.Mutex` has no condition variable; POSIX has, on every platform here.
final class WaitingLock: @unchecked Sendable {
  // Proof: both are made in `init`, never moved (they are heap cells), only handed to the POSIX
  // functions that synchronise on them, and destroyed when the last reference is gone.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
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

  /// Runs `body` under the lock. No user code may run in it.
  func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Releases the lock until somebody announces a change; only inside `withLock`.
  func waitForChange() { pthread_cond_wait(condition, mutex) }

  /// Wakes everybody who waits; only inside `withLock`.
  func announceChange() { pthread_cond_broadcast(condition) }
}

/// The calling thread, as long as it lives.
struct ThreadID: Hashable, Sendable {
  let number: UInt

  static var current: ThreadID {
    #if canImport(Darwin)
      ThreadID(number: UInt(bitPattern: pthread_self()))
    #else
      ThreadID(number: UInt(pthread_self()))
    #endif
  }
}
