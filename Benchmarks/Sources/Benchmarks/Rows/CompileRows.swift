import Measure

/// P9: how long a compiler takes.
func measureCompileRows(_ bench: Bench) throws {
  guard bench.wants(group: "P9") else { return }
  let build = try Build()
  let count = bench.choose(full: 1_000, quick: 200, smoke: 10)
  let files = [
    ("registrations", "closures", SourceFile.registrations(count)),
    ("properties", "lazy vars", SourceFile.properties(count)),
  ]
  for (kind, other, (cost, floor)) in files {
    for (configuration, options) in configurations where bench.wants("P9/\(kind)-\(configuration)")
    {
      let samples = try measure(
        build, cost, floor, options, rounds: bench.choose(full: 3, quick: 1, smoke: 1))
      let what = kind == "properties" ? "@Injected properties" : kind
      try bench.add(
        Row(
          "P9/\(kind)-\(configuration)",
          "compile \(grouped(count)) \(what) in \(configuration), against \(other)", samples,
          limit: 2))
    }
  }
  try measureSources(bench, build)
}

/// P9/sources: how much longer a compiler takes for an initializer with sixteen sources than for
/// the same one whose arguments are found by type.
private func measureSources(_ bench: Bench, _ build: Build) throws {
  let spellings = [
    ("sources", ["AcInt(3)", "AcString(\"x\")", "AcDouble(1)", "AcProtocol((any Service).self)"]),
    (
      "sources-dots",
      [".value(3)", ".named(\"x\")", ".value(1)", ".conforming((any Service).self)"]
    ),
  ]
  for (id, sources) in spellings where bench.wants("P9/\(id)") {
    let (cost, floor) = SourceFile.sources(sources)
    let samples = try measure(
      build, cost, floor, ["-Onone"], rounds: bench.choose(full: 5, quick: 3, smoke: 1))
    let seconds = zip(samples.cost.values, samples.floor.values).map { ($0 - $1) / 1e9 }
    try bench.add(
      Row(
        "P9/\(id)", "seconds to compile sixteen sources of one initializer, as \(sources[0])",
        value: Samples(seconds), atMost: 1))
  }
}

/// What the package manager tells the compiler.
private let configurations = [
  ("release", ["-O", "-whole-module-optimization"]), ("debug", ["-Onone", "-enable-testing"]),
]

private func measure(
  _ build: Build, _ cost: SourceFile, _ floor: SourceFile, _ options: [String], rounds: Int
) throws -> PairedSamples {
  try Program.withFolder { folder in
    func time(_ file: SourceFile) throws -> Double {
      try writeFile(file.text, to: "\(folder)/\(file.name)")
      // The processor's time, also of the programs that the compiler starts.
      return try Program.run(
        ["swiftc", "-c", "-g", "-parse-as-library", "-module-name", "Measured"]
          + ["-swift-version", "6"] + options + build.importArguments
          + ["\(folder)/\(file.name)", "-o", "\(folder)/object.o"]
      ).processorTime
    }
    // The first one of all reads the compiler from the disk.
    _ = try time(floor)
    var samples = PairedSamples()
    for _ in 0..<rounds { samples.add(cost: try time(cost), floor: try time(floor)) }
    return samples
  }
}
