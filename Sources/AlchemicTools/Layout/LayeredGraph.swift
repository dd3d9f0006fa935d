/// A graph in layers whose segments connect adjacent layers only.
///
/// An edge that passes layers is a chain of segments, with a dummy node in each of these layers.
/// The dummy nodes follow the nodes of the input.
struct LayeredGraph: Sendable {
  /// The number of nodes of the input.
  let realCount: Int
  /// By edge: its dummy nodes, from the upper end to the lower one.
  let dummies: [Range<Int>]
  /// By node, including dummy nodes.
  let layer: [Int]
  /// By layer: the place of its first node in an order. One more entry marks the end.
  let layerStarts: [Int]
  /// By segment: its ends.
  let upper: [Int]
  let lower: [Int]
  /// By node: its neighbours in the layer above, and in the layer below.
  let above: AdjacencyList
  let below: AdjacencyList

  var count: Int { layer.count }
  var layerCount: Int { layerStarts.count - 1 }

  /// - Parameters:
  ///   - layer: The layer of each node of the input.
  ///   - edges: Edges that point to later layers.
  init(layer: [Int], edges: [(from: Int, to: Int)]) {
    realCount = layer.count
    let segmentCount = edges.reduce(0) { $0 + layer[$1.to] - layer[$1.from] }
    var (layer, dummies) = (layer, [Range<Int>]())
    var (upper, lower) = ([Int](), [Int]())
    layer.reserveCapacity(layer.count + segmentCount - edges.count)
    dummies.reserveCapacity(edges.count)
    upper.reserveCapacity(segmentCount)
    lower.reserveCapacity(segmentCount)
    for (from, to) in edges {
      let first = layer.count
      var last = from
      for place in layer[from] + 1..<layer[to] {
        upper.append(last)
        last = layer.count
        lower.append(last)
        layer.append(place)
      }
      upper.append(last)
      lower.append(to)
      dummies.append(first..<layer.count)
    }
    var starts = [Int](repeating: 0, count: (layer.max() ?? -1) + 2)
    for place in layer { starts[place + 1] += 1 }
    for place in 1..<starts.count { starts[place] += starts[place - 1] }
    layerStarts = starts
    above = AdjacencyList(count: layer.count, keys: lower, items: upper)
    below = AdjacencyList(count: layer.count, keys: upper, items: lower)
    (self.layer, self.dummies, self.upper, self.lower) = (layer, dummies, upper, lower)
  }

  func isDummy(_ node: Int) -> Bool { node >= realCount }

  /// The places of the nodes of a layer.
  func places(_ layer: Int) -> Range<Int> { layerStarts[layer]..<layerStarts[layer + 1] }
}
