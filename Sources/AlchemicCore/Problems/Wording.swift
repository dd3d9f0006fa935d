/// Creates the texts of all messages: headline, path, candidates, cause and remedy.
///
/// The headlines and the remedies are a part of the library that a program may leave out.
package enum Wording {
  /// Nil in a program that does not link the part: a message names the id, the subject and the
  /// detail, and refers to the page of the id.
  static var part: (any MessagePart.Type)? { linked.part }

  private static let linked = LinkedPart(
    conformingTo: (any MessagePart).self, as: (any MessagePart.Type).self)

  /// The maximum numbers of problems, steps, further requests, and candidates in a message. The
  /// facts of a problem are complete.
  static let most = (problems: 100, steps: 20, others: 5, candidates: 20)

  static func text(of problems: [Problem]) -> String {
    if problems.count == 1 { return text(of: problems[0]) }
    var text = problems.isEmpty ? "" : note(.several, "\(problems.count)")
    for (index, problem) in problems.prefix(most.problems).enumerated() {
      text += "\n\n\(index + 1)) " + self.text(of: problem)
    }
    let left = problems.count - most.problems
    if left > 0 { text += "\n\n… and \(left) more" }
    return text
  }

  /// - Parameter part: The part that has the sentences, if any.
  static func text(of problem: Problem, by part: (any MessagePart.Type)? = part) -> String {
    let problem = problem.completed
    var message = Message(text: headline(of: problem, by: part))
    message.add(problem.shown)
    message.add("→ " + remedy(of: problem, by: part))
    return message.text
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
    if problem.id == .ofAdapter { return problem.fact.first }
    return "see the page \(problem.id) of Alchemic's documentation"
  }

  /// Returns the subject and the detail. The detail of an adapter is a sentence.
  private static func facts(of problem: Problem, _ detail: String) -> String {
    if problem.id == .ofAdapter { return detail }
    return detail.isEmpty ? "'\(problem.subject)'" : "'\(problem.subject)': \(detail)"
  }

  package static func location(_ location: CodeLocation?) -> String {
    location.map { " — \($0)" } ?? ""
  }
}

/// A message, line by line.
private struct Message {
  private(set) var text: String

  private static let label = "needed by   "
  private static let column = "            "

  @inline(never)
  mutating func add(_ line: String, _ rest: String = "") { text += "\n   " + line + rest }

  /// Adds the requests, the candidates and the cause.
  mutating func add(_ problem: Problem) {
    addPath(problem.path)
    addOthers(problem.alsoNeededBy)
    addCandidates(problem)
    if let error = problem.underlyingError { add(cause: "\(error)") }
  }

  /// Adds the beginning and the end of a path.
  private mutating func addPath(_ path: [Problem.Step]) {
    let left = path.count - Wording.most.steps
    let half = Wording.most.steps / 2
    for index in path.indices {
      if left > 1, index >= half, index < half + left {
        if index == half { add(Self.column, "… \(left) steps …") }
      } else {
        add(index == 0 ? Self.label : Self.column, shown(path[index]))
      }
    }
  }

  /// Adds the first further requests with the same problem, and the number of the others.
  private mutating func addOthers(_ others: [Problem.Step]) {
    let left = others.count - Wording.most.others
    for other in others.prefix(left > 1 ? Wording.most.others : .max) {
      add("and by      ", shown(other))
    }
    if left > 1 { add("… and by \(left) more") }
  }

  private mutating func addCandidates(_ problem: Problem) {
    let candidates = problem.candidates
    let left = candidates.count - Wording.most.candidates
    let isProposal = problem.id == .noMatch || problem.id == .unknownName
    for candidate in candidates.prefix(left > 1 ? Wording.most.candidates : .max) {
      let label = !isProposal ? "• " : candidate.isNear ? "did you mean " : "there is "
      var name = candidate.name
      if problem.id != .optionConflict {
        name = "'" + name + "'"
        if candidate.name != candidate.product { name += " (" + candidate.product + ")" }
      }
      add(label, name + Wording.location(candidate.location))
    }
    if left > 1 { add("… and \(left) more") }
  }

  /// Adds the lines of the cause. Further lines are indented below the first.
  private mutating func add(cause: String) {
    var label = "because     "
    for line in cause.split(separator: "\n", omittingEmptySubsequences: false) {
      add(line.isEmpty && label == Self.column ? "" : label, String(line))
      label = Self.column
    }
  }

  @inline(never)
  private func shown(_ step: Problem.Step) -> String {
    Wording.shown(step.subject) + Wording.location(step.location)
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
}
