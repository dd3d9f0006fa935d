import AlchemicInject
import Measure
import Operations

/// P6: `AcSet` with many hosts alive.
func measureFollowingRows(_ bench: Bench) throws {
  guard bench.wants(group: "P6") else { return }
  for size in sizes(bench) {
    try measureSetting(bench, "P6/\(size)", "with hooks", size, haveHooks: true)
  }
  for size in sizes(bench) {
    try measureSetting(bench, "P6/no-hooks/\(size)", "without hooks", size, haveHooks: false)
  }
  try measureMemory(bench)
  try measureAlone(bench)
}

private func sizes(_ bench: Bench) -> [Int] {
  let all = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
  return Array(all.prefix(bench.choose(full: all.count, quick: 5, smoke: all.count)))
}

private func measureSetting(
  _ bench: Bench, _ id: String, _ kind: String, _ size: Int, haveHooks: Bool
) throws {
  guard bench.wants(id) else { return }
  try Following.start()
  defer { Alchemic.reset() }
  let rounds = size < 100_000 ? bench.effort.rounds : min(9, bench.effort.rounds)
  let effort = Effort(rounds: rounds, slice: bench.effort.slice)
  let samples = Following.setting(hosts: bench.count(size), haveHooks: haveHooks).measure(effort)
  let hosts = size == 1 ? "1 host" : "\(grouped(size)) hosts"
  try bench.add(Row(id, "AcSet with \(hosts) \(kind), against a board by hand", samples, limit: 3))
}

private func measureMemory(_ bench: Bench) throws {
  guard bench.wants("P6/memory") || bench.wants("P6/no-hooks/memory") else { return }
  let bytes = try (0..<3).map { _ in try MemoryUse.measured(bench) }
  try bench.add(
    Row(
      "P6/memory", "bytes a host with hooks for @Transient, above @Injected",
      value: Samples(bytes.map(\.aware)), atMost: 64))
  try bench.add(
    Row(
      "P6/no-hooks/memory", "bytes a host for @Transient, above @Injected",
      value: Samples(bytes.map(\.withoutHooks)), atMost: 64))
}

/// The floor is the same alone: before the others are there, and after they are gone.
private func measureAlone(_ bench: Bench) throws {
  guard bench.wants("P6/alone") else { return }
  try Following.start()
  defer { Alchemic.reset() }
  let count = bench.choose(full: 1_000_000, quick: 100_000, smoke: 1_000)
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
  try bench.add(
    Row(
      id: "P6/alone", name: "make, drop a host among \(grouped(count)), against alone",
      unit: .time, cost: cost, floor: floor, ratio: cost.median / floor.median, limit: 1.25))
}
