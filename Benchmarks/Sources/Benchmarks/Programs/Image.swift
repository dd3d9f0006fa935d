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
    // What is inlined is in the modules.
    let modules = ["AlchemicRuntime", "AlchemicCore", "AlchemicInject"].map {
      "\(build.folder)/Modules/\($0).swiftmodule"
    }
    let sources = [#filePath, "\(build.package)/Sources/CMeasure/Types.c"]
    if Program.isNewer(program, than: build.libraryObjects + modules + sources) { return program }
    try Program.run(["mkdir", "-p", folder])
    try writeFile(classes, to: "\(folder)/Classes.swift")
    try writeFile(Self.main, to: "\(folder)/main.swift")
    // Not optimised: the classes are empty, and the library is.
    try Program.run(
      ["swiftc", "-Onone", "-module-name", "Image", "-swift-version", "6"]
        + ["-Xcc", "-fmodule-map-file=\(build.folder)/CMeasure.build/module.modulemap"]
        + build.importArguments
        + ["\(folder)/Classes.swift", "\(folder)/main.swift", "-o", program]
        + build.linkArguments + build.objects(of: "CMeasure"))
    return program
  }

  private var classes: String {
    "import AlchemicInject\n\n"
      + (0..<size).map { "final class Service\($0): AlchemicCreatable { init() {} }\n" }.joined()
  }

  private static let main = """
    import AlchemicInject
    import CMeasure

    // Prints nanoseconds, and how many classes there are.

    /// The descriptor of a protocol stands in the metadata of its existential, after what kind that
    /// is.
    func descriptor(of existential: Any.Type) -> UnsafeRawPointer {
      unsafeBitCast(existential, to: UnsafeRawPointer.self)
        .load(fromByteOffset: 16, as: UnsafeRawPointer.self)
    }
    let managed = descriptor(of: (any AlchemicManaged).self)
    let creatable = descriptor(of: (any AlchemicCreatable).self)
    let builder = ModelBuilder()
    var count = 0
    let begin = measure_thread_nanoseconds()
    switch CommandLine.arguments[1] {
    case "discover": builder.discover()
    case "find": count = Int(measure_find_classes(managed, creatable))
    default: count = Int(measure_ask_classes("Image"))
    }
    print(measure_thread_nanoseconds() - begin)
    print(count == 0 ? builder.factories.count : count)

    """
}
