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
  try measureSharedObject(bench)
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

/// P7/template and so on: how many times longer two threads take, that each do as much as one.
///
/// A task-local container by hand takes longer, too, where the processors of a machine are threads
/// of one core, or where others use them. So each row is divided by that.
private func measureTwoThreads(_ bench: Bench) throws {
  let wanted = TwoThreads.all.filter { bench.wants("P7/\($0.id)") }
  guard !wanted.isEmpty else { return }
  try TwoThreads.start()
  defer { Alchemic.reset() }
  let byHand = Scaling(of: TwoThreads.byHand, bench)
  for operation in wanted {
    let scaling = Scaling(of: operation, bench)
    var samples = PairedSamples()
    for _ in 0..<bench.choose(full: 101, quick: 25, smoke: 1) {
      samples.add(cost: scaling.measure(), floor: byHand.measure())
    }
    try bench.add(
      Row(
        "P7/\(operation.id)", "times as long on 2 threads: \(operation.description)", samples,
        limit: operation.limit, unit: .other))
  }
}

/// P7/shared: both threads write the count of one object, which no code can avoid.
private func measureSharedObject(_ bench: Bench) throws {
  guard bench.wants("P7/shared") else { return }
  try TwoThreads.start()
  defer { Alchemic.reset() }
  let (cost, floor) = (TwoThreads.shared, TwoThreads.sharedByHand)
  let samples = measure(bench, 2, { cost.run($1) }, { floor.run($1) })
  let name = "\(cost.description), on 2 threads, against a function that returns it"
  try bench.add(Row("P7/shared", name, samples, limit: 1.11))
}

/// How two threads get on with an operation.
private struct Scaling {
  private let operation: TwoThreads.Repeated
  private let count: Int

  init(of operation: TwoThreads.Repeated, _ bench: Bench) {
    self.operation = operation
    // About 10 ms: the preparation of a thread takes less than a hundredth of that.
    var count = 1
    while Self.time(of: operation, count, on: 1) < 1e7, count < 1 << 30 { count *= 2 }
    self.count = bench.choose(full: count, quick: count, smoke: 1)
  }

  /// The time that two threads take, divided by that of one.
  func measure() -> Double {
    Self.time(of: operation, count, on: 2) / Self.time(of: operation, count, on: 1)
  }

  private static func time(
    of operation: TwoThreads.Repeated, _ count: Int, on threads: Int
  ) -> Double {
    timeOnThreads(threads) { _ in
      measure_keep_memory()
      operation.run(count)
      measure_return_memory()
    }
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
