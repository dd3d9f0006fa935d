/// A drawing of a directed graph in layers: the positions of its nodes and the routes of its edges.
///
/// It is made in the stages of Sugiyama, Tagawa and Toda ("Methods for visual understanding of
/// hierarchical system structures", 1981): `CycleRemoval`, `Layering`, `Ordering`, `Coordinates`
/// and `Routing`. Each connected component is drawn by itself, and `Packing` arranges these
/// drawings. The same input has the same drawing.
struct Layout: Sendable {
  struct Point: Sendable, Equatable {
    var x: Double
    var y: Double
  }

  struct Size: Sendable, Equatable {
    var width: Double
    var height: Double
  }

  /// By node: its centre.
  private(set) var positions: [Point]
  /// By edge: a line from the border of its source to the border of its target.
  private(set) var routes: [[Point]]
  private(set) var size = Size(width: 0, height: 0)
  /// The nodes of each layer, from left to right inside of a component. All components start with
  /// the first layer.
  private(set) var layers: [[Int]] = []
  /// How often edges cross between layers.
  private(set) var crossings = 0

  init(_ input: LayoutInput) {
    positions = [Point](repeating: Point(x: 0, y: 0), count: input.nodes.count)
    routes = [[Point]](repeating: [], count: input.edges.count)
    let parts = ConnectedComponents(count: input.nodes.count, input.edges).parts
    var drawings: [ComponentLayout] = []
    drawings.reserveCapacity(parts.count)
    for part in parts {
      let share =
        Double(part.nodes.count + part.edges.count)
        / Double(input.nodes.count + input.edges.count)
      drawings.append(ComponentLayout(input, part, share: share))
    }
    let packing = Packing(drawings.map(\.size), gap: input.spacing.components)
    size = packing.size
    for ((part, drawing), origin) in zip(zip(parts, drawings), packing.origins) {
      add(drawing, part, at: origin)
    }
  }

  private mutating func add(
    _ drawing: ComponentLayout, _ part: ConnectedComponents.Part, at origin: Point
  ) {
    for (node, centre) in zip(part.nodes, drawing.positions) {
      positions[node] = Point(x: centre.x + origin.x, y: centre.y + origin.y)
    }
    for (edge, route) in zip(part.edges, drawing.routes) {
      routes[edge] = route.map { Point(x: $0.x + origin.x, y: $0.y + origin.y) }
    }
    while layers.count < drawing.layers.count { layers.append([]) }
    for (number, layer) in drawing.layers.enumerated() {
      layers[number] += layer.map { part.nodes[$0] }
    }
    crossings += drawing.crossings
  }
}
