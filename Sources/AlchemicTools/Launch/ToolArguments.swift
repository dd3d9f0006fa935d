import AlchemicCore
import AlchemicInject
package import AlchemicLaunch

/// The launch arguments of the tools: `--alchemic-graph=…`, `--alchemic-explain=…`,
/// `--alchemic-report`, `--alchemic-trace=…` and `--alchemic-page=…`.
///
/// It is not internal, because a release build omits an internal type that no code refers to.
package struct ToolArguments: LaunchTool {
  private static let graph = "--alchemic-graph="
  private static let explain = "--alchemic-explain="
  private static let report = "--alchemic-report"
  private static let trace = "--alchemic-trace="
  private static let page = "--alchemic-page="

  package static var arguments: [String] {
    [
      graph + GraphFormat.allCases.map(\.rawValue).joined(separator: "|"),
      explain + "HOST.PROPERTY", report, trace + "FILE", page + "FILE",
    ]
  }

  package static func prepare(_ argument: String, _ end: inout LaunchEnd?) -> Bool {
    let former = end
    if let format = value(of: graph, in: argument) {
      end = drawing(as: format)
    } else if let question = value(of: explain, in: argument) {
      end = { model, problems in
        answer(to: question, ModelGraph(of: model, problems: problems))
      }
    } else if argument == report {
      LaunchReport.writeText()
      return true
    } else if let path = value(of: trace, in: argument) {
      LaunchReport.writeTrace(to: path)
      return true
    } else if let path = value(of: page, in: argument) {
      LaunchReport.writePage(to: path)
      return true
    } else {
      return false
    }
    if former != nil { Launch.refuse("Alchemic prints one graph or explanation at a time") }
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
      report(problems)
      return graph.drawing(as: format)
    }
  }

  private static func answer(to question: String, _ graph: ModelGraph) -> String {
    do throws(UnknownNeed) {
      let text = try graph.explain(question).map { "\($0)" }.joined(separator: "\n\n")
      report(graph.problems)
      return text
    } catch {
      Launch.refuse("\(error)")
    }
  }

  /// Writes the number of problems to standard error: a drawing or an explanation does not list
  /// them.
  private static func report(_ problems: [Problem]) {
    if problems.isEmpty { return }
    let number = problems.count == 1 ? "a problem" : "\(problems.count) problems"
    ProgramLaunch.writeError("The model has \(number): --alchemic-validate prints them.")
  }
}
