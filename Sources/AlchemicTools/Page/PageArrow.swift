import AlchemicCore

/// An arrow of a view, from a box to a box.
struct PageArrow {
  /// The positions of its ends in ``PageView/boxes``.
  let from: Int
  let to: Int
  /// The classes of the style, which distinguish kinds of arrows by their lines.
  let classes: String
  /// The name of a property, or the number of needs that the arrow represents.
  let label: String?
  /// The index of the edge that the arrow draws; nil if it represents several edges.
  let edge: Int?
  /// The number of arrows between factories that this arrow represents.
  var count = 1

  /// Returns the arrow of one edge.
  init(from: Int, to: Int, edge number: Int, of graph: ModelGraph) {
    let edge = graph.edges[number]
    (self.from, self.to, self.edge) = (from, to, number)
    classes = Self.classes(of: edge)
    label = Self.label(of: edge)
  }

  /// Returns an arrow that represents several arrows, between factories and groups or between
  /// groups.
  init(from: Int, to: Int, classes: String, count: Int, isLabelled: Bool) {
    (self.from, self.to, self.classes, self.count) = (from, to, classes, count)
    label = isLabelled ? "\(count)" : nil
    edge = nil
  }

  private static func classes(of edge: ModelGraph.Edge) -> String {
    var classes =
      switch edge.purpose {
      case .argument: "argument"
      case .property: "property"
      case .owner: "owner"
      case .wrapped: "wrapped"
      }
    if edge.isProvider { classes += " provider" }
    if edge.follows { classes += " follows" }
    return classes
  }

  private static func label(of edge: ModelGraph.Edge) -> String? {
    let name = edge.property.map { Wording.shown($0, limit: 30) + (edge.isWeak ? " (weak)" : "") }
    guard edge.purpose == .owner else { return name }
    return "method of"
  }
}
