extension ModelBuilder {
  /// Builds the model and checks it: nothing is made, and no user code runs.
  ///
  /// - Parameters:
  ///   - injector: Fills the properties of what the model makes; nil to leave them alone.
  ///   - observer: Is told what happens in the model.
  /// - Returns: A model without problems.
  /// - Throws: ``AlchemicError`` with every problem of the declarations and the dependencies.
  /// - Complexity: O(*f* + *d*) in the factories and their dependencies, and O(*f*) for each protocol
  ///   that is asked for.
  package func build(
    injector: (any HostInjector)?, observer: (any ModelObserver)? = nil
  ) throws(AlchemicError) -> Model {
    aspects.forEach { $0.modelWillResolve(self) }
    var problems = self.problems + Validation.problems(in: drafts)
    let names = FactoryNames(drafts)
    problems += UniqueNames.problems(in: drafts, names)

    var factories: [AnyObjectFactory] = []
    var made: [ObjectIdentifier: AnyObjectFactory] = [:]
    for (draft, name) in zip(drafts, names.names) {
      // A class comes before its methods.
      let owner = draft.owner.flatMap { made[ObjectIdentifier($0)] }
      let factory = draft.factory(named: name, owner: owner)
      made[ObjectIdentifier(draft)] = factory
      factories.append(factory)
    }
    let index = FactoryIndex(factories)
    let resolution = DependencyResolution(factories, in: index, injector: injector)
    let graph = DependencyGraph(
      factories, needs: resolution.needs, injections: resolution.injections,
      choices: resolution.choices)
    problems += resolution.problems + NoEagerCycles.problems(in: graph)

    guard problems.isEmpty else { throw AlchemicError(problems) }
    return Model(
      index, graph, injector: injector, observer: observer, aspects: aspects, warnings: warnings)
  }
}

extension FactoryDraft {
  /// The factory that the draft describes; one that makes nothing where the draft is wrong, so that
  /// the mistake is reported once and not by everybody who needs it.
  fileprivate func factory(named name: String, owner: AnyObjectFactory?) -> AnyObjectFactory {
    let facts = facts(named: name)
    if let maker = makers.first, lifetime != .reference {
      return maker.makeFactory(facts, maker.arguments, owner)
    }
    return makeWithoutMaker(facts) ?? AnyObjectFactory(facts, arguments: [])
  }

  var isMakeable: Bool { !makers.isEmpty || makeWithoutMaker(facts(named: "")) != nil }
}

/// The names of all factories: as given, or the type's name, qualified where two types share it.
///
/// A primary without a name is there to replace something, often of its own type: it leaves that name
/// to the one it replaces.
struct FactoryNames {
  let names: [String]

  init(_ drafts: [FactoryDraft]) {
    let short = drafts.map { $0.givenName ?? $0.defaultName }
    var drawn: [String: Set<ObjectIdentifier>] = [:]
    var isTaken: Set<String> = []
    for (draft, name) in zip(drafts, short) {
      if draft.isNamedByType { drawn[name, default: []].insert(ObjectIdentifier(draft.product)) }
      if !draft.isReplacement { isTaken.insert(name) }
    }
    names = zip(drafts, short).map { draft, name in
      let name =
        draft.isNamedByType && drawn[name, default: []].count > 1
        ? qualifiedTypeName(draft.product) : name
      return draft.isReplacement && isTaken.contains(name) ? "\(name) (primary)" : name
    }
  }
}

extension FactoryDraft {
  fileprivate var isNamedByType: Bool { givenName == nil && owner == nil }

  fileprivate var isReplacement: Bool { givenName == nil && has(.primary) }
}
