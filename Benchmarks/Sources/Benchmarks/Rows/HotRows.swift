import AlchemicInject
import Measure
import Operations

/// P1 to P4, P8, P12 and what is written by hand: what takes nanoseconds.
func measureHotRows(_ bench: Bench) throws {
  try HotModel.start()
  defer { Alchemic.reset() }
  for operation in HotModel.operations where bench.wants(operation.id) {
    let samples = operation.pair.measure(bench.effort)
    try bench.add(Row(operation.id, operation.name, samples, limit: operation.limit))
  }
  guard bench.wants("P3/memory") else { return }
  let bytes = try Samples((0..<3).map { _ in try MemoryUse.measured(bench).injected })
  try bench.add(
    Row("P3/memory", "bytes a host with 3 @Injected, above a plain one", value: bytes, atMost: 300))
}
