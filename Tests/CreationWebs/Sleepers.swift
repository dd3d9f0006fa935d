import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Threads that sleep until a condition holds.
final class Sleepers: @unchecked Sendable {
  // Proof: the memory of the lock and of the condition is allocated once, for the system's own
  // functions.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let count = Atomic<Int>(0)

  init() {
    pthread_mutex_init(lock, nil)
    pthread_cond_init(change, nil)
  }

  deinit {
    pthread_cond_destroy(change)
    pthread_mutex_destroy(lock)
    change.deallocate()
    lock.deallocate()
  }

  /// - Parameter condition: Reads with sequential consistency, as `count` is.
  func sleep(until condition: () -> Bool) {
    pthread_mutex_lock(lock)
    count.add(1, ordering: .sequentiallyConsistent)
    while !condition() { pthread_cond_wait(change, lock) }
    count.subtract(1, ordering: .relaxed)
    pthread_mutex_unlock(lock)
  }

  /// Wakes all threads, after a condition has changed with sequential consistency.
  func wake() {
    guard count.load(ordering: .sequentiallyConsistent) > 0 else { return }
    pthread_mutex_lock(lock)
    pthread_cond_broadcast(change)
    pthread_mutex_unlock(lock)
  }
}
