import Measure

/// A program with so many classes that a start finds.
struct Image {
  private let size: Int

  init(_ size: Int) { self.size = size }

  /// Compiles it against the library as it is built now, unless that was done before.
  ///
  /// - Returns: The program.
  func build(with build: Build) throws -> String {
    let folder = "\(build.folder)/Image\(size)"
    let program = "\(folder)/Image"
    let objects = build.libraryObjects
    // What is inlined is in the modules.
    let modules = ["AlchemicCore", "AlchemicInject"].map {
      "\(build.folder)/Modules/\($0).swiftmodule"
    }
    let sources = [#filePath, "\(build.package)/Sources/CMeasure/Types.c"]
    if Program.isNewer(program, than: objects + modules + sources) { return program }
    try Program.run(["mkdir", "-p", folder])
    try writeFile(classes, to: "\(folder)/Classes.swift")
    try writeFile(Self.main, to: "\(folder)/main.swift")
    // Not optimised: the classes are empty, and the library is.
    try Program.run(
      ["swiftc", "-Onone", "-module-name", "Image", "-swift-version", "6"]
        + ["-Xcc", "-fmodule-map-file=\(build.folder)/CMeasure.build/module.modulemap"]
        + build.importArguments
        + ["\(folder)/Classes.swift", "\(folder)/main.swift", "-o", program]
        + objects
        + Program.names(in: "\(build.folder)/CMeasure.build").filter { $0.hasSuffix(".o") }
        .map { "\(build.folder)/CMeasure.build/\($0)" })
    return program
  }

  private var classes: String {
    "import AlchemicInject\n\n"
      + (0..<size).map { "final class Service\($0): AlchemicCreatable { init() {} }\n" }.joined()
  }

  private static let main = """
    import AlchemicInject
    import CMeasure

    // Prints nanoseconds.

    let isDiscovery = CommandLine.arguments[1] == "discover"
    let builder = ModelBuilder()
    let begin = measure_thread_nanoseconds()
    if isDiscovery { builder.discover() } else { measure_use(Int(measure_ask_classes("Image"))) }
    print(measure_thread_nanoseconds() - begin)
    print(isDiscovery ? builder.factories.count : Int(measure_ask_classes("Image")))

    """
}
