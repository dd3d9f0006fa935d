import AlchemicTestSupport
import Testing

@testable import AlchemicTools

/// The stages, compared with simpler methods.
@Suite struct StageTests {
  @Test func edgesWithoutCycleKeepTheirDirections() {
    let input = OtherSamples.random(200, edges: 600, seed: 1)
    #expect(!CycleRemoval.reversals(count: 200, input.edges).contains(true))
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func noCycleRemains(seed: UInt64) {
    let input = OtherSamples.random(60, edges: 200, seed: seed, isCyclic: true)
    let downward = DownwardEdges(count: 60, input.edges)
    let successors = AdjacencyList(
      count: 60, keys: downward.edges.map(\.from), items: downward.edges.map(\.to))
    #expect(StrongComponents(successors).count == 60)
    #expect(downward.isReversed.count { $0 } * 2 < downward.edges.count)
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func layersArePointedDown(seed: UInt64) {
    let edges = OtherSamples.random(40, edges: 90, seed: seed).edges
    for budget in [0, 500, 1_000_000] {
      let layer = Layering.layers(count: 40, edges, budget: budget)
      #expect(edges.allSatisfy { layer[$0.from] < layer[$0.to] })
      #expect(layer.min() == 0)
    }
  }

  /// No other layers have shorter edges. All are tried.
  @Test(arguments: 0..<20 as Range<UInt64>) func networkSimplexIsOptimal(seed: UInt64) {
    // A tree keeps the graph connected.
    let edges =
      OtherSamples.random(6, edges: 6, seed: seed).edges
      + (1..<6).map { (from: $0 - 1 - ($0 - 1) % 2, to: $0) }
    let layer = Layering.layers(count: 6, edges, budget: 1_000_000)
    let length = edges.reduce(0) { $0 + layer[$1.to] - layer[$1.from] }
    var least = Int.max
    for code in 0..<46_656 {
      var (rest, all) = (code, [Int]())
      for _ in 0..<6 {
        all.append(rest % 6)
        rest /= 6
      }
      guard edges.allSatisfy({ all[$0.from] < all[$0.to] }) else { continue }
      least = min(least, edges.reduce(0) { $0 + all[$1.to] - all[$1.from] })
    }
    #expect(length == least)
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func crossingsAreCounted(seed: UInt64) {
    let edges = OtherSamples.random(40, edges: 90, seed: seed).edges
    let layer = Layering.layers(count: 40, edges, budget: 1_000_000)
    let graph = LayeredGraph(layer: layer, edges: edges)
    var counter = CrossingCounter()
    let start = LayerOrder(graph, sequence: Array(0..<graph.count))
    #expect(counter.count(graph, start) == crossings(graph, start))
    let ordering = Ordering(graph, groups: [], budget: 1_000_000)
    #expect(ordering.crossings == crossings(graph, ordering.best))
  }

  /// Compares each pair of segments.
  private func crossings(_ graph: LayeredGraph, _ order: LayerOrder) -> Int {
    let segments = zip(graph.upper, graph.lower).map { upper, lower in
      (layer: graph.layer[upper], upper: order.places[upper], lower: order.places[lower])
    }
    var count = 0
    for first in segments {
      for second in segments where second.layer == first.layer {
        if first.upper < second.upper, first.lower > second.lower { count += 1 }
      }
    }
    return count
  }

  @Test func rectanglesDoNotOverlap() {
    var random = SplitMix(3)
    let sizes = (0..<100).map { _ in
      Layout.Size(
        width: Double.random(in: 1...90, using: &random),
        height: Double.random(in: 1...90, using: &random))
    }
    let packing = Packing(sizes, gap: 4)
    for first in sizes.indices {
      for second in 0..<first {
        let (a, b) = (packing.origins[first], packing.origins[second])
        #expect(
          a.x + sizes[first].width < b.x || b.x + sizes[second].width < a.x
            || a.y + sizes[first].height < b.y || b.y + sizes[second].height < a.y)
      }
    }
  }
}
