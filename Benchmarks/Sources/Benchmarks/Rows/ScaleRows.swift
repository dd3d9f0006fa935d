import AlchemicInject
import Measure
import Operations

/// P5: start with many types.
func measureScaleRows(_ bench: Bench) throws {
  guard bench.wants(group: "P5") else { return }
  var medians: [Int: Double] = [:]
  for size in bench.isQuick ? [100, 1_000, 10_000] : [100, 1_000, 10_000, 100_000] {
    guard bench.wants("P5/\(size)") || (bench.wants("P5/growth") && size >= 10_000) else {
      continue
    }
    let samples = try samples(of: Scale(size), rounds: rounds(size, bench.isQuick))
    medians[size] = samples.cost.median
    bench.add(
      Row(
        "P5/\(size)", "start with \(grouped(size)) types, against a dictionary of closures",
        samples, limit: size == 10_000 ? 8 : nil))
  }
  if let small = medians[10_000], let large = medians[100_000] {
    bench.add(
      Row(
        "P5/growth", "times as long for 100,000 types as for 10,000",
        value: Samples([large / small]), atMost: 12))
  }
}

private func rounds(_ size: Int, _ isQuick: Bool) -> Int {
  switch size {
  case ...100: isQuick ? 25 : 101
  case ...1_000: isQuick ? 9 : 25
  case ...10_000: isQuick ? 3 : 9
  default: 3
  }
}

private func samples(of scale: Scale, rounds: Int) throws -> PairedSamples {
  defer { Alchemic.reset() }
  var samples = PairedSamples()
  // The first time makes the metadata of the types and of what is generic over them: the last round counts
  // from the second on.
  for round in 0...rounds {
    Alchemic.reset()
    let cost = try threadTime { try scale.start() }
    let floor = threadTime { scale.fillDictionary() }
    if round > 0 { samples.add(cost: cost, floor: floor) }
  }
  return samples
}
