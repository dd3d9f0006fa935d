import AlchemicRuntime

/// Whether the factories of a child model leave what it inherits sound, as far as these factories
/// alone show it. Most do: they make a double of a service, and need nothing.
struct ChildCheck {
  /// Whether no factory of the child is part of a circle of needs.
  let isApart: Bool
  /// Whether everything that takes a product of the child's factories can have it. If this is not
  /// known, the whole model has to be checked.
  let isSound: Bool

  /// Nothing is known.
  static let ofAll = ChildCheck(isApart: false, isSound: false)

  private init(isApart: Bool, isSound: Bool) {
    (self.isApart, self.isSound) = (isApart, isSound)
  }

  /// - Parameters:
  ///   - resolution: What the child's own factories need.
  ///   - inherited: The parent's factories. The parent is sound.
  /// - Complexity: O(*n*) in the child's factories and their needs.
  init(
    of resolution: DependencyResolution, in inherited: InheritedFactories,
    _ injector: (any HostInspector)?
  ) {
    let table = inherited.revision.needTable(injector)
    let own = inherited.own
    let needs = own.indices.map { number in
      resolution.needs[number].map(\.factory.position)
        + resolution.mayRead[number].flatMap { resolution.candidates[$0].map(\.position) }
    }
    // A factory without needs ends every path.
    let others = own.indices.filter { !needs[$0].isEmpty }
    if others.isEmpty {
      isApart = true
    } else {
      let goals = Set(others.flatMap { table.requests(takenBy: own[$0].facts.product) })
      let starts = Set(others.flatMap { needs[$0] })
      let isDirect = others.contains { starts.contains(own[$0].position) }
      isApart =
        !isDirect && !table.leads(from: starts.filter { $0 < inherited.count }, to: goals)
    }
    isSound = isApart && Self.fit(own, in: table)
  }

  /// Returns whether each request that the factories take can have its answer from them.
  private static func fit(_ own: [Factory], in table: NeedTable) -> Bool {
    var answered: Set<Int> = []
    for factory in own {
      if table.hasMisfit(named: factory) { return false }
      let facts = factory.facts
      let isPlain =
        !facts.isNillable && !facts.isTransient && !facts.isWeak && !factory.takesArguments
        && (factory.isShared || facts.making == .anywhere)
      for number in table.requests(takenBy: facts.product) {
        let request = table.requests[number]
        guard request.mayChoose(factory) else { continue }
        let fits =
          isPlain && !request.passesArguments
          && (!request.needsShared || factory.isShared && factory.mayBeObject)
        // Several are an error for some requests only.
        let isFirst = answered.insert(number).inserted
        guard fits, isFirst || request.isForAll else { return false }
      }
    }
    return true
  }
}

extension NeedTable.Request {
  /// Whether the request is for all of an array, or has criteria that its type does not show.
  fileprivate var isForAll: Bool { shape.isArray || isOfProperty && criteria.isEmpty }

  /// Returns whether a factory whose product has the type may answer the request.
  fileprivate func mayChoose(_ factory: Factory) -> Bool {
    let facts = factory.facts
    if let name = criteria.onlyName { return facts.name == name }
    if criteria.isEmpty { return !facts.isFoundByNameOnly || shape.isArray }
    return criteria.qualifiers.allSatisfy { facts.qualifiers.contains($0) }
  }
}
