import AlchemicCore
import AlchemicInject

/// The launch arguments of the tools: `--alchemic-graph=…`, `--alchemic-explain=…`,
/// `--alchemic-report` and `--alchemic-trace=…`.
struct ToolArguments: LaunchTool {
  private static let graph = "--alchemic-graph="
  private static let explain = "--alchemic-explain="
  private static let report = "--alchemic-report"
  private static let trace = "--alchemic-trace="

  static var arguments: [String] {
    [
      graph + GraphFormat.allCases.map(\.rawValue).joined(separator: "|"),
      explain + "HOST.PROPERTY", report, trace + "FILE",
    ]
  }

  static func step(for argument: String) -> LaunchStep? {
    if let format = value(of: graph, in: argument) { return draw(format) }
    if let question = value(of: explain, in: argument) {
      return .end { model, problems in
        answer(to: question, ModelGraph(of: model, problems: problems))
      }
    }
    if argument == report { return LaunchReport.text }
    return value(of: trace, in: argument).map { LaunchReport.trace(to: $0) }
  }

  private static func value(of name: String, in argument: String) -> String? {
    argument.hasPrefix(name) ? String(argument.dropFirst(name.count)) : nil
  }

  private static func draw(_ name: String) -> LaunchStep {
    guard let format = GraphFormat(rawValue: name) else {
      let known = GraphFormat.allCases.map(\.rawValue).joined(separator: ", ")
      return .refuse(
        """
        Alchemic cannot draw a graph as '\(Wording.shown(name))'
        it can as \(known)
        """)
    }
    return .end { model, problems in
      let graph = ModelGraph(of: model, problems: problems)
      let text = graph.drawing(as: format)
      return problems.isEmpty ? .text(text) : .flawed(text)
    }
  }

  private static func answer(to question: String, _ graph: ModelGraph) -> LaunchResult {
    do throws(UnknownNeed) {
      let text = try graph.explain(question).map { "\($0)" }.joined(separator: "\n\n")
      return graph.problems.isEmpty ? .text(text) : .flawed(text)
    } catch {
      return .refused("\(error)")
    }
  }
}
