import AlchemicTestSupport

@testable import AlchemicTools

/// Graphs of other shapes.
enum OtherSamples {
  /// Returns a graph with edges between random nodes. Each is equally likely.
  ///
  /// - Parameter isCyclic: Whether edges may point to earlier nodes, and to their own node.
  static func random(
    _ count: Int, edges: Int, seed: UInt64, isCyclic: Bool = false,
    widths: ClosedRange<Int> = 40...120, heights: ClosedRange<Int> = 28...28
  ) -> LayoutInput {
    var random = SplitMix(seed)
    let nodes = nodes(count, widths, heights, &random)
    let pairs = (0..<edges).map { _ in
      var (from, to) = (
        Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random)
      )
      if !isCyclic {
        while from == to { to = Int.random(in: 0..<count, using: &random) }
        if from > to { swap(&from, &to) }
      }
      return (from: from, to: to)
    }
    return LayoutInput(nodes: nodes, edges: pairs)
  }

  /// Returns a tree with random parents, and one further edge for each 15 nodes.
  static func tree(_ count: Int, seed: UInt64) -> LayoutInput {
    var random = SplitMix(seed)
    let nodes = nodes(count, 40...120, 28...28, &random)
    var edges = (1..<count).map { node in
      (from: Int.random(in: max(0, node / 3 - 4)..<node, using: &random), to: node)
    }
    for _ in 0..<count / 15 {
      let from = Int.random(in: 0..<count - 1, using: &random)
      edges.append((from: from, to: Int.random(in: from + 1..<count, using: &random)))
    }
    return LayoutInput(nodes: nodes, edges: edges)
  }

  /// Returns a graph of nodes with the same size.
  static func plain(_ count: Int, _ edges: [(from: Int, to: Int)]) -> LayoutInput {
    let node = LayoutInput.Node(width: 80, height: 28)
    return LayoutInput(nodes: [LayoutInput.Node](repeating: node, count: count), edges: edges)
  }

  private static func nodes(
    _ count: Int, _ widths: ClosedRange<Int>, _ heights: ClosedRange<Int>,
    _ random: inout SplitMix
  ) -> [LayoutInput.Node] {
    (0..<count).map { _ in
      LayoutInput.Node(
        width: Double(Int.random(in: widths, using: &random)),
        height: Double(Int.random(in: heights, using: &random)))
    }
  }
}
