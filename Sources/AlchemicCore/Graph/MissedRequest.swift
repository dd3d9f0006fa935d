/// A request without a matching factory, for a message about it.
package final class MissedRequest: Suggestions {
  package let request: SearchRequest
  /// All factories.
  package let facts: [FactoryFacts]
  /// The declarations for inactive profiles.
  package let absent: [AbsentFactory]

  init(_ request: SearchRequest, facts: [FactoryFacts], absent: [AbsentFactory]) {
    (self.request, self.facts, self.absent) = (request, facts, absent)
  }

  package func complete(_ problem: Problem) -> Problem {
    Self.linked.part?.complete(problem, of: self) ?? problem
  }

  /// Nil in a program that links no such part: its messages name what is missing, and suggest
  /// nothing.
  private static let linked = LinkedPart(
    conformingTo: (any SuggestingPart).self, as: (any SuggestingPart.Type).self)
}

/// A part of the library that suggests what a request may have meant.
package protocol SuggestingPart: SendableMetatype {
  /// Returns the problem with its reason, and with factories that the request may have meant.
  static func complete(_ problem: Problem, of missed: MissedRequest) -> Problem
}
