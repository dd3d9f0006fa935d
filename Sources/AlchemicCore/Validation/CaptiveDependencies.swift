import AlchemicRuntime

/// The rule that no object is kept beyond the end of its scope. A shared object may need only
/// objects of the model, of its own scope, and of scopes that are open for longer. If an object
/// keeps the product of a template, it also keeps the objects that this product needs.
final class CaptiveDependencies {
  private let index: FactoryIndex
  private let injector: (any HostInspector)?

  private init(in index: FactoryIndex, _ injector: (any HostInspector)?) {
    (self.index, self.injector) = (index, injector)
  }

  /// - Parameter keepers: The factories whose objects may keep others.
  /// - Returns: A problem for each object that a keeper would keep too long.
  static func problems(
    of keepers: [Factory], in index: FactoryIndex, _ injector: (any HostInspector)?
  ) -> [Problem] {
    let rule = CaptiveDependencies(in: index, injector)
    return keepers.filter(\.isShared).flatMap { keeper in
      var seen: Set<Int> = []
      return rule.problems(of: keeper, in: keeper, path: [], &seen)
    }
  }

  /// Returns whether a factory's products keep an object of a scope.
  static func keepsAny(
    _ factory: Factory, in index: FactoryIndex, _ injector: (any HostInspector)?
  ) -> Bool {
    if factory.facts.scope != nil { return true }
    var seen: Set<Int> = []
    let rule = CaptiveDependencies(in: index, injector)
    return !factory.isShared
      && !rule.problems(of: factory, in: factory, path: [], &seen).isEmpty
  }

  /// - Parameters:
  ///   - holder: The keeper, or a template whose product it keeps.
  ///   - path: The needs that lead to the holder, the nearest first.
  ///   - seen: The templates that are known to be kept.
  private func problems(
    of keeper: Factory, in holder: Factory, path: [Problem.Step], _ seen: inout Set<Int>
  ) -> [Problem] {
    var problems: [Problem] = []
    for need in needs(of: holder) {
      for factory in need.factories {
        let path = need.steps + path
        if !factory.isShared {
          guard seen.insert(factory.position).inserted else { continue }
          problems += self.problems(of: keeper, in: factory, path: path, &seen)
        } else if let scope = factory.facts.scope, !scope.lasts(as: keeper.facts.scope) {
          let fact = Problem.Fact.captive(
            of: scope.name, keeper: keeper.facts.scope?.name, isProperty: need.isProperty)
          problems.append(
            Problem(fact, keeper.facts.name, candidates: [factory.facts.candidate], path: path))
        }
      }
    }
    return problems
  }

  /// The factories whose products a holder keeps, for each possible choice by criteria.
  private typealias KeptNeed = (factories: [Factory], steps: [Problem.Step], isProperty: Bool)

  private func needs(of holder: Factory) -> [KeptNeed] {
    var needs: [KeptNeed] = []
    if let owner = holder.owner {
      needs.append(([owner], [holder.facts.step], isProperty: false))
    }
    for (position, argument) in holder.arguments.enumerated() {
      guard let request = argument.request.map({ NeedTable.Request(of: $0) }), !request.isLater
      else { continue }
      let need = DependencyResolution.Need.argument(position, of: holder)
      needs.append((answers(to: request), need.steps, isProperty: false))
    }
    guard let injector, holder.hasProperties else { return needs }
    for property in injector.properties(of: holder.facts.product) where !property.isTransient {
      let request = NeedTable.Request(of: property)
      if request.isLater { continue }
      // A property of a transient factory follows it.
      let factories = answers(to: request).filter { !$0.facts.isTransient }
      let need = DependencyResolution.Need.property(property, of: holder)
      needs.append((factories, need.steps, isProperty: true))
    }
    return needs
  }

  /// Returns the factories that answer. If a property may have criteria, returns them only if
  /// scopes keep the objects of all factories that fit.
  @inline(never)
  private func answers(to request: NeedTable.Request) -> [Factory] {
    let (all, preferred) = index.fitting(request.shape, request.criteria)
    let whole = request.shape.array.map { index.factories(producing: $0) } ?? []
    let mayHaveCriteria =
      request.isOfProperty && request.criteria.isEmpty && !request.shape.isArray && all.count > 1
    if mayHaveCriteria, all.contains(where: { $0.facts.scope == nil }) { return [] }
    return preferred + whole
  }
}

extension ScopeKind {
  /// Returns whether a scope of this kind is open at least as long as the keeper, a scope or the
  /// model, keeps an object.
  fileprivate func lasts(as keeper: ScopeKind?) -> Bool {
    keeper.map { lasts(asLongAs: $0) } ?? false
  }
}
