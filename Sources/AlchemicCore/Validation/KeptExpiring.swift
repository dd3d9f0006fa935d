import AlchemicRuntime

/// The rules for objects that expire: see ``KeptExpiring``.
final class ExpiryRules: OptionPart {
  /// Returns a warning for each object that a factory's products would keep after it has expired.
  let warnings: @Sendable (Factory, NeedReader) -> [Problem]

  init(warnings: @escaping @Sendable (Factory, NeedReader) -> [Problem]) {
    self.warnings = warnings
  }
}

/// The warning for a shared object that keeps one with an expiry: it would use that one after a
/// request has replaced it. A keeper that expires or belongs to a scope ends itself.
enum KeptExpiring {
  static let part = ExpiryRules { warnings(of: $0, $1) }

  private static func warnings(of keeper: Factory, _ reader: NeedReader) -> [Problem] {
    guard keeper.isShared, keeper.facts.scope == nil, keeper.facts.expiry == .none else {
      return []
    }
    // What a method creates need not keep the object of the method.
    let kept = KeptProducts(reader: reader, followsOwners: false) {
      $0.facts.expiry != .none
    } check: { keeper, factory, need, path in
      guard factory.facts.expiry != .none, let type = need.target else { return nil }
      let provider = providerName(of: type, [])
      return Problem(
        .keepsExpiring(isProperty: need.isProperty, provider: provider), keeper.facts.name,
        candidates: [factory.facts.candidate], path: path)
    }
    return kept.problems(of: keeper)
  }
}
