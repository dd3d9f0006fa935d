/// The words of all messages: what, who needed it, which factories, why, what to do.
///
/// `Wording+Headline` says what, `Wording+Remedy` what to do.
package struct Wording {
  let fact: Problem.Fact
  /// What the problem is about, and the other side, as they can be shown.
  let (subject, detail): (String, String)
  let candidates: [Problem.Candidate]
  /// Whether it is `AcInvoke` that asked.
  let isInvocation: Bool

  private init(_ problem: Problem) {
    fact = problem.fact
    subject = Self.shown(problem.subject)
    detail = Self.shown(problem.detail, limit: 2000)
    candidates = problem.candidates.map(\.shown)
    isInvocation = problem.path.contains(where: \.isInvocation)
  }

  /// What a message shows at most: of everything that was found, of who needed it, of the factories
  /// it names. The facts of a problem are complete.
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
    let words = Wording(problem)
    let lines =
      ["[\(problem.id)] \(words.headline)"] + neededBy(problem) + words.named
      + underlying(problem) + ["→ \(words.remedy)"]
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

  /// The beginning and the end of a long path.
  private static func elided(_ steps: [String]) -> [String] {
    let left = steps.count - most.steps
    guard left > 1 else { return steps }
    let half = most.steps / 2
    return steps.prefix(half) + ["… \(left) steps …"] + steps.suffix(half)
  }

  private var named: [String] {
    let left = candidates.count - Self.most.candidates
    let named = candidates.prefix(left > 1 ? Self.most.candidates : .max).map { candidate in
      let location = Self.location(candidate.location)
      if fact.id == .optionConflict { return "• \(candidate.name)\(location)" }
      let product = candidate.name == candidate.product ? "" : " (\(candidate.product))"
      let label = fact.id == .noMatch ? "did you mean" : "•"
      return "\(label) '\(candidate.name)'\(product)\(location)"
    }
    return named + (left > 1 ? ["… and \(left) more"] : [])
  }

  private static func location(_ location: CodeLocation?) -> String {
    location.map { " — \($0)" } ?? ""
  }

  /// A cause of several lines keeps its shape.
  private static func underlying(_ problem: Problem) -> [String] {
    guard let error = problem.underlyingError else { return [] }
    return "\(error)".split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { position, line in
        position == 0 ? "because     \(line)" : line.isEmpty ? "" : "\(column)\(line)"
      }
  }
}
