import Alchemic
import Testing

private protocol Piece: AnyObject, Sendable { var name: String { get } }
private final class First: Piece { let name = "first" }
private final class Second: Piece { let name = "second" }
private final class Third: Piece { let name = "third" }
private final class Fourth: Piece { let name = "fourth" }
private final class Taker: Sendable {
  let pieces: [any Piece]
  init(pieces: [any Piece]) { self.pieces = pieces }
}

/// How a factory is declared.
private enum Rank: CaseIterable {
  case absent, inactive, fallback, plain, primary

  var options: [FactoryOption]? {
    switch self {
    case .absent: nil
    case .inactive: [.only(in: .named("no one starts in this profile"))]
    case .fallback: [.fallback]
    case .plain: []
    case .primary: [.primary]
    }
  }
}

private func declare(_ model: ModelBuilder, _ ranks: [Rank], from number: Int) {
  for (offset, rank) in ranks.enumerated() {
    guard let options = rank.options else { continue }
    switch number + offset {
    case 0: declare(model, options) { First() }
    case 1: declare(model, options) { Second() }
    case 2: declare(model, options) { Third() }
    default: declare(model, options) { Fourth() }
    }
  }
}

private func declare<Product: Sendable>(
  _ model: ModelBuilder, _ options: [FactoryOption], _ make: @escaping @Sendable () -> Product
) {
  switch options.count {
  case 0: model.register { make() }
  default: model.register(options[0]) { make() }
  }
}

/// The rule, written once more: which of some factories answer.
private func preferred(_ all: [(name: String, rank: Rank)]) -> [String] {
  for rank in [Rank.primary, .plain, .fallback] {
    let found = all.filter { $0.rank == rank }
    if !found.isEmpty { return found.map(\.name) }
  }
  return []
}

@Suite struct PreferenceTests {
  private static let names = ["first", "second", "third", "fourth"]
  private static let pairs = Rank.allCases.flatMap { first in Rank.allCases.map { [first, $0] } }

  @Test(
    "N1, M4: fallbacks with primaries, profiles and children: each model has what the rule says")
  func crossed() throws {
    for ofParent in Self.pairs {
      try Alchemic.withModel {
        declare($0, ofParent, from: 0)
      } operation: { () throws in
        for ofChild in Self.pairs {
          try Alchemic.withModel {
            declare($0, ofChild, from: 2)
            $0.register(Taker.init(pieces:), .lazy)
          } operation: { () throws in
            let parents = Array(zip(Self.names, ofParent))
            let childs = Array(zip(Self.names.dropFirst(2), ofChild))
            let own = preferred(childs.filter { $0.1 != .fallback })
            let inherited = preferred(parents)
            let wanted = own.isEmpty ? (inherited.isEmpty ? preferred(childs) : inherited) : own
            let comment: Comment = "\(ofParent) \(ofChild)"
            #expect(try AcGet([any Piece].self).map(\.name) == wanted, comment)
            #expect(try AcGet(Taker.self).pieces.map(\.name) == wanted, comment)
            if wanted.count < 2 {
              #expect(try AcGet((any Piece)?.self)?.name == wanted.first, comment)
            } else {
              #expect(throws: AlchemicError.self, comment) { try AcGet((any Piece)?.self) }
            }
            for (name, rank) in parents + childs where rank == .inactive || rank == .absent {
              let type = "\(name.prefix(1).uppercased())\(name.dropFirst())"
              #expect(try AcGet((any Piece)?.self, .named(type)) == nil, comment)
            }
          }
        }
      }
    }
  }
}
