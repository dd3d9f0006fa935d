import Measure

/// Collects the rows while they are measured.
final class Bench {
  let options: Options
  private(set) var rows: [Row] = []
  /// Whether a row could not be measured.
  private(set) var hasFailed = false
  private let table = Table()

  init(_ options: Options) {
    self.options = options
    print(table.heading)
  }

  /// Returns the one of three values that fits how much is measured.
  func choose<Value>(full: Value, quick: Value, smoke: Value) -> Value {
    switch options.extent {
    case .full: full
    case .quick: quick
    case .smoke: smoke
    }
  }

  /// How many of something a row of this size has: under the same id fewer where no number means
  /// anything.
  func count(_ size: Int) -> Int { options.extent == .smoke ? min(size, 10) : size }

  /// How long an operation is measured.
  var effort: Effort { choose(full: .full, quick: .quick, smoke: .smoke) }

  /// Whether a row is to be measured.
  func wants(_ id: String) -> Bool { options.asks(for: id) }

  /// Whether any row of a group is.
  func wants(group: String) -> Bool { options.asks(forAnyOf: group) }

  /// Prints a row, and keeps it, unless it was not asked for.
  ///
  /// - Throws: ``Failure`` if one of its numbers is not a number, or if its id is not one for it.
  func add(_ row: Row) throws {
    guard wants(row.id) else { return }
    guard row.isMeasured else { throw Failure("\(row.id) was not measured: \(row.name)") }
    guard Row.groups.contains(row.group) else { throw Failure("\(row.id) is in no group") }
    guard !rows.contains(where: { $0.id == row.id }) else {
      throw Failure("\(row.id) is there twice")
    }
    rows.append(row)
    print(table.line(row, isJudged: options.extent != .smoke))
  }

  /// Measures some rows. An error is printed and remembered, so that the rows after them are
  /// measured too.
  func measure(_ rows: (Bench) throws -> Void) {
    let before = self.rows.count
    do {
      try rows(self)
      guard options.only != nil || self.rows.count > before else { throw Failure("no row at all") }
    } catch {
      hasFailed = true
      let after = self.rows.last.map { "after \($0.id)" } ?? "at the beginning"
      print("FAILED \(after): \(error)")
    }
  }
}
