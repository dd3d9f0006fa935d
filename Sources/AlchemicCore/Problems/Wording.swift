/// Creates the texts of all messages: headline, path, candidates, cause and remedy.
///
/// `Wording+Detail` has the details that headlines contain. The headlines and the remedies are a
/// part of the library that a program may leave out.
package enum Wording {
  /// Nil in a program that does not link the part: a message names the id, the subject and the
  /// detail, and refers to the page of the id.
  private static var part: (any MessagePart.Type)? { linked.part }

  private static let linked = LinkedPart(
    conformingTo: (any MessagePart).self, as: (any MessagePart.Type).self)

  /// The maximum numbers of problems, steps, further requests, and candidates in a message. The
  /// facts of a problem are complete.
  static let most = (problems: 100, steps: 20, others: 5, candidates: 20)

  static func text(of problems: [Problem]) -> String {
    guard problems.count > 1 else { return problems.first.map { text(of: $0) } ?? "" }
    let numbered = problems.prefix(most.problems).enumerated().map { number, problem in
      "\(number + 1)) \(text(of: problem))"
    }
    let left = problems.count - numbered.count
    return
      (["\(problems.count) problems in the model"] + numbered
      + (left > 0 ? ["… and \(left) more"] : [])).joined(separator: "\n\n")
  }

  /// - Parameter part: The part that has the sentences, if any.
  static func text(of problem: Problem, by part: (any MessagePart.Type)? = part) -> String {
    let problem = problem.completed
    let shown = problem.shown
    let lines =
      [headline(of: problem, by: part)] + neededBy(shown) + andBy(shown) + named(shown)
      + underlying(shown) + ["→ \(remedy(of: problem, by: part))"]
    return lines.joined(separator: "\n   ")
  }

  /// Returns a report that the main thread has waited for an object: see
  /// ``MessagePart/stalledWait(for:seconds:steps:makers:)``.
  static func stalledWait(
    for name: String, seconds: Int, steps: [Problem.Step], makers: [Problem.Step]
  ) -> String {
    let name = shown(name)
    return part?.stalledWait(for: name, seconds: seconds, steps: steps, makers: makers)
      ?? "alchemic: The main thread waits for '\(name)', which another thread is creating."
  }

  /// Returns what is wrong and the remedy, on one line.
  package static func line(of problem: Problem) -> String {
    let problem = problem.completed
    return "\(headline(of: problem, limit: 200)) → \(remedy(of: problem, limit: 200))"
  }

  static func headline(
    of problem: Problem, by part: (any MessagePart.Type)? = part, limit: Int = 2000
  ) -> String {
    let problem = problem.completed
    let (shown, detail) = (problem.shown, shown(problem.detail, limit: limit))
    return "[\(problem.id)] \(part?.headline(of: shown, detail) ?? facts(of: shown, detail))"
  }

  private static func remedy(
    of problem: Problem, by part: (any MessagePart.Type)? = part, limit: Int = 2000
  ) -> String {
    if let part { return part.remedy(of: problem.shown, shown(problem.detail, limit: limit)) }
    if case .ofAdapter(_, let remedy) = problem.fact { return remedy }
    return "see the page \(problem.id) of Alchemic's documentation"
  }

  /// Returns the subject and the detail. The detail of an adapter is a sentence.
  private static func facts(of problem: Problem, _ detail: String) -> String {
    if case .ofAdapter = problem.fact { return detail }
    return detail.isEmpty ? "'\(problem.subject)'" : "'\(problem.subject)': \(detail)"
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

  /// Returns the first further requests with the same problem, and the number of the others.
  private static func andBy(_ problem: Problem) -> [String] {
    let left = problem.alsoNeededBy.count - most.others
    let lines = problem.alsoNeededBy.prefix(left > 1 ? most.others : .max).map {
      "and by      \(shown($0.subject))\(location($0.location))"
    }
    return lines + (left > 1 ? ["… and by \(left) more"] : [])
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
      let isProposal = problem.id == .noMatch || problem.id == .unknownName
      let label = !isProposal ? "•" : candidate.isNear ? "did you mean" : "there is"
      return "\(label) '\(candidate.name)'\(product)\(location)"
    }
    return named + (left > 1 ? ["… and \(left) more"] : [])
  }

  package static func location(_ location: CodeLocation?) -> String {
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

/// A part of the library that has the sentences of messages.
package protocol MessagePart: SendableMetatype {
  /// Returns one sentence: what is wrong. The texts of the problem are ready to be shown.
  ///
  /// - Parameter detail: The problem's ``Problem/detail``, as a message shows it.
  static func headline(of problem: Problem, _ detail: String) -> String

  /// Returns an imperative: what to do about it.
  static func remedy(of problem: Problem, _ detail: String) -> String

  /// Returns a report that the main thread has waited for an object.
  ///
  /// - Parameters:
  ///   - name: The name of the factory, as a message shows it.
  ///   - steps: Why the main thread needs the object.
  ///   - makers: The factories whose objects the other thread is creating.
  static func stalledWait(
    for name: String, seconds: Int, steps: [Problem.Step], makers: [Problem.Step]
  ) -> String
}
