/// How far nodes and dummy nodes reach, and how far apart they are.
struct Extents: Sendable {
  private let nodes: [LayoutInput.Node]
  private let spacing: LayoutInput.Spacing
  /// By node of the input: the width of its self loops.
  let loops: [Double]

  init(nodes: [LayoutInput.Node], loopCounts: [Int], spacing: LayoutInput.Spacing) {
    self.nodes = nodes
    self.spacing = spacing
    loops = loopCounts.map { Double($0) * spacing.loops }
  }

  /// The least distance of the centres of two neighbours in a layer.
  func distance(_ left: Int, _ right: Int) -> Double {
    let areNodes = left < nodes.count && right < nodes.count
    return (areNodes ? spacing.nodes : spacing.edges) + self.right(left) + self.left(right)
  }

  /// How far a node reaches to the left of its centre.
  func left(_ node: Int) -> Double { node < nodes.count ? nodes[node].width / 2 : 0 }

  /// How far a node and its self loops reach to the right of its centre.
  func right(_ node: Int) -> Double {
    node < nodes.count ? nodes[node].width / 2 + loops[node] : 0
  }

  func height(_ node: Int) -> Double { node < nodes.count ? nodes[node].height : 0 }
}
