import Measure

/// P10: how much larger a program is with Alchemic.
func measureSizeRows(_ bench: Bench) throws {
  let size = "P10/size"
  let sizeOfLine = "P10/size-line"
  guard bench.wants(size) || bench.wants(sizeOfLine) else { return }
  let build = try Build()
  let hello = try strippedSize(build.program("HelloGreeter", for: bench))
  let alchemic = try hello - strippedSize(build.program("HelloPlain", for: bench))
  try bench.add(
    Row(
      size, "KB of a stripped hello-world, above one without",
      value: Samples([Double(alchemic) / 1024]), atMost: 350))

  guard bench.wants(sizeOfLine) else { return }
  let example = try strippedSize(build.program("ExampleRow", for: bench)) - hello
  let ofAlchemic = try Double(alchemic) / Double(codeLines(in: build.sources))
  let ofExample = try Double(example) / Double(codeLines(in: build.exampleSources))
  try bench.add(
    Row(
      id: sizeOfLine, name: "bytes of it for a line of code, against the example's",
      unit: .other, cost: Samples([ofAlchemic]), floor: Samples([ofExample]),
      ratio: ofAlchemic / ofExample, limit: 1))
}

private func strippedSize(_ program: String) throws -> Int {
  try Program.withFolder { folder in
    try Program.run(["strip", "-o", "\(folder)/stripped", program])
    return try Program.size(of: "\(folder)/stripped")
  }
}
