/// Assigns the horizontal centre of each node, so that long edges are straight and nodes are near
/// the middle of their neighbours.
///
/// The method is that of Brandes and Köpf ("Fast and simple horizontal coordinate assignment",
/// Graph Drawing 2001). There are four assignments, one from each corner of the drawing. They are
/// moved to the narrowest one, and the result is the mean of the two medians of each node. As each
/// assignment respects the distances in a layer, so do the medians.
struct Coordinates: Sendable {
  /// Returns the centres. The leftmost border is at 0.
  static func centres(
    _ graph: LayeredGraph, _ order: LayerOrder, _ extents: Extents
  ) -> [Double] {
    let sorted = SortedSegments(graph, order)
    var assignments: [[Double]] = []
    for isDown in [true, false] {
      for isLeft in [true, false] {
        let alignment = Alignment(graph, sorted, isDown: isDown, isLeft: isLeft)
        assignments.append(
          Compaction.centres(graph, order, alignment, extents, isLeft: isLeft))
      }
    }
    let borders = assignments.map { bounds($0, extents) }
    guard let narrowest = borders.min(by: { $0.right - $0.left < $1.right - $1.left }) else {
      return []
    }
    // The even ones start at the left.
    let shifts: [Double] = borders.indices.map { number in
      let border = borders[number]
      return number % 2 == 0 ? narrowest.left - border.left : narrowest.right - border.right
    }
    let centres = (0..<graph.count).map { node in
      let (a, b) = (assignments[0][node] + shifts[0], assignments[1][node] + shifts[1])
      let (c, d) = (assignments[2][node] + shifts[2], assignments[3][node] + shifts[3])
      return (max(min(a, b), min(c, d)) + min(max(a, b), max(c, d))) / 2
    }
    let left = bounds(centres, extents).left
    return centres.map { $0 - left }
  }

  /// Returns the leftmost and the rightmost border.
  static func bounds(_ centres: [Double], _ extents: Extents) -> (left: Double, right: Double) {
    var (left, right) = (Double.infinity, -Double.infinity)
    for (node, centre) in centres.enumerated() {
      left = min(left, centre - extents.left(node))
      right = max(right, centre + extents.right(node))
    }
    return (left, right)
  }
}
