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
}
