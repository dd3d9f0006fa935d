import AlchemicCore
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Runs `body` on so many threads at once, released together, and waits for all of them.
///
/// Real threads from a start line show races that task groups hide half of the time.
package func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let line = StartLine(count)
  let threads = (0..<count).map { number in
    startJob {
      line.wait()
      body(number)
    }
  }
  for thread in threads { pthread_join(thread, nil) }
}

/// Runs `body` on a thread of its own, and does not wait for it.
package func startThread(_ body: @escaping @Sendable () -> Void) {
  withAttributes {
    // `pthread_detach` reads a thread's memory, which the thread releases if it ends meanwhile.
    pthread_attr_setdetachstate($0, Int32(PTHREAD_CREATE_DETACHED))
    _ = startJob($0, body)
  }
}

/// - Parameter attributes: Nil for a thread that is joined, with a stack of the usual size.
private func startJob(
  _ attributes: UnsafeMutablePointer<pthread_attr_t>? = nil,
  _ body: @escaping @Sendable () -> Void
) -> pthread_t {
  let job = Unmanaged.passRetained(Job(body)).toOpaque()
  #if canImport(Darwin)
  var thread: pthread_t?
  let failure = pthread_create(
    &thread, attributes,
    {
      runJob($0); return nil
    }, job)
  #else
  var thread = pthread_t()
  let failure = pthread_create(
    &thread, attributes,
    {
      runJob($0!); return nil
    }, job)
  #endif
  // A job that never runs would let the test run wait for ever.
  precondition(failure == 0, "the system has no further thread: \(failure)")
  #if canImport(Darwin)
  return thread!
  #else
  return thread
  #endif
}

private func withAttributes(_ body: (UnsafeMutablePointer<pthread_attr_t>) -> Void) {
  let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
  pthread_attr_init(attributes)
  body(attributes)
  pthread_attr_destroy(attributes)
  attributes.deallocate()
}

private func runJob(_ pointer: UnsafeMutableRawPointer) {
  Unmanaged<Job>.fromOpaque(pointer).takeRetainedValue().run()
}

private final class Job: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Runs `body` on a thread with a stack of so many bytes, and waits for it.
package func onStack(of size: Int, _ body: @escaping @Sendable () -> Void) {
  withAttributes {
    precondition(pthread_attr_setstacksize($0, size) == 0)
    pthread_join(startJob($0, body), nil)
  }
}

/// The time of the processor that `body` takes on this thread: other threads do not count.
package func processorTime(_ body: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let begin = now()
  try body()
  return now() - begin
}

/// Where threads wait until all are there.
private final class StartLine: Sendable {
  private let missing: Atomic<Int>
  init(_ count: Int) { missing = Atomic(count) }

  func wait() {
    missing.subtract(1, ordering: .acquiringAndReleasing)
    // A thread that slept would start later than the others.
    while missing.load(ordering: .acquiring) > 0 { sched_yield() }
  }
}

/// A number that threads count up together.
package final class Counter: Sendable {
  private let number = Atomic<Int>(0)
  package init() {}
  package func increment() { number.add(1, ordering: .acquiringAndReleasing) }
  package var value: Int { number.load(ordering: .acquiring) }
}

/// A list that threads add to together.
package final class Log<Entry: Sendable>: Sendable {
  private let list = Locked<[Entry]>([])
  package init() {}
  package func add(_ entry: Entry) { list.withLock { $0.append(entry) } }
  package var entries: [Entry] { list.withLock { $0 } }
}

/// Lets another thread run.
package func yieldThread() { sched_yield() }

/// Waits on this thread until a condition holds, or the time is over.
///
/// Yields at first, and then sleeps: threads that only yield take the processors from those for
/// which they wait.
///
/// - Returns: Whether the condition holds.
@discardableResult
package func waitUntil(seconds: Double = .infinity, _ condition: () -> Bool) -> Bool {
  for _ in 0..<100 {
    if condition() { return true }
    sched_yield()
  }
  let end = seconds.isFinite ? ContinuousClock.now + .seconds(seconds) : nil
  while !condition() {
    if let end, ContinuousClock.now >= end { return false }
    usleep(100)
  }
  return true
}

/// The same for a task, which holds no thread meanwhile.
@discardableResult
package nonisolated(nonsending) func waitUntil(
  seconds: Double = .infinity, _ condition: () -> Bool
) async -> Bool {
  for _ in 0..<100 {
    if condition() { return true }
    await Task.yield()
  }
  let end = seconds.isFinite ? ContinuousClock.now + .seconds(seconds) : nil
  while !condition() {
    if let end, ContinuousClock.now >= end { return false }
    // Another task: that of the caller may be cancelled, and would not sleep.
    await Task.detached { try? await Task.sleep(for: .microseconds(200)) }.value
  }
  return true
}
