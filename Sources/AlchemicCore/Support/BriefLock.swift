import CAlchemicRuntime
import Synchronization

/// A lock for sections of a few instructions that run no user code.
///
/// Takes one word and makes no system call; a waiting thread spins, and soon yields the processor.
/// On Linux, `Synchronization.Mutex` is a priority-inheriting futex, whose throughput falls to a
/// fraction of this when more threads than processors contend.
package struct BriefLock: ~Copyable, Sendable {
  private let isTaken = Atomic<Bool>(false)

  package init() {}

  /// Runs `body` under the lock.
  package borrowing func withLock<Result>(_ body: () -> Result) -> Result {
    take()
    defer { give() }
    return body()
  }

  /// Waits for the lock and holds it until ``give()``.
  package borrowing func take() {
    if isTaken.exchange(true, ordering: .acquiring) { wait() }
  }

  /// Releases the lock.
  package borrowing func give() {
    // Retains that the section has made must happen before another thread takes the lock.
    alchemic_keep_order()
    isTaken.store(false, ordering: .releasing)
  }

  private borrowing func wait() {
    var pause = SpinPause()
    repeat { pause.wait() } while isTaken.exchange(true, ordering: .acquiring)
  }
}

/// A pause while another thread runs a section of a few instructions. Yields the processor after
/// some turns, in case that thread was interrupted.
package struct SpinPause {
  private var turns = 0

  package init() {}

  package mutating func wait() {
    turns += 1
    if turns > 64 { sched_yield() }
  }
}
