/// The drawing of a connected graph. Positions of nodes and edges are those in the component.
struct ComponentLayout: Sendable {
  /// How many nodes and edges all components may visit together, in the expensive stages.
  private static let layeringBudget = 8_000_000.0
  private static let orderingBudget = 1_500_000.0...8_000_000.0
  /// How many visits the ordering may spend for each node or edge.
  private static let orderingVisits = 700.0

  let positions: [Layout.Point]
  let routes: [[Layout.Point]]
  let size: Layout.Size
  let layers: [[Int]]
  let crossings: Int

  /// - Parameter share: Which part of the budgets the component has.
  init(_ input: LayoutInput, _ part: ConnectedComponents.Part, share: Double) {
    let nodes = part.nodes.map { input.nodes[$0] }
    var local = [Int: Int](minimumCapacity: part.nodes.count)
    for (position, node) in part.nodes.enumerated() { local[node] = position }
    let edges = part.edges.map { edge in
      (from: local[input.edges[edge].from] ?? 0, to: local[input.edges[edge].to] ?? 0)
    }
    let downward = DownwardEdges(count: nodes.count, edges)
    let layer = Layering.layers(
      count: nodes.count, downward.edges, budget: Int(Self.layeringBudget * share))
    let graph = LayeredGraph(layer: layer, edges: downward.edges)
    let range = Self.orderingBudget
    let wanted = Self.orderingVisits * Double(input.nodes.count + input.edges.count)
    let budget = min(max(wanted, range.lowerBound), range.upperBound) * share
    let ordering = Ordering(graph, groups: nodes.map(\.group), budget: Int(budget))
    let extents = Extents(nodes: nodes, loopCounts: downward.loopCounts, spacing: input.spacing)
    let centres = Coordinates.centres(graph, ordering.best, extents)
    let bands = LayerBands(graph, centres, extents, gap: input.spacing.layers)
    positions = nodes.indices.map { node in
      Layout.Point(x: centres[node], y: bands.centre(layer[node]))
    }
    let routing = Routing(graph, centres, bands, nodes, input.spacing)
    routes = routing.routes(edges, downward)
    size = Layout.Size(
      width: Coordinates.bounds(centres, extents).right, height: bands.bottoms.last ?? 0)
    layers = (0..<graph.layerCount).map { number in
      ordering.best.nodes[graph.places(number)].filter { !graph.isDummy($0) }
    }
    crossings = ordering.crossings
  }
}
