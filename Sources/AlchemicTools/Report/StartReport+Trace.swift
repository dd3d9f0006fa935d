import AlchemicCore

extension StartReport {
  /// The report in the Trace Event Format, a JSON array of events. Perfetto (`ui.perfetto.dev`) and
  /// the tracing page of Chrome open it. One row has the phases, and each thread has a row with its
  /// objects.
  ///
  /// Tasks that do not overlap share a row. Each object has, as arguments, its own time in
  /// milliseconds, its factory, and the objects for which it waited.
  public var trace: String {
    var events = [
      Self.metadata("process_name", 0, ["name": .text("Alchemic")]),
      Self.metadata("thread_name", 0, ["name": .text("start")]),
    ]
    let rows = TraceRows(of: objects)
    for (number, name) in rows.names.enumerated() {
      events.append(Self.metadata("thread_name", number + 1, ["name": .text(name)]))
      events.append(
        Self.metadata("thread_sort_index", number + 1, ["sort_index": .number(number + 1)]))
    }
    if !phases.isEmpty {
      events.append(Self.event("start", "start", 0, .zero, until: duration, outcome.arguments))
    }
    for phase in phases {
      events.append(
        Self.event(
          "\(phase.phase)", "phase", 0, phase.begin, until: phase.begin + phase.duration, []))
    }
    events += eventsOfObjects(in: rows)
    return "[\n" + events.map(\.line).joined(separator: ",\n") + "\n]\n"
  }

  private func eventsOfObjects(in rows: TraceRows) -> [JSONValue] {
    let critical = Set(path)
    var needed = objects.map { _ in [String]() }
    for wait in waits { needed[wait.waiter].append(Wording.shown(objects[wait.needed].name)) }
    return objects.map { object in
      let facts = object.factory
      return Self.event(
        Wording.shown(object.name), "object", rows.rows[object.number] + 1, object.begin,
        until: object.end,
        [
          ("type", .text(Wording.shown(facts.productName))),
          ("own", .decimal(Double(object.ownDuration.nanoseconds) / 1e6)),
          ("location", facts.location.map { .text("\($0)") } ?? .absent),
          ("lifetime", .text("\(facts.lifetime)")), ("made", .text("\(facts.making)")),
          ("executor", .text(object.executor.text)),
          ("isCritical", .flag(critical.contains(object.number))),
          ("waitedFor", .texts(needed[object.number])),
        ])
    }
  }

  private static func metadata(
    _ name: String, _ row: Int, _ arguments: KeyValuePairs<String, JSONValue>
  ) -> JSONValue {
    .object([
      ("name", .text(name)), ("ph", .text("M")), ("pid", .number(1)), ("tid", .number(row)),
      ("args", .object(arguments.map { ($0.key, $0.value) })),
    ])
  }

  /// - Parameter category: The category by which a viewer can filter the event.
  private static func event(
    _ name: String, _ category: String, _ row: Int, _ begin: Duration, until end: Duration,
    _ arguments: [(String, JSONValue)]
  ) -> JSONValue {
    let (begin, end) = (begin.nanoseconds, end.nanoseconds)
    return .object([
      ("name", .text(name)), ("cat", .text(category)), ("ph", .text("X")),
      ("ts", .decimal(Double(begin) / 1000)), ("dur", .decimal(Double(end - begin) / 1000)),
      ("pid", .number(1)), ("tid", .number(row)),
      ("args", .object(arguments.map { (key: $0.0, value: $0.1) })),
    ])
  }
}

extension StartReport.Outcome {
  fileprivate var arguments: [(String, JSONValue)] {
    switch self {
    case .absent: []
    case .running: [("outcome", .text("running"))]
    case .interrupted: [("outcome", .text("interrupted"))]
    case .finished: [("outcome", .text("finished"))]
    case .failed(let error):
      [("outcome", .text("failed")), ("error", .text(Self.reason(of: error)))]
    }
  }
}

/// The rows of a timeline: one for each thread, and as many for tasks as ran at the same time.
private struct TraceRows {
  private(set) var names: [String] = []
  /// By object.
  private(set) var rows: [Int]

  init(of objects: [StartReport.Object]) {
    var spans: [StartReport.Executor: (begin: Duration, end: Duration)] = [:]
    for object in objects {
      let span = spans[object.executor] ?? (object.begin, object.end)
      spans[object.executor] = (min(span.begin, object.begin), max(span.end, object.end))
    }
    var rowOf: [StartReport.Executor: Int] = [:]
    var ends: [(row: Int, end: Duration)] = []
    let order = spans.sorted { ($0.value.begin, $0.key.text) < ($1.value.begin, $1.key.text) }
    for (executor, span) in order {
      if case .task = executor {
        if let free = ends.firstIndex(where: { $0.end <= span.begin }) {
          ends[free].end = span.end
          rowOf[executor] = ends[free].row
          continue
        }
        ends.append((names.count, span.end))
        names.append("tasks \(ends.count)")
      } else {
        names.append(executor.text)
      }
      rowOf[executor] = names.count - 1
    }
    rows = objects.map { rowOf[$0.executor] ?? 0 }
  }
}
