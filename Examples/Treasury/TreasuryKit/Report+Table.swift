import Foundation

extension Report {
  /// The report for a reader: a line per currency, then the totals.
  package var table: String {
    let headings =
      ["currency", "first", "last", "min", "max", "drawdown %", "quoted"] + rules
    return """
      Wallets of \(Int(Wallet.units)) units, in \(base), \(dates.lowerBound) to \
      \(dates.upperBound), from \(source)

      \(aligned([headings] + lines.map(cells(of:))))

      \(aligned(totals))

      """
  }

  private func cells(of line: Line) -> [String] {
    let alerts = line.alerts.map(String.init)
    guard let figures = line.figures else {
      return [line.currency] + Array(repeating: "-", count: 5) + ["0"] + alerts
    }
    let values = [figures.first, figures.last, figures.min, figures.max]
    return [line.currency] + values.map { fixed($0, 6) }
      + [fixed(figures.maxDrawdown, 2), String(figures.quoted)] + alerts
  }

  private var totals: [[String]] {
    [
      ["days", String(days)],
      ["wallets", String(wallets)],
      ["re-injections", String(reinjections)],
      ["seconds", fixed(seconds, 3)],
      ["ns per re-injection", fixed(nanosecondsPerReinjection, 0)],
    ]
      + (resident.map {
        [
          ["KB in memory on day 100", String($0.onDay100)],
          ["KB in memory at the end", String($0.atEnd)],
        ]
      } ?? [])
  }

  private func fixed(_ number: Double, _ decimals: Int) -> String {
    String(format: "%.\(decimals)f", number)
  }

  /// Sets rows under each other, the first column to the left, the others to the right.
  private func aligned(_ rows: [[String]]) -> String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let (text, width) = cell
        let blanks = String(repeating: " ", count: width - text.count)
        return column == 0 ? text + blanks : blanks + text
      }
      .joined(separator: "  ")
    }
    .joined(separator: "\n")
  }
}
