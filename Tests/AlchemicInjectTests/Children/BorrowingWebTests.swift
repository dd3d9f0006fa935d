import AlchemicInject
import AlchemicTestSupport
import Testing

extension Borrowing {
  // A random web of services.
  private protocol Thing: AnyObject, Sendable { var text: String { get } }

  private protocol Odd: Thing {}

  private protocol Even: Thing {}

  private enum Special: AcQualifier {}

  private class Node: Thing, @unchecked Sendable {
    let text: String
    required init(_ text: String) { self.text = text }
  }

  private final class N0: Node, Even, @unchecked Sendable {}

  private final class N1: Node, Odd, @unchecked Sendable {}

  private final class N2: Node, Even, @unchecked Sendable {}

  private final class N3: Node, Odd, @unchecked Sendable {}

  private final class N4: Node, Even, @unchecked Sendable {}

  /// A random factory.
  private struct Declaration {
    let kind: Int
    var name: String
    let id: Int
    let isTemplate: Bool
    let isSpecial: Bool
    /// The kind of its argument.
    let way: Int

    init(_ id: Int, _ name: String, using random: inout some RandomNumberGenerator) {
      (self.id, self.name) = (id, name)
      kind = .random(in: 0..<5, using: &random)
      isTemplate = Int.random(in: 0..<4, using: &random) == 0
      isSpecial = Int.random(in: 0..<3, using: &random) == 0
      way = .random(in: 0..<8, using: &random)
    }

    func declare(in model: ModelBuilder, isPrimary: Bool) {
      switch kind {
      case 0: declare(N0.self, N3.self, in: model, isPrimary)
      case 1: declare(N1.self, N0.self, in: model, isPrimary)
      case 2: declare(N2.self, N1.self, in: model, isPrimary)
      case 3: declare(N3.self, N2.self, in: model, isPrimary)
      default: declare(N4.self, N3.self, in: model, isPrimary)
      }
    }

    private func declare<Own: Node, Other: Node>(
      _: Own.Type, _: Other.Type, in model: ModelBuilder, _ isPrimary: Bool
    ) {
      let id = id
      func add<each Argument>(_ make: sending @escaping (repeat each Argument) -> Own) {
        let first: FactoryOption = isTemplate ? .template : .lazy
        let second: FactoryOption = isSpecial ? .qualifier(Special.self) : .order(100 - id)
        if isPrimary {
          model.register(.named(name), first, second, .primary, make: make)
        } else {
          model.register(.named(name), first, second, make: make)
        }
      }
      switch way {
      case 0: add { (other: any Even) in Own("\(id)(\(other.text))") }
      case 1: add { (others: [any Odd]) in Own("\(id)\(others.map(\.text))") }
      case 2: add { (other: Other) in Own("\(id)(\(other.text))") }
      case 3: add { (other: (any Odd)?) in Own("\(id)?(\(other?.text ?? ""))") }
      case 4: add { (other: Other?) in Own("\(id)?(\(other?.text ?? ""))") }
      default: add { Own("\(id)") }
      }
    }
  }

  private static func answer<Value>(_ request: () throws -> Value) -> String {
    do {
      let value = try request()
      if let things = value as? [any Thing] { return "\(things.map(\.text))" }
      return (value as? any Thing)?.text ?? "nil"
    } catch {
      return (error as? AlchemicError).map { "\($0.problems.map(\.id))" } ?? "\(error)"
    }
  }

  private static func answers(names: [String]) -> [String] {
    [
      answer { try AcGet(N0.self) }, answer { try AcGet(N1.self) }, answer { try AcGet(N2.self) },
      answer { try AcGet(N3.self) }, answer { try AcGet(N4.self) }, answer { try AcGet(Node.self) },
      answer { try AcGet((any Even).self) }, answer { try AcGet((any Odd).self) },
      answer { try AcGet((any Thing).self) }, answer { try AcGet((any Odd)?.self) },
      answer { try AcGet([any Even].self) }, answer { try AcGet([any Odd].self) },
      answer { try AcGet([Node].self) }, answer { try AcGet([N2].self) },
      answer { try AcGet((any Thing).self, .qualified(Special.self)) },
      answer { try AcGet([any Even].self, .qualified(Special.self)) },
      answer { try AcGet((any Thing).self, .ofClass(N1.self)) },
      answer { try AcGet((any Thing).self, .conforming((any Even).self)) },
    ] + names.map { name in answer { try AcGet((any Thing).self, .named(name)) } }
  }

  @Suite("Random webs of factories in children") struct WebTests {
    @Test("a child answers as one model of all declarations", arguments: 0..<20)
    func sameAsWhole(_ seed: Int) throws {
      var random = SplitMix(UInt64(seed) &* 7919 &+ 13)
      for round in 0..<Effort.of(30, atLeast: 10) {
        let count = Int.random(in: 2..<8, using: &random)
        let outer = (0..<count).map { Declaration($0, "name \($0)", using: &random) }
        let own = (0..<Int.random(in: 0..<3, using: &random)).map { number in
          // Some replace a name.
          let position = Int.random(in: 0..<count + 2, using: &random)
          let name = position < count && number == 0 ? "name \(position)" : "own \(number)"
          return Declaration(50 + number, name, using: &random)
        }
        let hidden = Set(own.map(\.name))
        let names = outer.map(\.name) + own.map(\.name)
        func declareParent(_ model: ModelBuilder) {
          outer.forEach { $0.declare(in: model, isPrimary: false) }
        }
        func declareWhole(_ model: ModelBuilder) {
          for var one in outer {
            // A name hides an inherited one, whose factory is still found by its type.
            if hidden.contains(one.name) { one.name += " (hidden)" }
            one.declare(in: model, isPrimary: false)
          }
          own.forEach { $0.declare(in: model, isPrimary: true) }
        }
        guard let parent = try? makeModel(declareParent) else { continue }
        let whole = try? makeModel(declareWhole)
        let expected = whole.map { CurrentModel.withModel($0) { answers(names: names) } }
        for way in 0..<5 {
          let found = CurrentModel.withModel(parent) { () -> [String]? in
            if way > 2 { _ = answers(names: names) }
            func child(_ sharing: ModelSharing) -> [String]? {
              try? Alchemic.withModel(
                sharing: sharing,
                { model in own.forEach { $0.declare(in: model, isPrimary: false) } }
              ) { answers(names: names) }
            }
            switch way {
            case 0: return child(.none)
            case 1, 3: return child(.unaffected)
            default:
              return try? Alchemic.withModel(
                sharing: .unaffected, { $0.register(.named("extra")) { Extra() } }
              ) { child(way == 2 ? .none : .unaffected) }
            }
          }
          #expect(
            found == expected,
            "seed \(seed) round \(round) way \(way)\n\(outer)\n\(own)")
          if found != expected { return }
        }
      }
    }
  }
}
