import Measure

/// P10: what a program gets with Alchemic that does nothing else.
func measureHelloRows(_ bench: Bench) throws {
  guard bench.wants(group: "P10") else { return }
  let build = try Build()
  let (plain, hello) = (try build.program("HelloPlain"), try build.program("HelloAlchemic"))

  let more = try strippedSize(hello) - strippedSize(plain)
  bench.add(
    Row(
      "P10/size", "KB of a stripped hello-world, above one without",
      value: Samples([Double(more) / 1024]), atMost: 350))

  // Only the limit 0 will do, so this is no value over its limit.
  let foundations = try Program.run(["ldd", hello]).output.split(separator: "\n")
    .count { $0.contains("Foundation") }
  bench.add(
    Row(
      id: "P10/foundation", name: "libraries of Foundation that hello-world links",
      unit: .other, cost: Samples([Double(foundations)]), floor: Samples([1]),
      ratio: Double(foundations),
      limit: 0))

  guard bench.wants("P10/start") else { return }
  var differences = Samples()
  for round in 0...(bench.isQuick ? 51 : 201) {
    // The processor's time: a start waits for nothing.
    let with = try Program.run([hello]).processorTime
    let without = try Program.run([plain]).processorTime
    if round > 0 { differences.add(with - without) }
  }
  bench.add(
    Row(
      "P10/start", "hello-world from begin to end, above one without", value: differences,
      atMost: 1e6,
      unit: .time)
  )
}

private func strippedSize(_ program: String) throws -> Int {
  try Program.withFolder { folder in
    try Program.run(["strip", "-o", "\(folder)/stripped", program])
    return try Program.size(of: "\(folder)/stripped")
  }
}
