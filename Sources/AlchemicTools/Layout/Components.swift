// Components are drawn one by one, and their drawings share a page.

/// Separates a graph into its connected components, without regard to directions.
struct ConnectedComponents: Sendable {
  /// A component: its nodes and edges, as positions in the whole graph.
  struct Part: Sendable {
    var nodes: [Int] = []
    var edges: [Int] = []
  }

  private(set) var parts: [Part] = []

  init(count: Int, _ edges: [(from: Int, to: Int)]) {
    let neighbours = AdjacencyList(
      count: count, keys: edges.map(\.from) + edges.map(\.to),
      items: edges.map(\.to) + edges.map(\.from))
    var number = [Int](repeating: -1, count: count)
    var (members, partCount) = ([Int](), 0)
    for start in 0..<count where number[start] < 0 {
      number[start] = partCount
      members.append(start)
      while let node = members.popLast() {
        for other in neighbours[node] where number[other] < 0 {
          number[other] = partCount
          members.append(other)
        }
      }
      partCount += 1
    }
    parts = [Part](repeating: Part(), count: partCount)
    for node in 0..<count { parts[number[node]].nodes.append(node) }
    for (position, edge) in edges.enumerated() { parts[number[edge.from]].edges.append(position) }
  }
}

/// Arranges rectangles in rows, without overlaps, near the proportions of a page.
///
/// The method is the first step of shelf packing: rectangles, sorted by descending height, fill a
/// row to a width that depends on their total area, then the next row.
struct Packing: Sendable {
  private static let proportion = 1.5

  /// By rectangle: its upper left corner.
  private(set) var origins: [Layout.Point]
  private(set) var size = Layout.Size(width: 0, height: 0)

  /// - Parameter gap: The distance of two rectangles.
  init(_ sizes: [Layout.Size], gap: Double) {
    origins = [Layout.Point](repeating: Layout.Point(x: 0, y: 0), count: sizes.count)
    let area = sizes.reduce(0) { $0 + ($1.width + gap) * ($1.height + gap) }
    let widest = sizes.map(\.width).max() ?? 0
    let limit = max(widest, (area * Self.proportion).squareRoot())
    // In this order also where heights are equal.
    let order = sizes.indices.sorted { (sizes[$1].height, $0) < (sizes[$0].height, $1) }
    var (x, top, bottom) = (0.0, 0.0, 0.0)
    for index in order {
      if x > 0, x + sizes[index].width > limit { (x, top) = (0, bottom + gap) }
      origins[index] = Layout.Point(x: x, y: top)
      size.width = max(size.width, x + sizes[index].width)
      bottom = max(bottom, top + sizes[index].height)
      x += sizes[index].width + gap
    }
    size.height = bottom
  }
}
