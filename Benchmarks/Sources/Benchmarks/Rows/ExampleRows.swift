import Measure

/// P11: the example on its real file.
func measureExampleRows(_ bench: Bench) throws {
  guard bench.wants(group: "P11") else { return }
  let program = try Build().program("ExampleRow", for: bench)
  let (wallets, rounds) = bench.choose(full: (1_000, 5), quick: (100, 5), smoke: (10, 1))
  let run = try Program.run([program, "\(wallets)", "\(rounds)"])
  var (plain, objects) = (PairedSamples(), PairedSamples())
  for line in run.output.split(separator: "\n") {
    let times = line.split(separator: " ").compactMap { Double($0) }
    guard times.count == 3 else { throw Failure("unexpected: \(line)") }
    plain.add(cost: times[0], floor: times[1])
    objects.add(cost: times[0], floor: times[2])
  }
  let name = "the example, \(grouped(wallets)) wallets"
  try bench.add(Row("P11", "\(name), against its arithmetic in loops", plain, limit: 4))
  try bench.add(Row("P11/objects", "\(name), against its objects in loops", objects, limit: 4))
}
