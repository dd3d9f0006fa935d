import Measure

/// Where this program was built, and how others are built beside it.
struct Build {
  /// The folder with this program and the built modules.
  let folder: String
  /// The folder of this package.
  let package: String

  init() throws {
    folder = try Program.folder()
    // This file is Sources/Benchmarks/Programs/Build.swift.
    package = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
  }

  /// Builds another program of this package.
  ///
  /// Where no number means anything, one that is there already is used, even if it is old.
  ///
  /// - Returns: Where it is.
  func program(_ name: String, for bench: Bench) throws -> String {
    if bench.options.extent == .smoke, Program.names(in: folder).contains(name) {
      return "\(folder)/\(name)"
    }
    // …/.build/TRIPLE/release
    let scratch = folder.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
    try Program.run([
      "swift", "build", "-c", "release", "--package-path", package, "--scratch-path", scratch,
      "--product", name,
    ])
    return "\(folder)/\(name)"
  }

  /// What a compiler is told so that it finds Alchemic.
  var importArguments: [String] {
    ["-I", "\(folder)/Modules", "-I", "\(package)/../Sources/CAlchemicRuntime/include"]
  }

  /// The folders with what a program links of Alchemic.
  var sources: [String] { libraryModules.map { "\(package)/../Sources/\($0)" } }

  /// The folders with the example and what runs it here.
  var exampleSources: [String] {
    ["\(package)/../Examples/Treasury/TreasuryKit", "\(package)/Sources/ExampleRow"]
  }

  private var libraryModules: [String] {
    ["AlchemicRuntime", "AlchemicCore", "AlchemicInject", "CAlchemicRuntime"]
  }

  /// The compiled files of Alchemic.
  var libraryObjects: [String] { libraryModules.flatMap { objects(of: $0) } }

  /// The compiled files of a module.
  func objects(of module: String) -> [String] {
    Program.names(in: "\(folder)/\(module).build").filter { $0.hasSuffix(".o") }
      .map { "\(folder)/\(module).build/\($0)" }
  }

  /// What a linker is told of a program that is linked with Alchemic by hand: the compiled files,
  /// and the libraries that the package manager takes from Package.swift.
  var linkArguments: [String] {
    #if os(Linux) || os(Android)
    libraryObjects + ["-ldispatch"]
    #else
    libraryObjects
    #endif
  }
}

/// How many lines there are in these folders that are neither empty nor a comment.
func codeLines(in folders: [String]) throws -> Int {
  var count = 0
  for folder in folders {
    for name in Program.names(in: folder) {
      let path = "\(folder)/\(name)"
      if name.hasSuffix(".swift") {
        count += try readFile(path).split(separator: "\n").count { line in
          let code = line.drop { $0 == " " }
          return !code.isEmpty && !code.hasPrefix("//")
        }
      } else {
        count += try codeLines(in: [path])
      }
    }
  }
  return count
}
