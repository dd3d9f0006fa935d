@testable import AlchemicTools

/// Counts how often drawn lines cross, whatever drew them.
///
/// Crossings inside or close to a node at which both edges end do not count: the lines meet there.
struct DrawnCrossings {
  /// All crossings.
  private(set) var all = 0
  /// Crossings of edges that have no node in common.
  private(set) var independent = 0

  private struct Segment {
    let edge: Int
    let a: Layout.Point
    let b: Layout.Point
    var top: Double { min(a.y, b.y) }
    var bottom: Double { max(a.y, b.y) }
  }

  /// - Parameters:
  ///   - positions: The centres of the nodes.
  ///   - edges: The ends of each route.
  init(
    _ nodes: [LayoutInput.Node], _ positions: [Layout.Point], _ edges: [(from: Int, to: Int)],
    _ routes: [[Layout.Point]]
  ) {
    var segments: [Segment] = []
    for (edge, route) in routes.enumerated() where edges[edge].from != edges[edge].to {
      for (a, b) in zip(route, route.dropFirst()) where a != b {
        segments.append(Segment(edge: edge, a: a, b: b))
      }
    }
    segments.sort { ($0.top, $0.edge) < ($1.top, $1.edge) }
    for (index, first) in segments.enumerated() {
      for second in segments[(index + 1)...] {
        if second.top > first.bottom { break }
        guard first.edge != second.edge, let point = Self.crossing(first, second) else { continue }
        let (one, other) = (edges[first.edge], edges[second.edge])
        let common = [one.from, one.to].filter { $0 == other.from || $0 == other.to }
        let isTouch = common.contains { node in
          (point.x - positions[node].x).magnitude <= nodes[node].width / 2 + 2
            && (point.y - positions[node].y).magnitude <= nodes[node].height / 2 + 2
        }
        if isTouch { continue }
        all += 1
        if common.isEmpty { independent += 1 }
      }
    }
  }

  /// Returns the point in which two segments cross. The start of a segment belongs to it, and its
  /// end does not, so that a crossing at a bend counts once.
  private static func crossing(_ first: Segment, _ second: Segment) -> Layout.Point? {
    let (a, c) = (first.a, second.a)
    let (dx, dy) = (first.b.x - a.x, first.b.y - a.y)
    let (ex, ey) = (second.b.x - c.x, second.b.y - c.y)
    let area = dx * ey - dy * ex
    guard area != 0 else { return nil }
    let along = ((c.x - a.x) * ey - (c.y - a.y) * ex) / area
    guard along >= 0, along < 1 else { return nil }
    let across = ((c.x - a.x) * dy - (c.y - a.y) * dx) / area
    guard across >= 0, across < 1 else { return nil }
    return Layout.Point(x: a.x + along * dx, y: a.y + along * dy)
  }
}
