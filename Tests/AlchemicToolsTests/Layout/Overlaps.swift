@testable import AlchemicTools

/// What is wrong with a drawing.
struct Overlaps {
  private let input: LayoutInput
  private let layout: Layout

  init(_ input: LayoutInput, _ layout: Layout) {
    self.input = input
    self.layout = layout
  }

  private struct Box {
    let node: Int
    let left: Double
    let right: Double
    let top: Double
    let bottom: Double
  }

  /// The nodes as boxes, smaller by what rounding may cost, from left to right.
  private var boxes: [Box] {
    input.nodes.indices.map { node in
      let (size, centre) = (input.nodes[node], layout.positions[node])
      let (x, y) = (size.width / 2 - 1e-6, size.height / 2 - 1e-6)
      return Box(
        node: node, left: centre.x - x, right: centre.x + x, top: centre.y - y,
        bottom: centre.y + y)
    }.sorted { $0.left < $1.left }
  }

  /// Pairs of nodes that overlap.
  var ofNodes: Int {
    let boxes = boxes
    var count = 0
    for (index, first) in boxes.enumerated() {
      for second in boxes[(index + 1)...] {
        if second.left > first.right { break }
        if first.top < second.bottom, second.top < first.bottom { count += 1 }
      }
    }
    return count
  }

  /// Pairs of a segment of an edge and a node through which it goes.
  var ofRoutes: Int {
    let boxes = boxes
    var count = 0
    for route in layout.routes {
      for (a, b) in zip(route, route.dropFirst()) {
        count += boxes.count { meets($0, a, b) }
      }
    }
    return count
  }

  /// Clips a segment to a box (Liang and Barsky).
  private func meets(_ box: Box, _ a: Layout.Point, _ b: Layout.Point) -> Bool {
    var (start, end) = (0.0, 1.0)
    let bounds = [(a.x, b.x - a.x, box.left, box.right), (a.y, b.y - a.y, box.top, box.bottom)]
    for (origin, length, low, high) in bounds {
      if length == 0 {
        if origin <= low || origin >= high { return false }
        continue
      }
      let (first, second) = ((low - origin) / length, (high - origin) / length)
      start = max(start, min(first, second))
      end = min(end, max(first, second))
    }
    return start < end
  }

  /// Nodes and points outside of the drawing.
  var outside: Int {
    let (width, height) = (layout.size.width + 1e-6, layout.size.height + 1e-6)
    let points = layout.routes.joined().count {
      $0.x < -1e-6 || $0.y < -1e-6 || $0.x > width || $0.y > height
    }
    return points
      + boxes.count {
        $0.left < -1e-6 || $0.top < -1e-6 || $0.right > width || $0.bottom > height
      }
  }

  /// Edges that do not end on the borders of their nodes.
  var loose: Int {
    zip(input.edges, layout.routes).count { edge, route in
      guard let first = route.first, let last = route.last else { return true }
      return !isOnBorder(first, edge.from) || !isOnBorder(last, edge.to)
    }
  }

  private func isOnBorder(_ point: Layout.Point, _ node: Int) -> Bool {
    let x = (point.x - layout.positions[node].x).magnitude - input.nodes[node].width / 2
    let y = (point.y - layout.positions[node].y).magnitude - input.nodes[node].height / 2
    return x < 1e-6 && y < 1e-6 && max(x, y) > -1e-6
  }
}
