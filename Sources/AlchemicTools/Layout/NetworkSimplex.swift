/// Shortens the edges of a layering to the least total length.
///
/// The method is the network simplex of Gansner, Koutsofios, North and Vo ("A technique for drawing
/// directed graphs", IEEE Transactions on Software Engineering 19, 1993). A spanning tree of tight
/// edges, which have length 1, determines the layers. While a tree edge has a negative cut value,
/// another edge replaces it.
///
/// All edges have weight 1. So the cut value of a tree edge is the surplus of outgoing edges,
/// summed over the nodes on its far side, and needs no visit of other edges. The layers are valid
/// after each exchange, so the work can stop at any time.
struct NetworkSimplex: Sendable {
  private let from: [Int]
  private let to: [Int]
  private var layer: [Int]
  private var tree: TightTree
  /// By node: outgoing minus incoming edges.
  private var surplus: [Int]
  /// By node: the sum of `surplus` of the nodes of its subtree.
  private var sums: [Int]

  /// Returns shorter layers.
  ///
  /// - Parameters:
  ///   - layer: The layer of each node of a connected graph. Each edge points to a later layer.
  ///   - budget: How many nodes and edges to visit.
  static func shortened(
    _ layer: [Int], _ edges: [(from: Int, to: Int)], budget: Int
  ) -> [Int] {
    guard !edges.isEmpty else { return layer }
    var simplex = NetworkSimplex(layer, edges)
    var budget = budget
    guard simplex.tree.grow(&simplex.layer, simplex.from, simplex.to, &budget) else {
      return simplex.layer
    }
    repeat {
      budget -= 3 * layer.count + edges.count
      simplex.number()
    } while simplex.exchange() && budget > 0
    return simplex.layer
  }

  private init(_ layer: [Int], _ edges: [(from: Int, to: Int)]) {
    self.layer = layer
    from = edges.map(\.from)
    to = edges.map(\.to)
    tree = TightTree(count: layer.count)
    surplus = [Int](repeating: 0, count: layer.count)
    for (from, to) in edges {
      surplus[from] += 1
      surplus[to] -= 1
    }
    sums = surplus
  }

  /// Numbers the nodes of the tree, and computes the sums.
  private mutating func number() {
    tree.number(from, to)
    sums = surplus
    for node in tree.sequence.reversed() {
      if let parent = tree.parent(of: node, from, to) { sums[parent] += sums[node] }
    }
  }

  /// Replaces the tree edge with the least cut value.
  ///
  /// - Returns: False if no cut value is negative.
  private mutating func exchange() -> Bool {
    var (leaving, least) = (-1, 0)
    for node in tree.sequence {
      let edge = tree.parentEdge[node]
      guard edge >= 0 else { continue }
      let cut = from[edge] == node ? sums[node] : -sums[node]
      if cut < least { (leaving, least) = (node, cut) }
    }
    guard leaving >= 0 else { return false }
    // The edge with the least slack that crosses the cut in the other direction.
    let subtree = tree.numbers(below: leaving)
    let pointsUp = from[tree.parentEdge[leaving]] == leaving
    var (entering, slack) = (-1, Int.max)
    for edge in from.indices {
      let startsInside = subtree.contains(tree.numbers[from[edge]])
      guard startsInside != pointsUp,
        subtree.contains(tree.numbers[to[edge]]) == pointsUp
      else { continue }
      let length = layer[to[edge]] - layer[from[edge]] - 1
      if length < slack { (entering, slack) = (edge, length) }
    }
    guard entering >= 0 else { return false }
    if slack > 0 {
      for number in subtree { layer[tree.sequence[number]] += pointsUp ? -slack : slack }
    }
    let end = pointsUp ? to[entering] : from[entering]
    tree.reattach(at: end, by: entering, leaving: leaving, from, to)
    return true
  }
}
