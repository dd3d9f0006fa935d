import Measure

/// Ratios as bars, from the floor on: to the right is slower, to the left faster. A mark shows how
/// far each may reach.
struct BarChart {
  let title: String
  let rows: [Row]

  private static let pitch = 24.0
  private static let bars = 500.0...860.0

  var svg: SVG {
    let top = 74.0
    let bottom = top + Double(rows.count) * Self.pitch
    var svg = SVG(width: 940, height: bottom + 24)
    svg.text(.title, title, at: (20, 30))
    svg.text(
      .muted,
      "times its floor, lower is better; the mark is the limit, bars begin at the floor (1)",
      at: (20, 48))

    let scale = LogScale(
      rows.flatMap { [$0.ratio, $0.limit ?? 1, 1] }, from: Self.bars.lowerBound,
      to: Self.bars.upperBound)
    for tick in scale.ticks {
      let x = scale.position(tick)
      svg.line(tick == 1 ? .axis : .grid, from: (x, top - 6), to: (x, bottom))
      svg.text(.muted, tick < 1 ? "\(tick)" : grouped(Int(tick)), at: (x, top - 10), .middle)
    }
    for (index, row) in rows.enumerated() {
      draw(row, at: top + Double(index) * Self.pitch, scale, in: &svg)
    }
    return svg
  }

  private func draw(_ row: Row, at y: Double, _ scale: LogScale, in svg: inout SVG) {
    let role: SVG.Role =
      switch row.isWithinLimit {
      case true: .good
      case false: .bad
      case nil: .plain
      }
    svg.text(.text, row.id, at: (20, y + 16))
    svg.text(.muted, short(row.name), at: (190, y + 16))
    let (one, end) = (scale.position(1), scale.position(row.ratio))
    svg.bar(role, x: min(one, end), y: y + 5, width: abs(end - one), height: Self.pitch - 10)
    if let limit = row.limit, limit > 0 {
      let x = scale.position(limit)
      svg.line(.allowed, from: (x, y + 2), to: (x, y + Self.pitch - 2))
    }
    svg.text(.text, shown(row.ratio), at: (920, y + 16), .end)
  }

  /// Without what it is compared with.
  private func short(_ name: String) -> String {
    let end = [", against ", ", above "].compactMap { name.firstRange(of: $0)?.lowerBound }.first
    return String(name[..<(end ?? name.endIndex)])
  }
}
