#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Synchronization

/// A lock for sections of a few instructions, in which no user code runs.
///
/// One word, no system call; a thread that meets it taken spins, and soon lets others run.
/// `Synchronization.Mutex` on Linux is a priority-inheriting futex, which falls to a fraction of
/// this when more threads than processors contend.
package struct BriefLock: ~Copyable, Sendable {
  private let isTaken = Atomic<Bool>(false)

  package init() {}

  /// Runs `body` under the lock.
  package borrowing func withLock<Result>(_ body: () -> Result) -> Result {
    take()
    defer { give() }
    return body()
  }

  /// Takes it when nobody has it, until ``give()``.
  package borrowing func take() {
    if isTaken.exchange(true, ordering: .acquiring) { wait() }
  }

  /// Gives it back.
  package borrowing func give() { isTaken.store(false, ordering: .releasing) }

  private borrowing func wait() {
    var pause = SpinPause()
    repeat { pause.wait() } while isTaken.exchange(true, ordering: .acquiring)
  }
}

/// Waits a moment for a section of a few instructions on another thread; lets that thread run if
/// it was interrupted inside it.
package struct SpinPause {
  private var turns = 0

  package init() {}

  package mutating func wait() {
    turns += 1
    if turns > 64 { sched_yield() }
  }
}
