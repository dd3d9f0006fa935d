import AlchemicInject
import Measure
import Operations

/// P6: `AcSet` with many hosts alive.
func measureFollowingRows(_ bench: Bench) throws {
  guard bench.wants(group: "P6") else { return }
  for size in sizes(bench.isQuick) {
    try measureSetting(
      bench, "P6/\(size)", "AcSet with \(grouped(size)) hosts with hooks, against a walk", size
    ) {
      Following.awareHosts($0)
    }
  }
  for size in sizes(bench.isQuick) {
    try measureSetting(
      bench, "P6/no-hooks/\(size)",
      "AcSet with \(grouped(size)) hosts without hooks, against a walk", size
    ) { Following.quietHosts($0) }
  }
  try measureMemory(bench)
  try measureAlone(bench)
}

private func sizes(_ isQuick: Bool) -> [Int] {
  let all = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
  return isQuick ? Array(all.prefix(5)) : all
}

private func measureSetting(
  _ bench: Bench, _ id: String, _ name: String, _ size: Int, _ makeHosts: (Int) -> Following.Hosts
) throws {
  guard bench.wants(id) else { return }
  try Following.start()
  defer { Alchemic.reset() }
  let hosts = makeHosts(size)
  let effort = size < 100_000 ? bench.effort : Effort(rounds: 9, slice: bench.effort.slice)
  let samples = Following.setting(besides: size).measure(effort)
  withExtendedLifetime(hosts) { bench.add(Row(id, name, samples, limit: 3)) }
}

private func measureMemory(_ bench: Bench) throws {
  guard bench.wants("P6/memory") || bench.wants("P6/no-hooks/memory") else { return }
  let bytes = try (0..<3).map { _ in try MemoryUse.measured(bench) }
  bench.add(
    Row(
      "P6/memory", "bytes a host with hooks for @Transient, above @Injected",
      value: Samples(bytes.map(\.aware)), atMost: 64))
  bench.add(
    Row(
      "P6/no-hooks/memory", "bytes a host for @Transient, above @Injected",
      value: Samples(bytes.map(\.quiet)), atMost: 64))
}

/// The floor is the same alone: before the others are there, and after they are gone.
private func measureAlone(_ bench: Bench) throws {
  guard bench.wants("P6/alone") else { return }
  try Following.start()
  defer { Alchemic.reset() }
  let count = bench.isQuick ? 100_000 : 1_000_000
  func times() -> [Double] {
    Following.makingHosts(1_000)
    return (0..<15).map { _ in threadTime { Following.makingHosts(1_000) } / 1_000 }
  }
  let before = times()
  var hosts = Following.awareHosts(count)
  let among = times()
  withExtendedLifetime(hosts) {}
  hosts = []
  let floor = Samples(before + times())
  let cost = Samples(among)
  bench.add(
    Row(
      id: "P6/alone", name: "make, drop a host among \(grouped(count)), against alone",
      cost: cost, floor: floor, ratio: cost.median / floor.median, limit: 1.25))
}
