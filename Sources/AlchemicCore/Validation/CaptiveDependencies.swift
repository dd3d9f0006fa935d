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
struct CaptiveDependencies {
  static let part = ScopeRules(
    problems: { problems(of: $0, in: $1, $2) }, keepsAny: { keepsAny($0, in: $1, $2) },
    warnings: { ScopedFollowers.warnings(of: $0, $1) })

  private let reader: NeedReader

  /// - Parameter keepers: The factories whose objects may keep others.
  /// - Returns: A problem for each object that a keeper would keep too long.
  private static func problems(
    of keepers: [Factory], in index: FactoryIndex, _ injector: (any HostInspector)?
  ) -> [Problem] {
    let rule = CaptiveDependencies(reader: NeedReader(of: index, injector))
    return keepers.filter(\.isShared).flatMap { keeper in
      var seen: Set<Int> = []
      return rule.problems(of: keeper, in: keeper, path: [], &seen)
    }
  }

  /// Returns whether a factory's products keep an object of a scope.
  private static func keepsAny(
    _ factory: Factory, in index: FactoryIndex, _ injector: (any HostInspector)?
  ) -> Bool {
    if factory.facts.scope != nil { return true }
    var seen: Set<Int> = []
    let rule = CaptiveDependencies(reader: NeedReader(of: index, injector))
    return !factory.isShared
      && !rule.problems(of: factory, in: factory, path: [], &seen).isEmpty
  }

  /// - Parameters:
  ///   - holder: The keeper, or a template whose product it keeps.
  ///   - path: The needs that lead to the holder, the nearest first.
  ///   - seen: The templates that are known to be kept.
  @inline(never)
  private func problems(
    of keeper: Factory, in holder: Factory, path: [Problem.Step], _ seen: inout Set<Int>
  ) -> [Problem] {
    var problems: [Problem] = []
    reader.read(holder) { need in
      let isProperty = if case .property = need { true } else { false }
      for factory in kept(by: need) {
        let path = need.steps(from: holder) + path
        if !factory.isShared {
          guard seen.insert(factory.position).inserted else { continue }
          problems += self.problems(of: keeper, in: factory, path: path, &seen)
        } else if let scope = factory.facts.scope, !scope.lasts(as: keeper.facts.scope) {
          problems.append(
            problem(
              keeper, factory, keptBy: scope, isProperty: isProperty,
              asking: need.target, path: path))
        }
      }
    }
    return problems
  }

  @inline(never)
  private func problem(
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

  /// Returns the factories whose products a need keeps, for each possible choice by criteria.
  @inline(never)
  private func kept(by need: Need) -> [Factory] {
    switch need {
    case .owner(let owner): return [owner]
    case .argument(_, let request): return request.isLater ? [] : answers(to: request)
    case .property(let property, let request, _):
      // A property of a transient factory follows it.
      return request.isLater || property.isTransient
        ? [] : answers(to: request).filter { !$0.facts.isTransient }
    }
  }

  /// Returns the factories that answer. If a property may have criteria, returns them only if
  /// scopes keep the objects of all factories that fit.
  private func answers(to request: NeedRequest) -> [Factory] {
    let (all, preferred) = request.fitting
    let isChoice = request.mayHaveCriteria && !request.shape.isArray && all.count > 1
    if isChoice, all.contains(where: { $0.facts.scope == nil }) { return [] }
    return preferred + request.whole
  }
}

extension ScopeKind {
  /// Returns whether a scope of this kind is open at least as long as the keeper, a scope or the
  /// model, keeps an object.
  func lasts(as keeper: ScopeKind?) -> Bool {
    keeper.map { lasts(asLongAs: $0) } ?? false
  }
}
