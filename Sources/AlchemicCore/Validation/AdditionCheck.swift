import AlchemicRuntime

/// Checks whether new factories leave everything valid that earlier validations have found, as far
/// as the new factories alone show that. Most plug-ins do: they need nothing that the model
/// supplies, and answer requests for all objects of a type.
enum AdditionCheck {
  /// Checks whether new factories need nothing, and change no answer of another factory's need but
  /// arrays. If so, no need has to be read again, and no circle is new.
  ///
  /// - Parameter revision: A valid revision without these factories.
  /// - Returns: The needs that the check has read: see ``ModelRevision/neededBefore``. Nil if the
  ///   new factories change others.
  /// - Complexity: O(*n*) in the new factories; O(*r*) in the requests for a type that is new.
  static func needs(ifApart added: [Factory], in revision: ModelRevision) -> NeedTable? {
    // The words of a warning about a need suggest factories, which may be new ones.
    guard added.allSatisfy(\.needsNothing), revision.warnings.ofNeeds.isEmpty else { return nil }
    let table = revision.neededBefore
    let isApart = added.allSatisfy { factory in
      let facts = factory.facts
      // A registered provider changes what a request for such a provider means.
      if table.isNamed(factory) || providerType(facts.product) != nil { return false }
      let isPlain =
        facts.making == .anywhere && facts.scope == nil && !facts.isPrimary && !facts.isFallback
        && !TypeKind.isArray(facts.product) && !TypeKind.isMap(facts.product)
      let requests = table.requests(takenBy: facts.product).map { table.requests[$0] }
      // Beside primaries and fallbacks, a start may not create the object of such a need at all.
      if revision.index.hasPreferences, !requests.isEmpty { return false }
      return requests.allSatisfy {
        !$0.mayChoose(factory)
          || isPlain && $0.isForAll && factory.plainlyAnswers($0)
            && ($0.criteria.isEmpty || factory.isShared)
      }
    }
    return isApart ? table : nil
  }
}
