/// Arranges nodes in vertical blocks: a block has at most one node of a layer, and its segments are
/// straight.
///
/// The method is steps 1 and 2 of Brandes and Köpf ("Fast and simple horizontal coordinate
/// assignment", Graph Drawing 2001). Each node joins the block of a median neighbour in the layer
/// before, if no segment of another block is in between. A segment of two dummy nodes takes
/// precedence, so that long edges are straight.
struct Alignment: Sendable {
  /// By node: the first node of its block.
  private(set) var root: [Int]

  /// - Parameters:
  ///   - isDown: Whether a node joins the block of an upper neighbour rather than a lower one.
  ///   - isLeft: Whether to prefer the left of two medians and to proceed to the right.
  init(_ graph: LayeredGraph, _ sorted: SortedSegments, isDown: Bool, isLeft: Bool) {
    root = Array(0..<graph.count)
    let segments = isDown ? sorted.above : sorted.below
    let ends = isDown ? graph.upper : graph.lower
    for step in 1..<max(1, graph.layerCount) {
      let places = graph.places(isDown ? step : graph.layerCount - 1 - step)
      // The place of the last neighbour in a block.
      var limit = isLeft ? -1 : Int.max
      for offset in 0..<places.count {
        let place = isLeft ? places.lowerBound + offset : places.upperBound - 1 - offset
        let node = sorted.order.nodes[place]
        let list = segments.range(node)
        guard !list.isEmpty else { continue }
        let left = list.lowerBound + (list.count - 1) / 2
        let right = list.lowerBound + list.count / 2
        for median in isLeft ? [left, right] : [right, left] {
          let segment = segments.items[median]
          let end = sorted.order.places[ends[segment]]
          guard !sorted.isBlocked[segment], isLeft ? end > limit : end < limit else { continue }
          root[node] = root[ends[segment]]
          limit = end
          break
        }
      }
    }
  }
}

/// The segments of each node in the order of their other ends.
struct SortedSegments: Sendable {
  let order: LayerOrder
  /// By node: its segments to the layer above, and to the layer below.
  let above: AdjacencyList
  let below: AdjacencyList
  /// By segment: whether it crosses a segment of two dummy nodes.
  private(set) var isBlocked: [Bool]

  init(_ graph: LayeredGraph, _ order: LayerOrder) {
    self.order = order
    // Sorted by place of one end, segments come to the lists of the other ends in that order.
    let byUpper = AdjacencyList(
      count: graph.count, positionsByKey: graph.upper.map { order.places[$0] }
    ).items
    let byLower = AdjacencyList(
      count: graph.count, positionsByKey: graph.lower.map { order.places[$0] }
    ).items
    above = AdjacencyList(count: graph.count, keys: byUpper.map { graph.lower[$0] }, items: byUpper)
    below = AdjacencyList(count: graph.count, keys: byLower.map { graph.upper[$0] }, items: byLower)
    isBlocked = [Bool](repeating: false, count: graph.upper.count)
    for layer in 1..<max(1, graph.layerCount) { block(below: layer - 1, graph) }
  }

  /// Marks the segments that cross one of two dummy nodes: "type 1 conflicts".
  private mutating func block(below layer: Int, _ graph: LayeredGraph) {
    let (upper, lower) = (graph.places(layer), graph.places(layer + 1))
    var (left, start) = (upper.lowerBound, lower.lowerBound)
    for place in lower {
      let inner = innerSegment(order.nodes[place], graph)
      guard inner != nil || place == lower.upperBound - 1 else { continue }
      let right = inner.map { order.places[graph.upper[$0]] } ?? upper.upperBound - 1
      for other in start...place {
        for segment in above[order.nodes[other]] where segment != inner {
          let end = order.places[graph.upper[segment]]
          if end < left || end > right { isBlocked[segment] = true }
        }
      }
      (left, start) = (right, place + 1)
    }
  }

  /// Returns the segment from a dummy node above to this dummy node.
  private func innerSegment(_ node: Int, _ graph: LayeredGraph) -> Int? {
    guard graph.isDummy(node), let segment = above[node].first else { return nil }
    return graph.isDummy(graph.upper[segment]) ? segment : nil
  }
}
