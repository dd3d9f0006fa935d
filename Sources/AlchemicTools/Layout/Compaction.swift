/// Places the blocks of an alignment as close as the sizes of their nodes allow.
///
/// This replaces step 3 of Brandes and Köpf (2001), whose shifts of classes can make nodes overlap
/// ("Erratum: Fast and simple horizontal coordinate assignment", Brandes, Walter and Zink 2020).
/// The blocks are a graph without cycles: an edge leads from a block to the next one in each layer.
/// A first pass places each block after those to its left, by the longest path. A second pass moves
/// each block to the right as far as those there allow, which closes gaps between blocks. Both
/// passes respect all distances, also for nodes of different widths.
struct Compaction: Sendable {
  private let from: [Int]
  private let to: [Int]
  private let distances: [Double]
  private let isRoot: [Bool]
  private var x: [Double]

  /// Returns the horizontal centre of each node.
  ///
  /// - Parameter isLeft: Whether to proceed to the right. Otherwise, the result is a mirror image.
  static func centres(
    _ graph: LayeredGraph, _ order: LayerOrder, _ alignment: Alignment, _ extents: Extents,
    isLeft: Bool
  ) -> [Double] {
    var compaction = Compaction(graph, order, alignment, extents, isLeft: isLeft)
    compaction.place()
    let sign = isLeft ? 1.0 : -1.0
    return alignment.root.map { sign * compaction.x[$0] }
  }

  private init(
    _ graph: LayeredGraph, _ order: LayerOrder, _ alignment: Alignment, _ extents: Extents,
    isLeft: Bool
  ) {
    var (from, to, distances) = ([Int](), [Int](), [Double]())
    from.reserveCapacity(graph.count)
    to.reserveCapacity(graph.count)
    distances.reserveCapacity(graph.count)
    for layer in 0..<graph.layerCount {
      for place in graph.places(layer).dropFirst() {
        let (left, right) = (order.nodes[place - 1], order.nodes[place])
        from.append(alignment.root[isLeft ? left : right])
        to.append(alignment.root[isLeft ? right : left])
        distances.append(extents.distance(left, right))
      }
    }
    (self.from, self.to, self.distances) = (from, to, distances)
    isRoot = alignment.root.indices.map { alignment.root[$0] == $0 }
    x = [Double](repeating: 0, count: graph.count)
  }

  private mutating func place() {
    let outgoing = AdjacencyList(count: x.count, positionsByKey: from)
    var missing = [Int](repeating: 0, count: x.count)
    for block in to { missing[block] += 1 }
    var sequence = x.indices.filter { isRoot[$0] && missing[$0] == 0 }
    var done = 0
    while done < sequence.count {
      let block = sequence[done]
      done += 1
      for edge in outgoing[block] {
        let other = to[edge]
        x[other] = max(x[other], x[block] + distances[edge])
        missing[other] -= 1
        if missing[other] == 0 { sequence.append(other) }
      }
    }
    for block in sequence.reversed() where outgoing.degree(block) > 0 {
      var limit = Double.infinity
      for edge in outgoing[block] { limit = min(limit, x[to[edge]] - distances[edge]) }
      x[block] = max(x[block], limit)
    }
  }
}
