import AlchemicCore
import AlchemicRuntime

extension StartReport {
  /// The report as text, in columns: the phases, the objects, the critical path and the longest
  /// waits. If there are more than 100 objects, it contains only the ten slowest.
  public var description: String {
    guard case .absent = outcome else {
      return ([headline] + sections).joined(separator: "\n\n")
    }
    return "Alchemic was not started"
  }

  /// The outcome, with the time and the number of objects. After a failure, the second line is the
  /// reason.
  var headline: String {
    let time = duration.milliseconds
    let count = objects.count == 1 ? "1 object" : "\(objects.count) objects"
    return switch outcome {
    case .absent, .running: "Alchemic is starting for \(time) now: \(count) until now"
    case .interrupted: "Alchemic was reset \(time) after the start began: \(count) until then"
    case .finished: "Alchemic started in \(time): \(count)"
    case .failed(let error):
      "Alchemic failed to start in \(time): \(count) until then\n\(Outcome.reason(of: error))"
    }
  }

  private var sections: [String] {
    var sections = [
      TextTable("phase", ["begin", "time"]) { table in
        for phase in phases { table.add("\(phase.phase)", [phase.begin, phase.duration]) }
      }
    ]
    if !objects.isEmpty {
      sections.append(objects.count > Self.most ? slowestObjects : allObjects)
      sections.append(pathTable)
    }
    if !waits.isEmpty { sections.append(longestWaits) }
    return sections.map(\.text)
  }

  /// The number of objects up to which all are listed.
  static let most = 100

  private static let columns = ["begin", "time", "own time"]

  /// All objects, in the order in which their creation began. Those that were created within
  /// another creation are indented.
  private var allObjects: TextTable {
    var depths = objects.map { _ in 0 }
    // An outer creation ends later.
    for object in objects.reversed() {
      if let outer = object.outer { depths[object.number] = depths[outer] + 1 }
    }
    let order = objects.sorted { ($0.begin, -$0.number) < ($1.begin, -$1.number) }
    return TextTable("object", Self.columns) { table in
      for object in order { add(object, to: &table, at: depths[object.number]) }
    }
  }

  private var slowestObjects: TextTable {
    let slowest = self.slowest
    return TextTable("the \(slowest.count) slowest objects", Self.columns) { table in
      for object in slowest { add(object, to: &table) }
    }
  }

  private var pathTable: TextTable {
    TextTable("critical path: \(pathDuration.milliseconds)", Self.columns) { table in
      for object in criticalPath { add(object, to: &table) }
    }
  }

  private func add(_ object: Object, to table: inout TextTable, at depth: Int = 0) {
    let indent = String(repeating: "  ", count: min(depth, 20))
    let making: [String] =
      switch object.factory.making {
      case .anywhere: []
      case .onMainActor: ["main actor"]
      case .awaited: ["awaited"]
      }
    // A class without details has no location, so its module helps to find it.
    let place =
      object.factory.location.map { "\($0)" } ?? qualifiedTypeName(object.factory.product)
    table.add(
      indent + Self.shown(object), [object.begin, object.duration, object.ownDuration],
      ([object.executor.text] + making + [place]).joined(separator: ", "))
  }

  private var longestWaits: TextTable {
    let longest = waits.longest(10, by: \.duration)
    let title = waits.count > longest.count ? "the \(longest.count) longest waits" : "wait"
    return TextTable(title, ["time"]) { table in
      for wait in longest {
        table.add(
          "\(Self.shown(objects[wait.waiter])) for \(Self.shown(objects[wait.needed]))",
          [wait.duration])
      }
    }
  }

  private static func shown(_ object: Object) -> String { Wording.shown(object.name, limit: 48) }
}

extension StartReport.Outcome {
  /// Returns the error of a failed start on one line. The program itself prints the whole error.
  static func reason(of error: any Error) -> String {
    guard let problems = (error as? AlchemicError)?.problems, let first = problems.first else {
      return Wording.shown("\(error)")
    }
    let others = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
    return first.headline + others
  }
}

extension StartReport.Executor {
  var text: String {
    switch self {
    case .thread(let number): "thread \(number)"
    case .task(let number): "task \(number)"
    }
  }
}

/// Lines with a name, durations in columns, and a remark.
private struct TextTable {
  private var names: [String]
  private var cells: [[String]]
  private var remarks = [""]

  init(_ title: String, _ columns: [String], _ fill: (inout Self) -> Void) {
    (names, cells) = ([title], [columns])
    fill(&self)
  }

  mutating func add(_ name: String, _ durations: [Duration], _ remark: String = "") {
    names.append(name)
    cells.append(durations.map(\.milliseconds))
    remarks.append(remark)
  }

  var text: String {
    let width = names.map(\.count).max() ?? 0
    let widths = cells[0].indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
    return names.indices.map { row in
      let line = zip(cells[row], widths).reduce(names[row].padded(to: width)) { line, cell in
        "\(line)  \(Self.space(cell.1 - cell.0.count))\(cell.0)"
      }
      return remarks[row].isEmpty ? line : "\(line)  \(remarks[row])"
    }.joined(separator: "\n")
  }

  fileprivate static func space(_ count: Int) -> String {
    String(repeating: " ", count: max(0, count))
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + TextTable.space(width - count) }
}
