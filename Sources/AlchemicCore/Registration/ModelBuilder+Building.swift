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
    let (revision, problems) = revision(injector: injector)
    guard problems.isEmpty else { throw AlchemicError(problems) }
    return Model(revision, injector: injector, observer: observer)
  }

  /// Builds what the model is with what was added, and checks all of it: what is new can make wrong what was
  /// right. The model itself does not change before that is published.
  ///
  /// - Returns: Nil if nothing was added.
  package func buildExtension() -> ModelExtension? {
    guard let base, !known.isEmpty || !drafts.isEmpty else { return nil }
    let (revision, problems) = revision(injector: base.model.injector)
    return ModelExtension(revision: revision, problems: problems)
  }

  private func revision(injector: (any HostInjector)?) -> (ModelRevision, [Problem]) {
    tellAspects()
    var problems = self.problems + Validation.problems(in: drafts)
    let old = oldFactories.facts
    let names = FactoryNames(drafts, beside: old)
    problems += UniqueNames.problems(in: drafts, names, beside: old)

    var factories = oldFactories
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
    problems +=
      resolution.problems + NoEagerCycles.problems(in: graph)
      + NoAwaitedLoops.problems(in: graph, injector)

    let former = base?.revision
    let revision = ModelRevision(
      index, graph, aspects: (former?.aspects ?? []) + aspects,
      warnings: (former?.warnings ?? []) + warnings,
      known: (former?.known ?? KnownTypes()).union(known), after: former)
    return (revision, problems)
  }
}

/// What a model would be with what was added to it.
package struct ModelExtension {
  package let revision: ModelRevision
  /// Those of the declarations and the dependencies; whether what was asked for is still answered comes
  /// when it is published.
  let problems: [Problem]
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
/// to the one it replaces. What a model has that is extended keeps its names.
struct FactoryNames {
  let names: [String]

  init(_ drafts: [FactoryDraft], beside old: [FactoryFacts] = []) {
    let short = drafts.map { $0.givenName ?? $0.defaultName }
    var drawn: [String: Set<ObjectIdentifier>] = [:]
    var isTaken = Set(old.map(\.name))
    var oldNames: [ObjectIdentifier: String] = [:]
    for facts in old where facts.isNamedByType {
      drawn[facts.productName, default: []].insert(ObjectIdentifier(facts.product))
      oldNames[ObjectIdentifier(facts.product)] = facts.name
    }
    for (draft, name) in zip(drafts, short) {
      if draft.isNamedByType { drawn[name, default: []].insert(ObjectIdentifier(draft.product)) }
      if !draft.isReplacement { isTaken.insert(name) }
    }
    names = zip(drafts, short).map { draft, name in
      var name = name
      if draft.isNamedByType, drawn[name, default: []].count > 1 {
        name = oldNames[ObjectIdentifier(draft.product)] ?? qualifiedTypeName(draft.product)
      }
      return draft.isReplacement && isTaken.contains(name) ? Self.primary(name) : name
    }
  }

  /// The name of a primary that leaves its own to what it replaces.
  fileprivate static func primary(_ name: String) -> String { "\(name) (primary)" }
}

extension FactoryDraft {
  fileprivate var isNamedByType: Bool { givenName == nil && owner == nil }

  fileprivate var isReplacement: Bool { givenName == nil && has(.primary) }

  /// Whether this is what a factory was made from, declared once more.
  func isDeclared(as facts: FactoryFacts) -> Bool {
    guard facts.product == product, facts.place == place else { return false }
    if let givenName { return givenName == facts.name }
    return facts.isNamedByType
      || [defaultName, FactoryNames.primary(defaultName)].contains(facts.name)
  }
}

extension FactoryFacts {
  /// Whether it is called after its type, also with the module.
  fileprivate var isNamedByType: Bool {
    name == productName || name == qualifiedTypeName(product)
  }
}
