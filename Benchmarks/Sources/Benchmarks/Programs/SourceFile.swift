/// Files that compilers are measured with: one with Alchemic, and one that does the same by hand.
///
/// What is at the end is public: what nobody uses is not optimised, but left out.
struct SourceFile {
  let name: String
  let text: String

  /// So many registrations, and so many closures in an array.
  static func registrations(_ count: Int) -> (cost: SourceFile, floor: SourceFile) {
    let classes = (0..<count).map { "final class Service\($0) { init() {} }\n" }.joined()
    let registrations = (0..<count).map { "  model.register(Service\($0).init)\n" }.joined()
    let closures = (0..<count).map { "  { Service\($0)() },\n" }.joined()
    return (
      SourceFile(
        name: "Registrations.swift",
        text: """
          import AlchemicInject

          \(classes)
          public func register(_ model: ModelBuilder) {
          \(registrations)}

          """),
      SourceFile(
        name: "Closures.swift",
        text: """
          \(classes)
          public func makers() -> [() -> AnyObject] {
            [
          \(closures)  ]
          }

          """)
    )
  }

  /// So many injected properties, and so many lazy ones: ten in a class, each of another type.
  static func properties(_ count: Int) -> (cost: SourceFile, floor: SourceFile) {
    let services = (0..<10).map { "public final class Service\($0) { public init() {} }\n" }
      .joined()
    func hosts(_ property: (Int) -> String) -> String {
      (0..<count / 10).map { number in
        "public final class Host\(number) {\n" + (0..<10).map { "  \(property($0))\n" }.joined()
          + "}\n"
      }.joined()
    }
    return (
      SourceFile(
        name: "Injected.swift",
        text: "import AlchemicInject\n\n\(services)"
          + hosts { "@Injected public var service\($0): Service\($0)" }),
      SourceFile(
        name: "Lazy.swift",
        text: services + hosts { "public lazy var service\($0): Service\($0) = Service\($0)()" })
    )
  }
}
