/// How long something takes that there is more or less of; both axes are logarithmic.
struct CurveChart {
  struct Curve {
    let role: SVG.Role
    let name: String
    let points: [(x: Double, y: Double)]
  }

  let title: String
  let subtitle: String
  let curves: [Curve]
  /// Where there are points.
  let sizes: [Double]

  private static let plot = (left: 84.0, right: 560.0, top: 72.0, bottom: 340.0)

  var svg: SVG {
    var svg = SVG(width: 720, height: 384)
    svg.text(.title, title, at: (20, 30))
    svg.text(.muted, subtitle, at: (20, 48))
    let (left, right) = (Self.plot.left, Self.plot.right)
    let (top, bottom) = (Self.plot.top, Self.plot.bottom)

    let y = LogScale(curves.flatMap { $0.points.map(\.y) }, from: bottom, to: top)
    for tick in y.ticks {
      let height = y.position(tick)
      svg.line(.grid, from: (left, height), to: (right, height))
      svg.text(.muted, duration(tick), at: (left - 8, height + 4), .end)
    }
    let x = XAxis(sizes, from: left, to: right)
    for size in sizes {
      svg.line(.grid, from: (x.position(size), top), to: (x.position(size), bottom))
      svg.text(.muted, grouped(Int(size)), at: (x.position(size), bottom + 20), .middle)
    }
    svg.line(.axis, from: (left, bottom), to: (right, bottom))

    for curve in curves {
      let points = curve.points.map { (x: x.position($0.x), y: y.position($0.y)) }
      svg.path(curve.role, through: points)
      if curve.role != .allowed { points.forEach { svg.dot(curve.role, at: $0) } }
    }
    label(curves, y, in: &svg)
    return svg
  }

  /// Names stand where their curves end, and not on each other.
  private func label(_ curves: [Curve], _ y: LogScale, in svg: inout SVG) {
    let ends = curves.compactMap { curve in curve.points.last.map { (curve, y.position($0.y)) } }
    var last = -Double.infinity
    for (curve, height) in ends.sorted(by: { $0.1 < $1.1 }) {
      let location = max(height + 4, last + 16)
      svg.text(curve.role, curve.name, at: (Self.plot.right + 12, location))
      last = location
    }
  }

  /// Each size as far from the next.
  private struct XAxis {
    let sizes: [Double]
    let from: Double
    let to: Double

    init(_ sizes: [Double], from: Double, to: Double) {
      (self.sizes, self.from, self.to) = (sizes, from, to)
    }

    func position(_ size: Double) -> Double {
      let index = Double(sizes.firstIndex(of: size) ?? 0)
      return from + 20 + index / Double(max(1, sizes.count - 1)) * (to - from - 40)
    }
  }
}

/// A power of ten in nanoseconds.
func duration(_ nanoseconds: Double) -> String {
  for (unit, size) in [("s", 1e9), ("ms", 1e6), ("µs", 1e3)] where nanoseconds >= size {
    return "\(Int((nanoseconds / size).rounded())) \(unit)"
  }
  return nanoseconds >= 1 ? "\(Int(nanoseconds.rounded())) ns" : "\(nanoseconds) ns"
}
