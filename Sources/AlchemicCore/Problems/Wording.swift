/// Creates the texts of all messages: headline, path, candidates, cause and remedy.
///
/// `Wording+Headline` has the headlines, `Wording+Detail` the details that they contain, and
/// `Wording+Remedy` the remedies.
package enum Wording {
  /// The maximum numbers of problems, of steps and of candidates in a message. The facts of a
  /// problem are complete.
  static let most = (problems: 100, steps: 20, candidates: 20)

  static func text(of problems: [Problem]) -> String {
    guard problems.count > 1 else { return problems.first.map(text) ?? "" }
    let numbered = problems.prefix(most.problems).enumerated().map { number, problem in
      "\(number + 1)) \(text(of: problem))"
    }
    let left = problems.count - numbered.count
    return
      (["\(problems.count) problems in the model"] + numbered
      + (left > 0 ? ["… and \(left) more"] : [])).joined(separator: "\n\n")
  }

  static func text(of problem: Problem) -> String {
    let detail = shown(problem.detail, limit: 2000)
    let problem = problem.shown
    let lines =
      ["[\(problem.id)] \(problem.headline(detail))"] + neededBy(problem) + named(problem)
      + underlying(problem) + ["→ \(problem.remedy(detail))"]
    return lines.joined(separator: "\n   ")
  }

  // MARK: Where

  private static let columnLabel = "needed by   "
  private static let column = String(repeating: " ", count: columnLabel.count)

  private static func neededBy(_ problem: Problem) -> [String] {
    let steps = problem.path.map { "\(shown($0.subject))\(location($0.location))" }
    return elided(steps).enumerated().map { position, step in
      "\(position == 0 ? columnLabel : column)\(step)"
    }
  }

  /// Returns the beginning and the end of a long path.
  private static func elided(_ steps: [String]) -> [String] {
    let left = steps.count - most.steps
    guard left > 1 else { return steps }
    let half = most.steps / 2
    return steps.prefix(half) + ["… \(left) steps …"] + steps.suffix(half)
  }

  private static func named(_ problem: Problem) -> [String] {
    let left = problem.candidates.count - most.candidates
    let named = problem.candidates.prefix(left > 1 ? most.candidates : .max).map { candidate in
      let location = location(candidate.location)
      if problem.id == .optionConflict { return "• \(candidate.name)\(location)" }
      let product = candidate.name == candidate.product ? "" : " (\(candidate.product))"
      let label = problem.id == .noMatch ? "did you mean" : "•"
      return "\(label) '\(candidate.name)'\(product)\(location)"
    }
    return named + (left > 1 ? ["… and \(left) more"] : [])
  }

  private static func location(_ location: CodeLocation?) -> String {
    location.map { " — \($0)" } ?? ""
  }

  /// Returns the lines of the cause, if any. Further lines are indented below the first.
  private static func underlying(_ problem: Problem) -> [String] {
    guard let error = problem.underlyingError else { return [] }
    return "\(error)".split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { position, line in
        position == 0 ? "because     \(line)" : line.isEmpty ? "" : "\(column)\(line)"
      }
  }
}
