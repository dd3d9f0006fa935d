import AlchemicInject
import CMeasure
import Measure
import Operations
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// P7: several threads at once.
///
/// Time that passes, since threads may wait for each other; divided by what one thread does.
func measureThreadRows(_ bench: Bench) throws {
  guard bench.wants(group: "P7") else { return }
  try measureTwoThreads(bench)
  try Lanes.start()
  defer { Alchemic.reset() }
  for threads in [1, 2, 8] where bench.wants("P7/\(threads)") {
    let samples = measure(bench, threads, Lanes.getting, Lanes.lookingUp)
    let name =
      "AcGet on \(threads == 1 ? "1 thread" : "\(threads) threads"), against a lock-free lookup"
    try bench.add(Row("P7/\(threads)", name, samples, limit: 1.25))
  }
  if bench.wants("P7/transient") {
    let samples = whileSetting { measure(bench, 1, Lanes.readingTransient, Lanes.lookingUp) }
    try bench.add(
      Row(
        "P7/transient", "read @Transient while it is set, against a lock-free lookup",
        samples, limit: 1.25))
  }
}

/// P7/template and so on: what two threads do at once, against the same on one thread.
private func measureTwoThreads(_ bench: Bench) throws {
  let wanted = TwoThreads.all.filter { bench.wants("P7/\($0.id)") }
  guard !wanted.isEmpty else { return }
  try TwoThreads.start()
  defer { Alchemic.reset() }
  for operation in wanted {
    // About 30 ms: the preparation of a thread takes less than a hundredth of that.
    var count = 1
    while nanoseconds(for: count, of: operation, on: 1) < 3e7, count < 1 << 30 { count *= 2 }
    if bench.choose(full: false, quick: false, smoke: true) { count = 1 }
    var samples = PairedSamples()
    for _ in 0..<bench.choose(full: 51, quick: 15, smoke: 1) {
      samples.add(
        cost: nanoseconds(for: count, of: operation, on: 2) / Double(count),
        floor: nanoseconds(for: count, of: operation, on: 1) / Double(count))
    }
    let description = "\(operation.description), on 2 threads against 1"
    try bench.add(Row("P7/\(operation.id)", description, samples, limit: operation.limit))
  }
}

private func nanoseconds(
  for count: Int, of operation: TwoThreads.Repeated, on threads: Int
) -> Double {
  timeOnThreads(threads) { _ in
    measure_keep_memory()
    operation.run(count)
    measure_return_memory()
  }
}

private func measure(
  _ bench: Bench, _ threads: Int, _ cost: @escaping Lanes.Body, _ floor: @escaping Lanes.Body
) -> PairedSamples {
  let count = bench.choose(full: 400_000, quick: 100_000, smoke: 800) / threads
  func time(_ body: @escaping Lanes.Body) -> Double {
    timeOnThreads(threads) { body($0, count) } / Double(count)
  }
  _ = (time(cost), time(floor))
  var samples = PairedSamples()
  for _ in 0..<bench.choose(full: 51, quick: 15, smoke: 1) {
    samples.add(cost: time(cost), floor: time(floor))
  }
  return samples
}

/// Calls `body` while another thread sets the price a thousand times a second.
private func whileSetting<Result>(_ body: () -> Result) -> Result {
  let state = SetterState()
  let setter = Thread {
    let begin = nanosecondsNow()
    while !state.isDone.load(ordering: .acquiring) {
      let sets = state.sets.add(1, ordering: .relaxed).newValue
      Lanes.set(sets)
      while nanosecondsNow() < begin + Double(sets) * 1e6 { usleep(100) }
    }
  }
  defer {
    state.isDone.store(true, ordering: .releasing)
    setter.join()
  }
  return body()
}

private final class SetterState: Sendable {
  let isDone = Atomic<Bool>(false)
  let sets = Atomic<Int>(0)
}
