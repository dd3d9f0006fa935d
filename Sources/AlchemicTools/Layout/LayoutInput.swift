/// A directed graph to draw, with the sizes of its nodes. It may have cycles, parallel edges and
/// self loops.
struct LayoutInput: Sendable {
  struct Node: Sendable {
    var width: Double
    var height: Double
    /// The module of the node. Nodes of a group start next to each other.
    var group: Int?

    init(width: Double, height: Double, group: Int? = nil) {
      self.width = width
      self.height = height
      self.group = group
    }
  }

  struct Spacing: Sendable {
    /// The least horizontal distance of two nodes of a layer.
    var nodes = 18.0
    /// The least horizontal distance of an edge and a node, or of two edges, inside of a layer.
    var edges = 10.0
    /// The least vertical distance of two layers. The layout increases it where edges are flat.
    var layers = 40.0
    /// The distance of two components.
    var components = 30.0
    /// The width of a self loop.
    var loops = 12.0
  }

  var nodes: [Node]
  /// Positions in `nodes`. An edge points down unless it closes a cycle.
  var edges: [(from: Int, to: Int)]
  var spacing: Spacing

  init(nodes: [Node], edges: [(from: Int, to: Int)], spacing: Spacing = Spacing()) {
    self.nodes = nodes
    self.edges = edges
    self.spacing = spacing
  }
}
