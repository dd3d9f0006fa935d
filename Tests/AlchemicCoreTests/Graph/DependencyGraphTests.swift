import AlchemicInject
import AlchemicTestSupport
import Testing

@testable import AlchemicCore

@Suite struct DependencyGraphTests {
  private func factories(_ count: Int) -> [Factory] {
    (0..<count).map { number in
      Factory(.named("\(number)"), at: number, .none)
    }
  }

  private func graph(_ needs: [[Int]]) -> DependencyGraph {
    let factories = factories(needs.count)
    return DependencyGraph(
      factories, needs: needs.map { $0.map { (factory: factories[$0], argument: nil) } })
  }

  @Test("L1: every factory follows the factories that it needs, otherwise in declaration order")
  func order() {
    #expect(graph([[], [], []]).creationOrder.map(\.facts.name) == ["0", "1", "2"])
    #expect(graph([[2], [0], []]).creationOrder.map(\.facts.name) == ["2", "0", "1"])
    #expect(
      graph([[1, 2], [3], [3], []]).creationOrder.map(\.facts.name) == ["3", "1", "2", "0"])
  }

  @Test("L1: the order of random graphs passes a brute-force check")
  func randomOrder() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let count = Int.random(in: 1...20, using: &random)
      // Each factory needs only higher numbers, so there are no cycles.
      let needs = (0..<count).map { number in
        ((number + 1)..<max(count, number + 1)).filter { _ in
          Int.random(in: 0..<4, using: &random) == 0
        }
      }
      let graph = graph(needs)
      let order = graph.creationOrder.map { Int($0.facts.name)! }
      #expect(graph.cycles.isEmpty)
      #expect(Set(order).count == count)
      for (number, needed) in needs.enumerated() {
        let position = order.firstIndex(of: number)!
        #expect(needed.allSatisfy { order.firstIndex(of: $0)! < position }, "\(needs)")
      }
    }
  }

  @Test("I10: cycles of one, of two and of many factories are found")
  func cycles() {
    #expect(graph([[0]]).cycles.map { $0.map(\.facts.name) } == [["0"]])
    #expect(graph([[1], [0]]).cycles.map { $0.map(\.facts.name) } == [["0", "1"]])
    let large = graph((0..<100_000).map { [($0 + 1) % 100_000] })
    #expect(large.cycles.map(\.count) == [100_000])
  }

  @Test("a need has the number of its first argument; a factory of another graph has no position")
  func needs() {
    let factories = factories(3)
    let needed = [(1, 0), (2, 0), (2, nil), (1, 1)].map { number, argument in
      (factory: factories[number], argument: argument)
    }
    let graph = DependencyGraph(factories, needs: [needed, [], []])
    #expect(graph.argument(of: factories[0], from: factories[1]) == 0)
    #expect(graph.argument(of: factories[1], from: factories[0]) == nil)
    let stranger = self.factories(1)[0]
    #expect(graph.position(of: stranger) == nil)
    #expect(graph.argument(of: stranger, from: factories[1]) == nil)
  }

  @Test("L1: a chain of arguments may be long")
  func longChain() {
    let chain = graph((0..<100_000).map { $0 == 99_999 ? [] : [$0 + 1] })
    #expect(chain.creationOrder.first?.facts.name == "99999")
  }
}

extension FactoryFacts {
  /// A singleton of which only the name matters.
  static func named(_ name: String) -> FactoryFacts {
    FactoryFacts(
      name: name, product: Int.self, origin: .code, making: .anywhere, location: nil)
  }
}
