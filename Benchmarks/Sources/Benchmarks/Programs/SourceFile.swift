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

  /// An initializer with sixteen sources, and the same one without, which finds its arguments by
  /// type.
  static func sources(_ sources: [String]) -> (cost: SourceFile, floor: SourceFile) {
    let types = ["Int", "String", "Double", "any Service"]
    let arguments = (0..<16).map { "_ argument\($0): \(types[$0 % types.count])" }
    func file(_ name: String, _ sources: [String]) -> SourceFile {
      SourceFile(
        name: name,
        text: """
          import AlchemicInject

          public protocol Service: AnyObject {}

          public final class Wide: AlchemicManaged {
            init(\(arguments.joined(separator: ", "))) {}
            public static func alchemic(_ of: ClassObjectFactory) {
              AcInitializer(\((["of", "Wide.init"] + sources).joined(separator: ", ")))
            }
          }

          """)
    }
    let sixteen = (0..<16).map { sources[$0 % types.count] }
    return (file("Sources.swift", sixteen), file("ByType.swift", []))
  }

  static let linesOfPlainFile = 66

  /// A file of plain code, unlike those of other numbers in its names only.
  static func plain(_ number: Int) -> SourceFile {
    SourceFile(
      name: "Plain\(number).swift",
      text: """
        public struct Article\(number): Hashable, Sendable {
          public let number: Int
          public var name: String
          public var price: Double
          public var amount: Int

          public init(number: Int, name: String, price: Double, amount: Int) {
            self.number = number
            self.name = name
            self.price = price
            self.amount = amount
          }

          public var value: Double { price * Double(amount) }
        }

        public enum Movement\(number): Sendable {
          case bought(Int)
          case sold(Int, to: String)
          case lost

          public var words: String {
            switch self {
            case .bought(let amount): "bought \\(amount)"
            case .sold(let amount, let customer): "sold \\(amount) to \\(customer)"
            case .lost: "lost"
            }
          }
        }

        public final class Store\(number) {
          private var articles: [Int: Article\(number)] = [:]
          private var movements: [(article: Int, movement: Movement\(number))] = []
          private let isAllowed: (Article\(number)) -> Bool

          public init(isAllowed: @escaping (Article\(number)) -> Bool) {
            self.isAllowed = isAllowed
          }

          public func add(_ article: Article\(number)) -> Bool {
            guard isAllowed(article) else { return false }
            articles[article.number, default: article].amount += article.amount
            movements.append((article.number, .bought(article.amount)))
            return true
          }

          public func sell(_ amount: Int, of number: Int, to customer: String) -> Double? {
            guard var article = articles[number], article.amount >= amount else { return nil }
            article.amount -= amount
            articles[number] = article
            movements.append((number, .sold(amount, to: customer)))
            return article.price * Double(amount)
          }

          public var value: Double { articles.values.map(\\.value).reduce(0, +) }

          public func names(above price: Double) -> [String] {
            articles.values.filter { $0.price > price }.map(\\.name).sorted()
          }

          public func history(of number: Int) -> String {
            var lines: [String] = []
            for (article, movement) in movements where article == number {
              lines.append(movement.words)
            }
            return lines.isEmpty ? "nothing" : lines.joined(separator: ", ")
          }
        }

        """)
  }
}
