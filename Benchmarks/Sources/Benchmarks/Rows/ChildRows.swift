import AlchemicInject
import Measure
import Operations

/// P14: child models.
func measureChildRows(_ bench: Bench) throws {
  guard bench.wants(group: "P14") else { return }
  defer { Alchemic.reset() }
  try HotModel.start()
  for row in HotModel.besideChildren where bench.wants(row.id) {
    let samples = measureBesideChild(bench, row)
    try bench.add(Row(row.id, row.name, samples, limit: row.limit))
  }
  if bench.wants("P14/get") {
    let operation = HotModel.inChildren
    let samples = operation.pair.measure(bench.effort)
    try bench.add(Row(operation.id, operation.name, samples, limit: operation.limit))
  }
  guard bench.wants("P14/child") || bench.wants("P14/child-time") else { return }
  Alchemic.reset()
  let children = Children(1_000)
  try children.start()
  let operation = children.operation
  let samples = operation.pair.measure(bench.effort)
  try bench.add(Row(operation.id, operation.name, samples, limit: operation.limit))
  let microseconds = Samples(samples.cost.values.map { $0 / 1_000 })
  try bench.add(
    Row(
      "P14/child-time", "microseconds of the same, against 100", value: microseconds, atMost: 100))
}

/// Nanoseconds per operation while another thread has a child, and those of the floor without any.
private func measureBesideChild(_ bench: Bench, _ row: HotModel.BesideChild) -> PairedSamples {
  let count = bench.choose(full: 100_000, quick: 20_000, smoke: 100)
  func time(_ loop: Loop) -> Double { threadTime { loop(count) } / Double(count) }
  var samples = PairedSamples()
  for round in 0...bench.choose(full: 51, quick: 15, smoke: 1) {
    let child = ChildElsewhere()
    let cost = time(row.cost)
    child.end()
    let floor = time(row.floor)
    if round > 0 { samples.add(cost: cost, floor: floor) }
  }
  return samples
}
