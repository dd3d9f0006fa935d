/// Counts the crossings of segments between adjacent layers.
///
/// The method is the accumulator tree of Barth, Jünger and Mutzel ("Simple and efficient bilayer
/// cross counting", Graph Drawing 2002). Segments, sorted by their upper and then by their lower
/// end, are added to a tree of counters at their lower end. Each crosses those that were added
/// before it to the right. The time is O(*s* log *n*) in segments and nodes of a layer.
struct CrossingCounter: Sendable {
  private var tree: [Int32] = []
  /// The lower ends of the segments of a layer, in the order of their upper ends.
  private var ends: [Int] = []

  mutating func count(_ graph: LayeredGraph, _ order: LayerOrder) -> Int {
    var crossings = 0
    for layer in 0..<max(0, graph.layerCount - 1) {
      crossings += count(below: layer, graph, order)
    }
    return crossings
  }

  private mutating func count(
    below layer: Int, _ graph: LayeredGraph, _ order: LayerOrder
  ) -> Int {
    let lower = graph.places(layer + 1)
    ends.removeAll(keepingCapacity: true)
    for place in graph.places(layer) {
      let first = ends.count
      for other in graph.below[order.nodes[place]] {
        ends.append(order.places[other] - lower.lowerBound)
      }
      if ends.count - first > 1 { ends[first...].sort() }
    }
    return inversions(width: lower.count)
  }

  private mutating func inversions(width: Int) -> Int {
    var leaves = 1
    while leaves < width { leaves *= 2 }
    let size = 2 * leaves - 1
    if tree.count < size { tree = [Int32](repeating: 0, count: size) }
    for index in 0..<size { tree[index] = 0 }
    var crossings = 0
    for end in ends {
      var index = end + leaves - 1
      tree[index] += 1
      while index > 0 {
        // The right sibling of a left child counts the ends to the right.
        if index % 2 == 1 { crossings += Int(tree[index + 1]) }
        index = (index - 1) / 2
        tree[index] += 1
      }
    }
    return crossings
  }
}
