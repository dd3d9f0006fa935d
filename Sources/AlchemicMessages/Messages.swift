package import AlchemicCore

/// The sentences of all messages.
///
/// It is not internal, because a release build omits an internal type that no code refers to.
package struct Messages: MessagePart {
  package static func headline(of problem: Problem, _ detail: String) -> String {
    problem.headline(detail).text(problem.subject, detail)
  }

  package static func remedy(of problem: Problem, _ detail: String) -> String {
    problem.remedy(detail).text(problem.subject, detail)
  }
}

// Properties of a problem that both tables use.
extension Problem {
  /// The product type that the problem is about, even if the factory has another name.
  var product: String { candidates.first?.type ?? subject }

  var isOfPrimaries: Bool { candidates.allSatisfy(\.isPrimary) }

  var isOfTemplates: Bool { !candidates.isEmpty && candidates.allSatisfy(\.isTemplate) }
}
