/// Assigns each node to a layer, so that each edge points to a later layer and the edges are short.
///
/// The longest path gives the first layers. Moves of single nodes shorten the edges, and the
/// network simplex completes it. In the end, nodes that can move without a change of length go to
/// the layer with the fewest nodes (step 4 of Gansner, Koutsofios, North and Vo, "A technique for
/// drawing directed graphs", IEEE Transactions on Software Engineering 19, 1993).
struct Layering: Sendable {
  private let count: Int
  private let successors: AdjacencyList
  private let predecessors: AdjacencyList
  /// The nodes, each after its predecessors.
  private var sequence: [Int] = []
  private var layer: [Int]

  /// Returns the layer of each node, from 0.
  ///
  /// - Parameters:
  ///   - edges: Edges between different nodes, without a cycle.
  ///   - budget: How much work the network simplex may spend, in visited nodes and edges.
  static func layers(count: Int, _ edges: [(from: Int, to: Int)], budget: Int) -> [Int] {
    var layering = Layering(count: count, edges)
    layering.setLongestPaths()
    layering.shorten(rounds: 8)
    layering.layer = NetworkSimplex.shortened(layering.layer, edges, budget: budget)
    layering.moveToFirst()
    layering.balance()
    return layering.layer
  }

  private init(count: Int, _ edges: [(from: Int, to: Int)]) {
    self.count = count
    let (from, to) = (edges.map(\.from), edges.map(\.to))
    successors = AdjacencyList(count: count, keys: from, items: to)
    predecessors = AdjacencyList(count: count, keys: to, items: from)
    layer = [Int](repeating: 0, count: count)
    sequence.reserveCapacity(count)
  }

  private mutating func setLongestPaths() {
    var missing = (0..<count).map(predecessors.degree)
    sequence = (0..<count).filter { missing[$0] == 0 }
    var done = 0
    while done < sequence.count {
      let node = sequence[done]
      done += 1
      for other in successors[node] {
        layer[other] = max(layer[other], layer[node] + 1)
        missing[other] -= 1
        if missing[other] == 0 { sequence.append(other) }
      }
    }
  }

  /// Moves each node as far as possible to the side on which it has more edges.
  private mutating func shorten(rounds: Int) {
    for _ in 0..<rounds {
      var hasMoved = false
      for node in sequence.reversed() where successors.degree(node) > predecessors.degree(node) {
        if let latest = latest(node), latest > layer[node] {
          layer[node] = latest
          hasMoved = true
        }
      }
      for node in sequence where predecessors.degree(node) > successors.degree(node) {
        if let earliest = earliest(node), earliest < layer[node] {
          layer[node] = earliest
          hasMoved = true
        }
      }
      if !hasMoved { return }
    }
  }

  private func earliest(_ node: Int) -> Int? {
    predecessors[node].lazy.map { layer[$0] + 1 }.max()
  }

  private func latest(_ node: Int) -> Int? {
    successors[node].lazy.map { layer[$0] - 1 }.min()
  }

  private mutating func moveToFirst() {
    let first = layer.min() ?? 0
    for node in 0..<count { layer[node] -= first }
  }

  private mutating func balance() {
    var sizes = [Int](repeating: 0, count: (layer.max() ?? 0) + 1)
    for place in layer { sizes[place] += 1 }
    for node in sequence where successors.degree(node) == predecessors.degree(node) {
      guard let earliest = earliest(node), let latest = latest(node), earliest < latest else {
        continue
      }
      var best = layer[node]
      sizes[best] -= 1
      for place in earliest...latest where sizes[place] < sizes[best] { best = place }
      sizes[best] += 1
      layer[node] = best
    }
  }
}
