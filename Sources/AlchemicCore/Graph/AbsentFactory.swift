/// A declaration that a model does not have.
///
/// An object, because lists of objects share their code.
package final class AbsentFactory: Sendable {
  package let facts: FactoryFacts
  /// The profiles of a declaration for inactive profiles; otherwise empty.
  package let profiles: [String]
  /// Why the model does not have another declaration, for explanations; otherwise nil.
  package let reason: String?

  init(facts: FactoryFacts, profiles: [String] = [], reason: String? = nil) {
    (self.facts, self.profiles, self.reason) = (facts, profiles, reason)
  }
}
