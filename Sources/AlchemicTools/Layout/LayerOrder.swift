/// The nodes of all layers, from left to right.
struct LayerOrder: Sendable {
  /// The nodes of the first layer, of the second layer, and so on.
  private(set) var nodes: [Int]
  /// By node: its place in `nodes`.
  private(set) var places: [Int]

  /// - Parameter sequence: All nodes. Each layer has its nodes in this order.
  init(_ graph: LayeredGraph, sequence: [Int]) {
    nodes = [Int](repeating: 0, count: graph.count)
    places = nodes
    var ends = graph.layerStarts
    for node in sequence {
      put(node, at: ends[graph.layer[node]])
      ends[graph.layer[node]] += 1
    }
  }

  @inline(__always)
  mutating func put(_ node: Int, at place: Int) {
    nodes[place] = node
    places[node] = place
  }

  /// Exchanges a node with its neighbour to the right.
  @inline(__always)
  mutating func exchange(at place: Int) {
    let (left, right) = (nodes[place], nodes[place + 1])
    put(right, at: place)
    put(left, at: place + 1)
  }
}
