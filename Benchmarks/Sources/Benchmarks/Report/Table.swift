import Measure

/// The rows for a terminal: printed one by one, as they are measured.
struct Table {
  private static let widths = [20, 11, 22, 11, 22, 8, 6]

  var heading: String {
    line("", "median", "min … max", "floor", "min … max", "ratio", "limit", "") + "\n"
      + String(repeating: "─", count: 120)
  }

  /// - Parameter isJudged: Whether the row is compared with its limit.
  func line(_ row: Row, isJudged: Bool) -> String {
    let verdict =
      switch isJudged ? row.isWithinLimit : nil {
      case true: "✓ "
      case false: "✗ "
      case nil: "  "
      }
    return line(
      row.id, row.text(row.cost.median), row.range(row.cost), row.text(row.floor.median),
      row.range(row.floor),
      shown(row.ratio), (isJudged ? row.limit?.formatted : nil) ?? "", verdict + row.name)
  }

  private func line(_ id: String, _ columns: String...) -> String {
    var text = padded(id, Self.widths[0], isLeft: true)
    for (column, width) in zip(columns, Self.widths.dropFirst()) {
      text += padded(column, width, isLeft: false)
    }
    return text + "  " + columns[columns.count - 1]
  }

  private func padded(_ text: String, _ width: Int, isLeft: Bool) -> String {
    let blanks = String(repeating: " ", count: max(1, width - text.count))
    return isLeft ? text + blanks : blanks + text
  }
}
