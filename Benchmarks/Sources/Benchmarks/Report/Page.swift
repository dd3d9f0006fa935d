import Measure

/// Docs/Performance.md: the page with the table of the rows and with the charts.
struct Page {
  private static let begin = "<!-- measured: begin -->"
  private static let end = "<!-- measured: end -->"

  private let path: String
  private let charts: String
  /// What stands before the table, the table, and what stands after it.
  private let before: Substring
  private let table: Substring
  private let after: Substring

  /// Reads it.
  init() throws {
    let docs = try "\(Build().package)/../Docs"
    path = "\(docs)/Performance.md"
    charts = "\(docs)/Performance"
    let text = try readFile(path)
    guard
      let begin = text.firstRange(of: Self.begin),
      let end = text[begin.upperBound...].firstRange(of: Self.end)
    else { throw Failure("\(path) has no lines \(Self.begin) and \(Self.end)") }
    before = text[..<begin.upperBound]
    table = text[begin.upperBound..<end.lowerBound]
    after = text[end.lowerBound...]
  }

  /// Fails unless the table has exactly these rows, with these limits.
  func compare(with rows: [Row]) throws {
    let measured = rows.map { "\($0.id)\(limit($0.limit?.formatted ?? ""))" }
    // The lines above the rows have no id.
    let written = table.split(separator: "\n").compactMap { line -> String? in
      let cells = line.split(separator: "|").map { $0.split(separator: " ").joined() }
      guard cells.count == 8, cells[0].first?.isLetter == true else { return nil }
      return "\(cells[0])\(limit(cells[6]))"
    }
    let (missing, former) = (measured.without(written), written.without(measured))
    guard missing.isEmpty, former.isEmpty else {
      throw Failure(
        """
        The table of Docs/Performance.md is not of these rows: Benchmarks --write measures it.
          it lacks: \(missing.isEmpty ? "nothing" : missing.joined(separator: ", "))
          it has, and the benchmarks do not: \
        \(former.isEmpty ? "nothing" : former.joined(separator: ", "))
        """)
    }
  }

  /// Replaces the table, the note below it, and the charts.
  func write(_ rows: [Row], _ circumstances: Circumstances) throws {
    let charts = Charts(rows).files
    try writeFile(
      "\(before)\n\(table(rows))\n\n\(note(rows, circumstances))\n\(after)", to: path)
    for chart in charts { try writeFile(chart.text, to: "\(self.charts)/\(chart.name)") }
  }

  private func table(_ rows: [Row]) -> String {
    let lines = rows.map { row in
      "| \(row.id) | \(row.name) | \(row.text(row.cost.median)) | \(row.range(row.cost)) "
        + "| \(row.text(row.floor.median)) | \(shown(row.ratio)) | \(row.limit?.formatted ?? "") "
        + "| \(verdict(row)) |"
    }
    return """
      | | what, and what it is compared with | median | min … max | floor | ratio | limit | |
      |---|---|---:|---:|---:|---:|---:|---|
      \(lines.joined(separator: "\n"))
      """
  }

  private func note(_ rows: [Row], _ circumstances: Circumstances) -> String {
    let limited = rows.filter { $0.limit != nil }
    let over = limited.filter { $0.isWithinLimit == false }
    let names = over.isEmpty ? "." : ": \(over.map(\.id).joined(separator: ", "))."
    return """
      \(over.count) of the \(limited.count) rows with a limit are over it\(names)

      \(circumstances.text)
      """
  }

  private func verdict(_ row: Row) -> String {
    switch row.isWithinLimit {
    case true: "✓"
    case false: "✗"
    case nil: ""
    }
  }

  private func limit(_ text: String) -> String { text.isEmpty ? "" : " (limit \(text))" }
}

extension [String] {
  fileprivate func without(_ others: [String]) -> [String] { filter { !others.contains($0) } }
}
