import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A race on purpose: two threads from a start line add to one number without a lock. The thread
/// sanitizer has to report it; where it does not, its silence about the library would mean nothing.
/// See `.ci/parts`.
@main enum Race {
  static func main() {
    let other = startAdding()
    add()
    pthread_join(other, nil)
    print("two threads counted to \(number), and nobody minded")
  }
}

let missing = Atomic<Int>(2)
nonisolated(unsafe) var number = 0

func add() {
  missing.subtract(1, ordering: .acquiringAndReleasing)
  while missing.load(ordering: .acquiring) > 0 { sched_yield() }
  for _ in 0..<1_000 { number += 1 }
}

#if canImport(Darwin)
func startAdding() -> pthread_t {
  var thread: pthread_t?
  pthread_create(&thread, nil, { _ in addOnThread() }, nil)
  return thread!
}
#else
func startAdding() -> pthread_t {
  var thread = pthread_t()
  pthread_create(&thread, nil, { _ in addOnThread() }, nil)
  return thread
}
#endif

func addOnThread() -> UnsafeMutableRawPointer? {
  add()
  return nil
}
