package import AlchemicCore

/// The sentences of all messages.
///
/// It is not internal, because a release build omits an internal type that no code refers to.
package struct Messages: MessagePart {
  package static func headline(of problem: Problem, _ detail: String) -> String {
    problem.words(isRemedy: false, detail)
  }

  package static func remedy(of problem: Problem, _ detail: String) -> String {
    problem.words(isRemedy: true, detail)
  }

  package static func stalledWait(
    for name: String, seconds: Int, steps: [Problem.Step], makers: [Problem.Step]
  ) -> String {
    let lines =
      [
        "alchemic: The main thread has waited \(seconds) seconds for '\(name)', which another thread "
          + "is making. If its initializer waits for the main thread, neither goes on."
      ] + lines("main thread ", steps) + lines("other thread", makers) + [
        "→ let the initializer not wait for the main thread, or register it as asynchronous and "
          + "start with try await Alchemic.start()"
      ]
    return lines.joined(separator: "\n   ")
  }

  private static func lines(_ thread: String, _ steps: [Problem.Step]) -> [String] {
    steps.enumerated().map { position, step in
      let label = position == 0 ? thread : String(repeating: " ", count: thread.utf8.count)
      let location = step.location.map { " — \($0)" } ?? ""
      return "\(label)  \(Wording.shown(step.subject))\(location)"
    }
  }
}
