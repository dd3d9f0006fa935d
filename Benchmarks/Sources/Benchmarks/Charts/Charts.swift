import Measure

/// Which rows are drawn where.
struct Charts {
  private let rows: [Row]

  /// - Parameter rows: All of them.
  init(_ rows: [Row]) { self.rows = rows }

  /// The files by their names.
  var files: [(name: String, text: String)] {
    [
      ("operations.svg", operations.svg), ("programs.svg", programs.svg), ("start.svg", start.svg),
      ("discovery.svg", discovery.svg), ("sets.svg", sets.svg), ("threads.svg", threads.svg),
    ].map { ($0, $1.file) }
  }

  // MARK: Bars

  private static let hot: Set<Substring> = [
    "P1", "P2", "P2b", "P3", "P4", "P8", "P12", "H1", "H2", "H3",
  ]

  private var operations: BarChart {
    BarChart(
      title: "Reading, getting, making", rows: rows.filter { Self.hot.contains($0.group) })
  }

  /// Of what has sizes, those that have a limit and are no curve.
  private var programs: BarChart {
    BarChart(
      title: "Starting, setting, compiling",
      rows: rows.filter { row in
        !Self.hot.contains(row.group) && row.limit ?? 0 > 0
          && !(row.group == "P6" && size(of: row) != nil && ![1, 1_000].contains(size(of: row)))
      })
  }

  // MARK: Curves

  private var start: CurveChart {
    curves(
      "Starting", "a start with so many types, and filling a dictionary with a closure for each",
      [("P5", .cost, "start")], floor: "dictionary", limit: 8)
  }

  private var discovery: CurveChart {
    curves(
      "Finding classes", "so many classes in an image, and asking each for its metadata",
      [("P5b", .cost, "discovery")], floor: "asking", limit: 3)
  }

  private var sets: CurveChart {
    curves(
      "Setting", "AcSet with so many live hosts, and a walk that writes as many fields",
      [("P6", .cost, "hosts with hooks"), ("P6/no-hooks", .other, "hosts without")],
      floor: "writing fields", limit: 3)
  }

  private var threads: CurveChart {
    curves(
      "Threads", "AcGet by so many threads at once, and a lock-free lookup by them",
      [("P7", .cost, "AcGet")], floor: "lookup", limit: 1.25)
  }

  /// - Parameters:
  ///   - lines: What the ids of a curve have in front of the size, its role and its name.
  ///   - floor: The name of the curve of the first one's floor.
  ///   - limit: How many times that is allowed.
  private func curves(
    _ title: String, _ subtitle: String, _ lines: [(String, SVG.Role, String)], floor: String,
    limit: Double
  ) -> CurveChart {
    func rows(_ prefix: String) -> [(size: Double, row: Row)] {
      self.rows.compactMap { row in
        guard let size = size(of: row), row.id == "\(prefix)/\(size)" else { return nil }
        return (Double(size), row)
      }
    }
    let first = rows(lines[0].0)
    let floors = first.map { (x: $0.size, y: $0.row.floor.median) }
    var curves = lines.map { prefix, role, name in
      CurveChart.Curve(
        role: role, name: name, points: rows(prefix).map { ($0.size, $0.row.cost.median) })
    }
    curves.append(
      CurveChart.Curve(
        role: .allowed, name: "limit: \(limit.formatted) ×",
        points: floors.map { ($0.x, $0.y * limit) }))
    curves.append(CurveChart.Curve(role: .floor, name: floor, points: floors))
    return CurveChart(
      title: title, subtitle: subtitle, curves: curves, sizes: first.map(\.size))
  }

  private func size(of row: Row) -> Int? { row.id.split(separator: "/").last.flatMap { Int($0) } }
}
