/// What is known of a factory once the model is built; it never changes.
package struct FactoryFacts: Sendable {
  package let name: String
  package let product: Any.Type
  package let lifetime: Lifetime
  package let isPrimary: Bool
  package let isNillable: Bool
  /// The position that was asked for in arrays.
  package let order: Int?
  /// Nil for a class that was found and says nothing of itself.
  package let place: Place?

  var productName: String { typeName(product) }

  var candidate: Problem.Candidate {
    Problem.Candidate(name: name, producing: product, at: place)
  }

  package var step: Problem.Step { Problem.Step(name, place) }
}
