import AlchemicInject
import Measure
import Operations

/// P13: validation, against the build that it contains.
func measureValidationRows(_ bench: Bench) throws {
  guard bench.wants(group: "P13") else { return }
  let size = bench.choose(full: 10_000, quick: 10_000, smoke: 100)
  let missing = size / 10
  let rows: [(String, Validating.Lack, String)] = [
    ("P13/sound", .nothing, "validate \(grouped(size)) factories, against building them"),
    ("P13/types", .types, "the same, \(grouped(missing)) of them with a missing type"),
    ("P13/names", .names, "the same, \(grouped(missing)) of them with a missing name"),
  ]
  for (id, lack, title) in rows where bench.wants(id) {
    let model = Validating(size, lacking: lack, missingCount: missing)
    var samples = PairedSamples()
    defer { Alchemic.reset() }
    // The first round makes the metadata of the types.
    for round in 0...bench.choose(full: 9, quick: 3, smoke: 1) {
      Alchemic.reset()
      let cost = threadTime { model.validate() }
      let floor = try threadTime { try model.build() }
      if round > 0 { samples.add(cost: cost, floor: floor) }
    }
    try bench.add(Row(id, title, samples, limit: 2))
  }
}
