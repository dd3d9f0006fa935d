/// The vertical extents of the layers. A band is as high as the highest node of its layer.
struct LayerBands: Sendable {
  private(set) var tops: [Double] = []
  private(set) var bottoms: [Double] = []

  /// The gap below a layer grows with the mean width of the segments that cross it, up to this
  /// multiple, so that edges are not too flat to be told apart.
  private static let greatestStretch = 4.0
  private static let slope = 0.2

  init(_ graph: LayeredGraph, _ centres: [Double], _ extents: Extents, gap: Double) {
    var heights = [Double](repeating: 0, count: graph.layerCount)
    for node in 0..<graph.realCount {
      let layer = graph.layer[node]
      heights[layer] = max(heights[layer], extents.height(node))
    }
    var widths = [Double](repeating: 0, count: graph.layerCount)
    var counts = widths
    for (upper, lower) in zip(graph.upper, graph.lower) {
      widths[graph.layer[upper]] += (centres[upper] - centres[lower]).magnitude
      counts[graph.layer[upper]] += 1
    }
    var top = 0.0
    for layer in 0..<graph.layerCount {
      tops.append(top)
      bottoms.append(top + heights[layer])
      let width = widths[layer] / max(1, counts[layer])
      top += heights[layer] + min(max(gap, width * Self.slope), gap * Self.greatestStretch)
    }
  }

  func centre(_ layer: Int) -> Double { (tops[layer] + bottoms[layer]) / 2 }
}
