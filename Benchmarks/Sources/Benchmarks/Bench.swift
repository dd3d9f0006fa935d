import Measure

/// Collects the rows while they are measured.
final class Bench {
  let options: Options
  let effort: Effort
  private(set) var rows: [Row] = []
  private let table = Table()

  init(_ options: Options) {
    self.options = options
    effort = options.isQuick ? .quick : .full
    print(table.heading)
  }

  var isQuick: Bool { options.isQuick }

  /// Whether a row is to be measured.
  func wants(_ id: String) -> Bool { options.asks(for: id) }

  /// Whether any row of a group is.
  func wants(group: String) -> Bool { options.asks(forAnyOf: group) }

  /// Prints a row, and keeps it, unless it was not asked for.
  func add(_ row: Row) {
    guard wants(row.id) else { return }
    rows.append(row)
    print(table.line(row))
  }
}
