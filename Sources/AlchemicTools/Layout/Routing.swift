/// Draws each edge as a line through the gaps of the layers.
///
/// Inside of a layer, a line is vertical: at the place of a dummy node, or between the border of a
/// node and that of its layer. Between two layers it is straight. So it meets no node, and two
/// lines cross only if their segments do. The ends of the lines at a node are in the order of their
/// other ends, evenly apart.
struct Routing: Sendable {
  /// Which part of a border has ends of lines.
  private static let usedBorder = 0.7

  private let graph: LayeredGraph
  private let centres: [Double]
  private let bands: LayerBands
  private let nodes: [LayoutInput.Node]
  private let spacing: LayoutInput.Spacing
  /// By edge that points down: the horizontal places of its ends.
  private var starts: [Double]
  private var ends: [Double]

  init(
    _ graph: LayeredGraph, _ centres: [Double], _ bands: LayerBands, _ nodes: [LayoutInput.Node],
    _ spacing: LayoutInput.Spacing
  ) {
    self.graph = graph
    self.centres = centres
    self.bands = bands
    self.nodes = nodes
    self.spacing = spacing
    starts = [Double](repeating: 0, count: graph.dummies.count)
    ends = starts
  }

  /// Returns the line of each edge, from its source to its target.
  func routes(_ edges: [(from: Int, to: Int)], _ downward: DownwardEdges) -> [[Layout.Point]] {
    var routing = self
    routing.spreadEnds(downward.edges)
    var loops = [Int](repeating: 0, count: nodes.count)
    return edges.indices.map { edge in
      guard let position = downward.position[edge] else {
        let node = edges[edge].from
        loops[node] += 1
        return loop(node, number: loops[node], of: downward.loopCounts[node])
      }
      let line = routing.line(position, downward.edges[position])
      return downward.isReversed[position] ? line.reversed() : line
    }
  }

  private mutating func spreadEnds(_ edges: [(from: Int, to: Int)]) {
    // Where the first and the last segment of each edge lead.
    let first = edges.indices.map { centres[graph.dummies[$0].first ?? edges[$0].to] }
    let last = edges.indices.map { centres[graph.dummies[$0].last ?? edges[$0].from] }
    spread(&starts, AdjacencyList(count: nodes.count, positionsByKey: edges.map(\.from)), first)
    spread(&ends, AdjacencyList(count: nodes.count, positionsByKey: edges.map(\.to)), last)
  }

  private func spread(_ places: inout [Double], _ lists: AdjacencyList, _ others: [Double]) {
    for node in nodes.indices where lists.degree(node) > 0 {
      let edges = lists[node].sorted { (others[$0], $0) < (others[$1], $1) }
      let step = min(spacing.edges, nodes[node].width * Self.usedBorder / Double(edges.count))
      let left = centres[node] - step * Double(edges.count - 1) / 2
      for (number, edge) in edges.enumerated() { places[edge] = left + step * Double(number) }
    }
  }

  private func line(_ position: Int, _ edge: (from: Int, to: Int)) -> [Layout.Point] {
    var points: [Layout.Point] = []
    points.reserveCapacity(2 * graph.dummies[position].count + 4)
    let (upper, lower) = (graph.layer[edge.from], graph.layer[edge.to])
    let bottom = bands.centre(upper) + nodes[edge.from].height / 2
    Self.add(starts[position], bottom, &points)
    Self.add(starts[position], bands.bottoms[upper], &points)
    for dummy in graph.dummies[position] {
      Self.add(centres[dummy], bands.tops[graph.layer[dummy]], &points)
      Self.add(centres[dummy], bands.bottoms[graph.layer[dummy]], &points)
    }
    Self.add(ends[position], bands.tops[lower], &points)
    Self.add(ends[position], bands.centre(lower) - nodes[edge.to].height / 2, &points)
    return points
  }

  /// Appends a point. One that continues a vertical line replaces the last.
  private static func add(_ x: Double, _ y: Double, _ points: inout [Layout.Point]) {
    let count = points.count
    if count > 0, points[count - 1] == Layout.Point(x: x, y: y) { return }
    if count > 1, points[count - 1].x == x, points[count - 2].x == x { points.removeLast() }
    points.append(Layout.Point(x: x, y: y))
  }

  /// Returns the line of a self loop, to the right of its node.
  private func loop(_ node: Int, number: Int, of count: Int) -> [Layout.Point] {
    let border = centres[node] + nodes[node].width / 2
    let x = border + spacing.loops * Double(number)
    let centre = bands.centre(graph.layer[node])
    let reach = nodes[node].height * 0.4 * Double(number) / Double(count)
    return [
      Layout.Point(x: border, y: centre - reach), Layout.Point(x: x, y: centre - reach),
      Layout.Point(x: x, y: centre + reach), Layout.Point(x: border, y: centre + reach),
    ]
  }
}
