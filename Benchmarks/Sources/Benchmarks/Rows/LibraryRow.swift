import Measure

/// P9/library: what a clean release build of the library takes of the processor.
///
/// The floor is a module of as many lines of plain code: structures, enumerations and classes with
/// arrays, dictionaries and closures, without generics, actors or anything unsafe.
func measureLibraryRow(_ bench: Bench) throws {
  let (time, ratio) = ("P9/library-time", "P9/library")
  guard bench.wants(time) || bench.wants(ratio) else { return }
  let build = try Build()
  // All of it takes too long where nothing is compared.
  let (target, folders) = bench.choose(
    full: ("AlchemicInject", build.sources), quick: ("AlchemicInject", build.sources),
    smoke: ("AlchemicRuntime", build.sources.filter { $0.hasSuffix("/AlchemicRuntime") }))
  let lines = try codeLines(in: folders)
  var samples = PairedSamples()
  for _ in 0..<bench.choose(full: 3, quick: 1, smoke: 1) {
    samples.add(
      cost: try timeOfBuild("\(build.package)/..", target),
      floor: try Program.withFolder { folder in
        try writePlainPackage(in: folder, lines: lines)
        return try timeOfBuild(folder, "Plain")
      })
  }
  try bench.add(
    Row(
      time, "seconds of the processor for a clean release build of the library",
      value: Samples(samples.cost.values.map { $0 / 1e9 }), atMost: 20))
  try bench.add(
    Row(ratio, "the same, against a plain module of \(grouped(lines)) lines", samples, limit: 2))
}

private func timeOfBuild(_ package: String, _ target: String) throws -> Double {
  try Program.withFolder { folder in
    defer { _ = try? Program.run(["rm", "-rf", "\(folder)/scratch"]) }
    return try Program.run([
      "swift", "build", "-c", "release", "--package-path", package,
      "--scratch-path", "\(folder)/scratch", "--target", target,
    ]).processorTime
  }
}

private func writePlainPackage(in folder: String, lines: Int) throws {
  try writeFile(
    """
    // swift-tools-version: 6.2
    import PackageDescription
    let package = Package(name: "Plain", targets: [.target(name: "Plain", path: ".")])

    """, to: "\(folder)/Package.swift")
  for number in 0..<max(1, lines / SourceFile.linesOfPlainFile) {
    let file = SourceFile.plain(number)
    try writeFile(file.text, to: "\(folder)/\(file.name)")
  }
}
