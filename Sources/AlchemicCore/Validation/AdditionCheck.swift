import AlchemicRuntime

/// Checks whether new factories leave everything valid that earlier validations have found, as far
/// as the new factories alone show that. Most plug-ins do: they need nothing that the model
/// supplies, and answer requests for all objects of a type.
enum AdditionCheck {
  /// Returns whether new factories need nothing, and change no answer of another factory's need
  /// but arrays. If so, no need has to be read again, and no circle is new.
  ///
  /// - Parameter revision: A valid revision without these factories.
  /// - Complexity: O(*n*) in the new factories; O(*r*) in the requests for a type that is new.
  static func isApart(_ added: [Factory], from revision: ModelRevision) -> Bool {
    guard added.allSatisfy(\.needsNothing) else { return false }
    let table = revision.neededBefore
    let mayEndWarnings = !revision.warnings.ofNeeds.isEmpty
    return added.allSatisfy { factory in
      let facts = factory.facts
      // Such a factory may end a warning, or change what a request for a provider means.
      let isSpecial = mayEndWarnings && !facts.qualifiers.isEmpty || table.isNamed(factory)
      if isSpecial || providerType(facts.product) != nil { return false }
      let isPlain =
        facts.making == .anywhere && facts.scope == nil && !facts.isPrimary
        && !TypeKind.isArray(facts.product) && !TypeKind.isMap(facts.product)
      return table.requests(takenBy: facts.product).map { table.requests[$0] }.allSatisfy {
        !$0.mayChoose(factory)
          || isPlain && $0.isForAll && factory.plainlyAnswers($0)
            && ($0.criteria.isEmpty || factory.isShared)
      }
    }
  }
}
