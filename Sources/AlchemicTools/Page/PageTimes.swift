import AlchemicCore

/// The times of a start, as a page shows them.
struct PageTimes {
  /// The maximum number of creations of one factory that the panel lists.
  private static let most = 5

  private let report: StartReport
  /// By node: the times of its objects, in the order of their creation.
  private var ofNode: [Int: [String]] = [:]
  /// By node: its own time, if it is one of the slowest.
  private(set) var slowest: [Int: String] = [:]

  init(of report: StartReport) {
    self.report = report
    var counts: [Int: Int] = [:]
    for object in report.objects {
      guard let node = object.node else { continue }
      counts[node, default: 0] += 1
      guard counts[node, default: 0] <= Self.most else { continue }
      ofNode[node, default: []].append(Self.text(of: object))
    }
    for (node, count) in counts where count > Self.most {
      ofNode[node]?.append("… and \(count - Self.most) more")
    }
    for object in report.slowest.reversed() {
      if let node = object.node { slowest[node] = object.ownDuration.milliseconds }
    }
  }

  private static func text(of object: StartReport.Object) -> String {
    let own = object.ownDuration.milliseconds
    let time = object.duration.milliseconds
    let times = own == time ? time : "\(own), with what it waited for \(time)"
    return "\(times); from \(object.begin.milliseconds) on \(object.executor.text)"
  }

  /// Returns the times of a factory's objects.
  func times(ofNode node: Int) -> [String] { ofNode[node] ?? [] }

  /// The data of the page that is not about one factory.
  var data: JSONValue {
    func entries(_ objects: [StartReport.Object]) -> JSONValue {
      .array(
        objects.map { object in
          .object([
            ("node", object.node.map { .number($0) } ?? .absent),
            ("name", .text(Wording.shown(object.name))),
            ("time", .text(object.ownDuration.milliseconds)),
          ])
        })
    }
    return .object([
      ("headline", .text(report.headline)),
      (
        "phases",
        .array(
          report.phases.map { .texts(["\($0.phase)", $0.duration.milliseconds]) })
      ),
      ("slowest", entries(report.slowest)), ("path", entries(report.criticalPath)),
      ("total", .text(report.pathDuration.milliseconds)),
    ])
  }
}

extension StartReport {
  /// The page of the graph, as ``GraphFormat/html``, with the times of the start. Nil if the start
  /// failed before it had a model.
  ///
  /// The page marks the slowest objects, and shows the times of each factory's objects. *Start*
  /// shows the phases and the critical path.
  ///
  /// - Complexity: As for ``ModelGraph/drawing(as:)``.
  public var page: String? { graph.map { GraphPage(of: $0, times: PageTimes(of: self)).html } }
}
