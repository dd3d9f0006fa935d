import AlchemicCore
package import AlchemicInject

/// The launch arguments of the tools: `--alchemic-graph=…`, `--alchemic-explain=…`,
/// `--alchemic-report` and `--alchemic-trace=…`.
///
/// It is not internal, because a release build omits an internal type that no code refers to.
package struct ToolArguments: LaunchTool {
  private static let graph = "--alchemic-graph="
  private static let explain = "--alchemic-explain="
  private static let report = "--alchemic-report"
  private static let trace = "--alchemic-trace="

  package static var arguments: [String] {
    [
      graph + GraphFormat.allCases.map(\.rawValue).joined(separator: "|"),
      explain + "HOST.PROPERTY", report, trace + "FILE",
    ]
  }

  package static func prepare(_ argument: String, _ end: inout LaunchEnd?) -> Bool {
    if let format = value(of: graph, in: argument) {
      end = drawing(as: format)
    } else if let question = value(of: explain, in: argument) {
      end = { model, problems in
        answer(to: question, ModelGraph(of: model, problems: problems))
      }
    } else if argument == report {
      LaunchReport.writeText()
    } else if let path = value(of: trace, in: argument) {
      LaunchReport.writeTrace(to: path)
    } else {
      return false
    }
    return true
  }

  private static func value(of name: String, in argument: String) -> String? {
    argument.hasPrefix(name) ? String(argument.dropFirst(name.count)) : nil
  }

  private static func drawing(as name: String) -> LaunchEnd {
    guard let format = GraphFormat(rawValue: name) else {
      let known = GraphFormat.allCases.map(\.rawValue).joined(separator: ", ")
      Launch.refuse(
        """
        Alchemic has no graph format '\(Wording.shown(name))'
        there are \(known)
        """)
    }
    return { model, problems in
      let graph = ModelGraph(of: model, problems: problems)
      return (graph.drawing(as: format), problems.isEmpty ? 0 : 1)
    }
  }

  private static func answer(
    to question: String, _ graph: ModelGraph
  ) -> (text: String, exitCode: Int32) {
    do throws(UnknownNeed) {
      let text = try graph.explain(question).map { "\($0)" }.joined(separator: "\n\n")
      if graph.problems.isEmpty { return (text, 0) }
      let problems = graph.problems.count == 1 ? "a problem" : "\(graph.problems.count) problems"
      Launch.writeError("The model has \(problems): --alchemic-validate prints them.")
      return (text, 1)
    } catch {
      return ("\(error)", 2)
    }
  }
}
