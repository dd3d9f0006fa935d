/// A spanning tree of edges between adjacent layers, for `NetworkSimplex`.
struct TightTree: Sendable {
  /// By node: the edge to its parent; -1 for the root.
  private(set) var parentEdge: [Int]
  /// The nodes in preorder.
  private(set) var sequence: [Int] = []
  /// By node: its place in `sequence`.
  private(set) var numbers: [Int]
  /// By node: the size of its subtree.
  private var sizes: [Int]
  private var firstChild: [Int]
  private var nextSibling: [Int]

  init(count: Int) {
    parentEdge = [Int](repeating: -1, count: count)
    numbers = parentEdge
    sizes = parentEdge
    firstChild = parentEdge
    nextSibling = parentEdge
    sequence.reserveCapacity(count)
  }

  /// Grows the tree from node 0. Where no tight edge leads on, the tree moves until one does.
  ///
  /// - Returns: False if the budget ends first. The layers are valid then.
  mutating func grow(
    _ layer: inout [Int], _ from: [Int], _ to: [Int], _ budget: inout Int
  ) -> Bool {
    let count = layer.count
    let outgoing = AdjacencyList(count: count, positionsByKey: from)
    let incoming = AdjacencyList(count: count, positionsByKey: to)
    var isInside = [Bool](repeating: false, count: count)
    var (members, done) = ([0], 0)
    members.reserveCapacity(count)
    isInside[0] = true
    while true {
      while done < members.count {
        let node = members[done]
        done += 1
        for edge in outgoing[node] where !isInside[to[edge]] {
          guard layer[to[edge]] - layer[node] == 1 else { continue }
          isInside[to[edge]] = true
          parentEdge[to[edge]] = edge
          members.append(to[edge])
        }
        for edge in incoming[node] where !isInside[from[edge]] {
          guard layer[node] - layer[from[edge]] == 1 else { continue }
          isInside[from[edge]] = true
          parentEdge[from[edge]] = edge
          members.append(from[edge])
        }
      }
      if members.count == count { return true }
      budget -= from.count + members.count
      guard budget > 0, let edge = shortestExit(layer, from, to, isInside) else { return false }
      let slack = layer[to[edge]] - layer[from[edge]] - 1
      let shift = isInside[from[edge]] ? slack : -slack
      for member in members { layer[member] += shift }
      let outside = isInside[from[edge]] ? to[edge] : from[edge]
      isInside[outside] = true
      parentEdge[outside] = edge
      members.append(outside)
      // Other members may have tight edges now, too.
      done = 0
    }
  }

  private func shortestExit(
    _ layer: [Int], _ from: [Int], _ to: [Int], _ isInside: [Bool]
  ) -> Int? {
    var (best, least) = (-1, Int.max)
    for edge in from.indices where isInside[from[edge]] != isInside[to[edge]] {
      let length = layer[to[edge]] - layer[from[edge]]
      if length < least { (best, least) = (edge, length) }
    }
    return best < 0 ? nil : best
  }

  func parent(of node: Int, _ from: [Int], _ to: [Int]) -> Int? {
    let edge = parentEdge[node]
    if edge < 0 { return nil }
    return from[edge] == node ? to[edge] : from[edge]
  }

  /// Computes the preorder.
  mutating func number(_ from: [Int], _ to: [Int]) {
    var root = 0
    for node in firstChild.indices { firstChild[node] = -1 }
    for node in firstChild.indices {
      guard let parent = parent(of: node, from, to) else {
        root = node
        continue
      }
      nextSibling[node] = firstChild[parent]
      firstChild[parent] = node
    }
    sequence.removeAll(keepingCapacity: true)
    var open = [root]
    while let node = open.popLast() {
      numbers[node] = sequence.count
      sizes[node] = 1
      sequence.append(node)
      var child = firstChild[node]
      while child >= 0 {
        open.append(child)
        child = nextSibling[child]
      }
    }
    for node in sequence.reversed() {
      if let parent = parent(of: node, from, to) { sizes[parent] += sizes[node] }
    }
  }

  /// The places in `sequence` of the subtree of a node.
  func numbers(below node: Int) -> Range<Int> { numbers[node]..<numbers[node] + sizes[node] }

  /// Replaces the parent edge of `top`: its subtree hangs on `edge` by one of its nodes. The path
  /// between the two changes its direction.
  mutating func reattach(
    at node: Int, by edge: Int, leaving top: Int, _ from: [Int], _ to: [Int]
  ) {
    var (current, incoming) = (node, edge)
    while true {
      let old = parentEdge[current]
      let parent = parent(of: current, from, to)
      parentEdge[current] = incoming
      guard current != top, let parent else { return }
      (current, incoming) = (parent, old)
    }
  }
}
