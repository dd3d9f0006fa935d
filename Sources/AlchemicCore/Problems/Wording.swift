/// The words of all messages: what, who needed it, which factories, why, what to do.
///
/// `Wording+Headline` says what, `Wording+Remedy` what to do.
enum Wording {
  static func text(of problems: [Problem]) -> String {
    guard problems.count > 1 else { return problems.first.map(text) ?? "" }
    let numbered = problems.enumerated().map { number, problem in
      "\(number + 1)) \(text(of: problem))"
    }
    return (["\(problems.count) problems in the model"] + numbered).joined(separator: "\n\n")
  }

  static func text(of problem: Problem) -> String {
    let lines =
      ["[\(problem.id)] \(headline(problem))"] + neededBy(problem) + named(problem)
      + underlying(problem) + ["→ \(remedy(problem))"]
    return lines.joined(separator: "\n   ")
  }

  // MARK: Where

  private static let columnLabel = "needed by   "
  private static let column = String(repeating: " ", count: columnLabel.count)

  private static func neededBy(_ problem: Problem) -> [String] {
    problem.path.enumerated().map { position, step in
      "\(position == 0 ? columnLabel : column)\(step.subject)\(place(step.place))"
    }
  }

  private static func named(_ problem: Problem) -> [String] {
    problem.candidates.map { candidate in
      let place = place(candidate.place)
      if problem.id == .optionConflict { return "• \(candidate.name)\(place)" }
      let product = candidate.name == candidate.product ? "" : " (\(candidate.product))"
      let label = problem.id == .noMatch ? "did you mean" : "•"
      return "\(label) '\(candidate.name)'\(product)\(place)"
    }
  }

  private static func place(_ place: Place?) -> String { place.map { " — \($0)" } ?? "" }

  /// A cause of several lines keeps its shape.
  private static func underlying(_ problem: Problem) -> [String] {
    guard let error = problem.underlyingError else { return [] }
    return "\(error)".split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { position, line in
        position == 0 ? "because     \(line)" : line.isEmpty ? "" : "\(column)\(line)"
      }
  }
}
