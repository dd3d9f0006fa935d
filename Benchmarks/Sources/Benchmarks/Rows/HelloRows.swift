import Measure

/// P10: what a program links and takes with Alchemic that does nothing else.
func measureHelloRows(_ bench: Bench) throws {
  guard bench.wants(group: "P10") else { return }
  let build = try Build()
  let plain = try build.program("HelloPlain", for: bench)
  let hello = try build.program("HelloGreeter", for: bench)

  // Only the limit 0 will do, so this is no value over its limit.
  let foundations = try Program.run(["ldd", hello]).output.split(separator: "\n")
    .count { $0.contains("Foundation") }
  try bench.add(
    Row(
      id: "P10/foundation", name: "libraries of Foundation that hello-world links",
      unit: .other, cost: Samples([Double(foundations)]), floor: Samples([1]),
      ratio: Double(foundations),
      limit: 0))

  guard bench.wants("P10/start") else { return }
  var differences = Samples()
  for round in 0...bench.choose(full: 201, quick: 51, smoke: 1) {
    // The processor's time: a start waits for nothing.
    let with = try Program.run([hello]).processorTime
    let without = try Program.run([plain]).processorTime
    if round > 0 { differences.add(with - without) }
  }
  try bench.add(
    Row(
      "P10/start", "hello-world from begin to end, above one without", value: differences,
      atMost: 1e6,
      unit: .time)
  )
}
