import AlchemicTestSupport

@testable import AlchemicTools

/// Graphs with the shape of a model of dependency injection.
enum ModelSamples {
  /// Returns a graph with layers of an architecture, divided into modules.
  ///
  /// A few infrastructure services are used by very many. Services need 1 to 5 others, most of them
  /// of their module. Features need 2 to 8 services. A few services need a feature or a later
  /// service through a property, which closes cycles.
  ///
  /// - Parameter meanNeeds: The mean number of needs, if it is not to follow from the above.
  static func model(_ count: Int, seed: UInt64, meanNeeds: Double? = nil) -> LayoutInput {
    var random = SplitMix(seed)
    let infrastructure = max(3, count / 25)
    let firstFeature = infrastructure + (count - infrastructure) * 6 / 10
    let modules = max(2, count / 25)
    let groups = (0..<count).map { $0 < infrastructure ? 0 : 1 + $0 % modules }
    let scale = meanNeeds.map { $0 / 4 } ?? 1
    var edges: [(from: Int, to: Int)] = []
    for node in infrastructure..<count {
      let isFeature = node >= firstFeature
      let mean = Double(Int.random(in: isFeature ? 2...8 : 1...5, using: &random)) * scale
      var needs = Set<Int>()
      for _ in 0..<max(1, Int(mean.rounded())) {
        needs.insert(
          need(of: node, isFeature ? firstFeature : node, infrastructure, modules, &random))
      }
      edges += needs.sorted().map { (from: node, to: $0) }
    }
    for _ in 0..<max(1, count / 50) {
      let service = Int.random(in: infrastructure..<firstFeature, using: &random)
      edges.append((from: service, to: Int.random(in: service + 1..<count, using: &random)))
    }
    let nodes = groups.map { group in
      LayoutInput.Node(
        width: Double(Int.random(in: 60...140, using: &random)), height: 28, group: group)
    }
    return LayoutInput(nodes: nodes, edges: edges)
  }

  private static func need(
    of node: Int, _ end: Int, _ infrastructure: Int, _ modules: Int, _ random: inout SplitMix
  ) -> Int {
    let kind = Double.random(in: 0..<1, using: &random)
    let others = end - infrastructure
    if kind < 0.3 || others < 1 {
      // Logging and the like are used more often than the rest.
      let (a, b) = (
        Int.random(in: 0..<infrastructure, using: &random),
        Int.random(in: 0..<infrastructure, using: &random)
      )
      return min(a, b)
    }
    if kind < 0.85 {
      let inModule = (infrastructure..<end).count / modules
      if inModule > 0 {
        let other = node - modules * Int.random(in: 1...max(1, inModule), using: &random)
        if other >= infrastructure, other < end { return other }
      }
    }
    return Int.random(in: infrastructure..<end, using: &random)
  }
}
