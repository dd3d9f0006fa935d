import AlchemicRuntime

/// The rules for objects that a scope keeps: see ``CaptiveDependencies``.
final class ScopeRules: OptionPart {
  /// Returns a problem for each object that a keeper would keep too long.
  let problems:
    @Sendable (
      _ keepers: [Factory], _ index: FactoryIndex, _ injector: (any HostInspector)?
    ) -> [Problem]
  /// Returns whether a factory's products keep an object of a scope.
  let keepsAny: @Sendable (Factory, FactoryIndex, (any HostInspector)?) -> Bool
  /// Returns a warning for each property of a factory's products that only a scope can answer.
  let warnings: @Sendable (Factory, NeedReader) -> [Problem]

  init(
    problems:
      @escaping @Sendable ([Factory], FactoryIndex, (any HostInspector)?) -> [Problem],
    keepsAny: @escaping @Sendable (Factory, FactoryIndex, (any HostInspector)?) -> Bool,
    warnings: @escaping @Sendable (Factory, NeedReader) -> [Problem]
  ) {
    (self.problems, self.keepsAny, self.warnings) = (problems, keepsAny, warnings)
  }
}

/// The rule that no object is kept beyond the end of its scope. A shared object may need only
/// objects of the model, of its own scope, and of scopes that are open for longer. If an object
/// keeps the product of a template, it also keeps the objects that this product needs.
enum CaptiveDependencies {
  static let part = ScopeRules(
    problems: { problems(of: $0, in: $1, $2) }, keepsAny: { keepsAny($0, in: $1, $2) },
    warnings: { ScopedFollowers.warnings(of: $0, $1) })

  /// - Parameter keepers: The factories whose objects may keep others.
  /// - Returns: A problem for each object that a keeper would keep too long.
  private static func problems(
    of keepers: [Factory], in index: FactoryIndex, _ injector: (any HostInspector)?
  ) -> [Problem] {
    let kept = kept(in: index, injector)
    return keepers.flatMap { $0.isShared ? kept.problems(of: $0) : [] }
  }

  /// Returns whether a factory's products keep an object of a scope.
  private static func keepsAny(
    _ factory: Factory, in index: FactoryIndex, _ injector: (any HostInspector)?
  ) -> Bool {
    if factory.facts.scope != nil { return true }
    return !factory.isShared && !kept(in: index, injector).problems(of: factory).isEmpty
  }

  private static func kept(
    in index: FactoryIndex, _ injector: (any HostInspector)?
  ) -> KeptProducts {
    KeptProducts(reader: NeedReader(of: index, injector), followsOwners: true) {
      $0.facts.scope != nil
    } check: { keeper, factory, need, path in
      guard let scope = factory.facts.scope, !scope.lasts(as: keeper.facts.scope) else {
        return nil
      }
      return problem(
        keeper, factory, keptBy: scope, isProperty: need.isProperty, asking: need.target,
        path: path)
    }
  }

  @inline(never)
  private static func problem(
    _ keeper: Factory, _ kept: Factory, keptBy scope: ScopeKind, isProperty: Bool,
    asking type: Any.Type?, path: [Problem.Step]
  ) -> Problem {
    // A scope that is open for longer cannot lie within the other one.
    let outer = keeper.facts.scope.flatMap { $0.lasts(asLongAs: scope) ? nil : $0.name }
    let provider = type.map { providerName(of: $0, []) }
    let ofDecorator = keeper.isDecorator ? provider : nil
    return Problem(
      ofDecorator.map { .captiveOfDecorator(of: scope.name, provider: $0) }
        ?? .captive(of: scope.name, keeper: outer, isProperty: isProperty, provider: provider),
      keeper.facts.name,
      candidates: [kept.facts.candidate], path: path)
  }
}

extension ScopeKind {
  /// Returns whether a scope of this kind is open at least as long as the keeper, a scope or the
  /// model, keeps an object.
  func lasts(as keeper: ScopeKind?) -> Bool {
    keeper.map { lasts(asLongAs: $0) } ?? false
  }
}
