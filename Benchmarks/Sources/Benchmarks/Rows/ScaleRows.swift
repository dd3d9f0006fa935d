import AlchemicInject
import Measure
import Operations

/// P5: start with many types.
func measureScaleRows(_ bench: Bench) throws {
  guard bench.wants(group: "P5") else { return }
  var medians: [Int: Double] = [:]
  let all = [100, 1_000, 10_000, 100_000]
  let sizes = Array(all.prefix(bench.choose(full: all.count, quick: 3, smoke: all.count)))
  let (small, large) = (sizes[sizes.count - 2], sizes[sizes.count - 1])
  for size in sizes {
    guard bench.wants("P5/\(size)") || (bench.wants("P5/growth") && size >= small) else {
      continue
    }
    let samples = try samples(of: Scale(bench.count(size)), rounds: rounds(size, bench))
    medians[size] = samples.cost.median
    try bench.add(
      Row(
        "P5/\(size)", "start with \(grouped(size)) types, against a dictionary of closures",
        samples, limit: size == 10_000 ? 8 : nil))
  }
  if bench.wants("P5/templates") {
    let size = 10_000
    let samples = try samples(
      of: Scale(bench.count(size), areTemplates: true), rounds: rounds(size, bench))
    try bench.add(
      Row(
        "P5/templates",
        "start with \(grouped(size)) templates, against a dictionary of closures", samples,
        limit: 8))
  }
  if let less = medians[small], let more = medians[large] {
    try bench.add(
      Row(
        "P5/growth", "times as long for \(grouped(large)) types as for \(grouped(small))",
        value: Samples([more / less]), atMost: 12))
  }
}

private func rounds(_ size: Int, _ bench: Bench) -> Int {
  switch size {
  case ...100: bench.choose(full: 101, quick: 25, smoke: 1)
  case ...1_000: bench.choose(full: 25, quick: 9, smoke: 1)
  case ...10_000: bench.choose(full: 9, quick: 3, smoke: 1)
  default: bench.choose(full: 3, quick: 3, smoke: 1)
  }
}

private func samples(of scale: Scale, rounds: Int) throws -> PairedSamples {
  defer { Alchemic.reset() }
  var samples = PairedSamples()
  // The first time makes the metadata of the types and of what is generic over them: the last round
  // counts from the second on.
  for round in 0...rounds {
    Alchemic.reset()
    let cost = try threadTime { try scale.start() }
    let floor = threadTime { scale.fillDictionary() }
    if round > 0 { samples.add(cost: cost, floor: floor) }
  }
  return samples
}
