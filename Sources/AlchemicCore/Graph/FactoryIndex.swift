package import AlchemicRuntime

/// The factories of a model by name and by type, in the order in which arrays list them.
///
/// The index of a child model contains the factories that the child declares, and uses the index of
/// the parent for all others. The child's own factories are preferred: like primaries, and by name.
package final class FactoryIndex: Sendable {
  /// The factories that the model itself declares.
  private let own: FactoryTables
  /// The factories of the parent; nil unless this is the index of a child model.
  let inherited: InheritedFactories?
  /// Whether factories lose to primaries, or fallbacks to others, when the model starts, which a
  /// child does not.
  let hasPreferences: Bool
  private let knownFacts = LazyReference()
  private let ownAbsent: [AbsentFactory]

  /// - Parameters:
  ///   - added: By position, after those of `former`.
  ///   - hasLayers: Whether layers of decorators are among all.
  ///   - absent: The added declarations for inactive profiles.
  ///   - former: The index of the factories before these.
  ///   - inherited: The factories of the parent, whose positions precede all others.
  init(
    _ added: [Factory], hasLayers: Bool = false, absent: [AbsentFactory] = [],
    after former: FactoryIndex? = nil, inheriting inherited: InheritedFactories? = nil
  ) {
    own = (former?.own ?? []).adding(added, hasLayers: hasLayers)
    self.inherited = inherited
    ownAbsent = (former?.ownAbsent ?? []) + absent
    hasPreferences = own.contains(where: \.hasPreferences) && inherited == nil
    self.hasLayers = hasLayers || inherited?.inheritance.hasLayers == true
  }

  /// All factories. Creates the missing copies of the factories that a child model inherits.
  package var all: [Factory] {
    joined(inherited?.index.all, own.inOrder + own.layers)
  }

  /// The facts of the same factories.
  var allFacts: [FactoryFacts] {
    (inherited?.index.allFacts ?? []) + own.inOrder.facts + own.layers.facts
  }

  /// All factories in the order of declaration.
  package var declared: [Factory] {
    joined(inherited?.index.declared, own.declared)
  }

  /// The same factories, with the originals of those that a child model inherits.
  var originals: [Factory] { (inherited?.index.originals ?? []) + own.declared }

  /// Returns those with a name: several if a child model replaces one.
  func originals(named name: String) -> [Factory] {
    (inherited?.index.originals(named: name) ?? []) + (own.factory(named: name).map { [$0] } ?? [])
  }

  /// Returns the copies of factories that were found in the parent's index, and then the model's
  /// own; the latter alone if there is no parent.
  @inline(never)
  private func joined(_ found: [Factory]?, _ own: [Factory]) -> [Factory] {
    guard let inherited, let found else { return own }
    return found.map(inherited.copy) + own
  }

  /// The number of factories of the parent, whose positions precede all others.
  package var inheritedCount: Int { inherited?.count ?? 0 }

  /// The number of factories.
  var count: Int { inheritedCount + own.size }

  /// Returns the factory at a position.
  package func factory(at position: Int) -> Factory {
    guard let inherited else { return own.factory(at: position) }
    return position < inherited.count
      ? inherited.copy(inherited.index.factory(at: position))
      : own.factory(at: position - inherited.count)
  }

  package func factory(named name: String) -> Factory? {
    let own = own.factory(named: name)
    if let own, !own.facts.isFallback { return own }
    return inherited.flatMap { $0.index.factory(named: name).map($0.copy) } ?? own
  }

  /// The declarations for inactive profiles, for messages.
  package var absent: [AbsentFactory] { (inherited?.index.absent ?? []) + ownAbsent }

  /// The facts of all factories in the order of declaration, for suggestions.
  private var facts: [FactoryFacts] {
    knownFacts.object { AllFacts((inherited?.index.facts ?? []) + own.declared.facts) }.facts
  }

  private final class AllFacts: Sendable {
    let facts: [FactoryFacts]

    init(_ facts: [FactoryFacts]) { self.facts = facts }
  }

  // MARK: Searching

  /// Returns the primaries among the factories that satisfy the request, or all of them if there
  /// are no primaries. A request by name ignores primaries.
  ///
  /// - Parameter isForAll: Whether the request is for all of them. A request for one object does
  ///   not find the factories that only a name finds.
  /// - Throws: `wrong-criteria`.
  /// - Complexity: O(1) for a type that was requested before; O(*f*) the first time, and with
  ///   criteria other than a name.
  func candidates(
    for request: SearchRequest, isForAll: Bool = false
  ) throws(AlchemicError) -> [Factory] {
    let criteria = request.criteria
    guard !criteria.isEmpty else {
      return isForAll
        ? candidates(producing: request.target) : candidates(ofTypeAlone: request.target)
    }
    guard criteria.areConsistent else {
      throw problem(criteria.inconsistency, request)
    }
    let fitting = satisfying(criteria, fitting: request.target)
    return criteria.onlyName == nil ? preferred(fitting) : fitting
  }

  /// Returns the factories of the elements of an array, or the factory that creates the array
  /// itself: if it is requested by name, or if no factory creates elements. A map that a factory
  /// creates is preferred to one of elements by their names.
  ///
  /// - Returns: The factories, and whether the first of them creates the array.
  /// - Throws: As ``candidates(for:)``, and `several-matches` if several create the array.
  func arrayCandidates(
    of array: Any.Type, elements element: Any.Type, matching criteria: SearchCriteria
  ) throws(AlchemicError) -> (factories: [Factory], isWhole: Bool) {
    if let name = criteria.onlyName, let factory = factory(named: name),
      factory.facts.product == array
    {
      return ([factory], true)
    }
    let request = SearchRequest(target: element, criteria: criteria)
    let whole = SearchRequest(target: array, criteria: criteria)
    let isMap = TypeKind.isMap(array)
    let maps = isMap ? try candidates(for: whole) : []
    if !maps.isEmpty {
      let elements = maps.giveWay ? try candidates(for: request, isForAll: true) : []
      if elements.giveWay { return ([try onlyFactory(for: whole)], true) }
    }
    if let inherited, criteria.onlyName == nil, !hasOwn(request),
      try !onlyOffers(request, whole, in: inherited.index)
    {
      // An array that a child declares replaces the inherited elements.
      if hasOwn(whole) { return ([try onlyFactory(for: whole)], true) }
      let (factories, isWhole) = try inherited.index.arrayCandidates(
        of: array, elements: element, matching: criteria)
      return (isWhole ? factories.map(inherited.copy) : taken(factories, for: element), isWhole)
    }
    let elements = try candidates(for: request, isForAll: true)
    if criteria.isEmpty, elements.giveWay {
      let arrays = try candidates(for: whole)
      if !arrays.isEmpty, elements.isEmpty || !arrays.giveWay {
        return ([try onlyFactory(for: whole)], true)
      }
    }
    guard elements.isEmpty else { return (elements, false) }
    // No factory creates optionals or arrays as elements, unless it says so.
    if TypeKind.isOptional(element) || TypeKind.isArray(element) {
      let name = typeName(TargetShape(element).element)
      let all = isMap ? "[String: \(name)]" : "[\(name)]"
      throw problem(.noNestedMatch(criteria: criteria.spellings, element: all), whole)
    }
    if isGiven(element) { _ = try onlyFactory(for: request) }
    // An empty map of values is probably unintended.
    if isMap, TypeQuery(element).isValueType { _ = try onlyFactory(for: whole) }
    return ([], false)
  }

  /// Returns whether a child has fallbacks for an array or its elements, and its parent has none of
  /// either.
  private func onlyOffers(
    _ element: SearchRequest, _ array: SearchRequest, in parent: FactoryIndex
  ) throws(AlchemicError) -> Bool {
    if own.fitting(element.target).all.isEmpty, own.fitting(array.target).all.isEmpty {
      return false
    }
    if try !parent.candidates(for: element, isForAll: true).isEmpty { return false }
    return try parent.candidates(for: array).isEmpty
  }

  /// Returns the factories that answer a request: all of an array's elements, none or one for an
  /// optional, exactly one otherwise. A provider needs none.
  ///
  /// - Returns: The factories, and whether the first of them creates the array itself.
  /// - Throws: As ``onlyFactory(for:)``.
  package func answer(
    to shape: TargetShape, matching criteria: SearchCriteria
  ) throws(AlchemicError) -> (factories: [Factory], isWhole: Bool) {
    if try provider(answering: shape, matching: criteria) != nil {
      return ([], false)
    }
    if let array = shape.array {
      let found = try arrayCandidates(of: array, elements: shape.element, matching: criteria)
      try requireWholeDecoration(of: found.factories, as: shape.element)
      return found
    }
    let request = SearchRequest(target: shape.element, criteria: criteria)
    if shape.isOptional, !isGiven(shape.element), try candidates(for: request).isEmpty {
      return ([], false)
    }
    return ([try onlyFactory(for: request)], false)
  }

  /// Returns whether a factory that the model itself declares satisfies a request, and is no
  /// fallback.
  private func hasOwn(_ request: SearchRequest) -> Bool {
    guard !request.criteria.isEmpty else { return !own.fitting(request.target).all.giveWay }
    let query = TypeQuery(request.target)
    return own.joined { $0.satisfying(request.criteria) }.contains {
      query.accepts($0.facts.product) && !$0.facts.isFallback
    }
  }

  /// The positions of the inherited factories that no request in a child model finds: the child
  /// declares one of the same name that also answers the requests for the type.
  var replaced: Set<Int> {
    guard let inherited else { return [] }
    let here = own.declared.filter { !$0.isDecorator && !$0.facts.isFallback }.flatMap { factory in
      inherited.index.originals(named: factory.facts.name).filter {
        TypeQuery($0.facts.product).accepts(factory.facts.product)
      }
    }
    return inherited.index.replaced.union(here.map(\.position))
  }

  /// Returns whether a type marks an argument of a caller, which no factory produces.
  private func isGiven(_ type: Any.Type) -> Bool { Given<Never>.type(type) != nil }

  /// Returns the factories that meet criteria, whatever their type.
  private func satisfying(_ criteria: SearchCriteria) -> [Factory] {
    if let name = criteria.onlyName { return factory(named: name).map { [$0] } ?? [] }
    return joined(
      inherited?.index.satisfying(criteria), own.joined { $0.satisfying(criteria) })
  }

  private func satisfying(_ criteria: SearchCriteria, fitting type: Any.Type) -> [Factory] {
    let query = TypeQuery(type)
    return decorated(
      satisfying(criteria).filter { query.accepts($0.facts.product) }, for: type)
  }

  /// Returns the child's copies of factories that a search found in the parent's index, with the
  /// child's own layers.
  private func taken(_ factories: [Factory], for target: Any.Type) -> [Factory] {
    decorated(inherited.map { factories.map($0.copy) } ?? factories, for: target)
  }

  /// Returns the primaries among the factories that fit a type, or all if there are no primaries.
  func candidates(producing target: Any.Type) -> [Factory] {
    let found = own.fitting(target).preferred
    guard let inherited, found.giveWay else { return decorated(found, for: target) }
    let others = taken(inherited.index.candidates(producing: target), for: target)
    return others.isEmpty ? decorated(found, for: target) : others
  }

  /// Returns the same, without the factories that only a name finds.
  private func candidates(ofTypeAlone target: Any.Type) -> [Factory] {
    let found = own.fitting(target).preferredByType
    guard let inherited, found.giveWay else { return decorated(found, for: target) }
    let others = taken(inherited.index.candidates(ofTypeAlone: target), for: target)
    return others.isEmpty ? decorated(found, for: target) : others
  }

  /// Returns all factories whose products fit a type, without those that only a name finds.
  private func factories(ofTypeAlone target: Any.Type) -> [Factory] {
    decorated(
      joined(inherited?.index.factories(ofTypeAlone: target), own.fitting(target).allByType),
      for: target)
  }

  /// Returns the factories that fit a target, and of these the primaries, or all if there are no
  /// primaries. A request by name ignores primaries.
  package func fitting(
    _ target: TargetShape, _ criteria: SearchCriteria = SearchCriteria()
  ) -> (all: [Factory], preferred: [Factory]) {
    guard criteria.isEmpty else {
      let all = satisfying(criteria, fitting: target.element)
      return (all, criteria.onlyName == nil ? preferred(all) : all)
    }
    let element = target.element
    return target.array == nil
      ? (factories(ofTypeAlone: element), candidates(ofTypeAlone: element))
      : (factories(producing: element), candidates(producing: element))
  }

  /// Returns all factories whose products fit a type, in order, including those that only a name
  /// finds.
  ///
  /// - Complexity: O(1) for a type that was requested before; O(*f*) the first time.
  @inline(never)
  package func factories(producing target: Any.Type) -> [Factory] {
    decorated(
      joined(inherited?.index.factories(producing: target), own.fitting(target).all), for: target)
  }

  /// Returns the layers over a factory. Each layer follows those that it wraps.
  func layers(over factory: Factory) -> [Factory] {
    let inherited = inherited.map { $0.index.layers(over: factory).map($0.copy) } ?? []
    return inherited + own.flatMap { $0.layers(over: factory) }
  }

  /// Whether there are decorators.
  let hasLayers: Bool

  /// Returns those of some factories that are preferred to the others: see `[Factory].preferred`.
  /// In a child model, the factories that it declares come first, but not its fallbacks.
  func preferred(_ factories: [Factory]) -> [Factory] {
    if let inherited {
      let own = factories.filter { $0.undecorated.position >= inherited.count }
      if own.count < factories.count {
        if !own.giveWay { return preferred(own) }
        return inherited.index.preferred(
          factories.filter { $0.undecorated.position < inherited.count })
      }
    }
    return factories.preferred
  }

  /// Returns the only factory that satisfies the request.
  ///
  /// - Throws: `no-match`, `several-matches`, `wrong-decorator`, and the errors of
  ///   ``candidates(for:)``.
  package func onlyFactory(for request: SearchRequest) throws(AlchemicError) -> Factory {
    let candidates = try candidates(for: request)
    switch candidates.count {
    case 1:
      try requireWholeDecoration(of: candidates, as: request.target)
      return candidates[0]
    case 0:
      let misfits = request.criteria.isEmpty ? [] : satisfying(request.criteria)
      if let misfit = misfits.first {
        throw AlchemicError(
          Problem(
            .wrongType(
              requested: typeName(request.target), criteria: request.criteria.spellings),
            misfit.facts.name, candidates: misfits.candidates))
      }
      throw AlchemicError(
        Problem(
          .noMatch(criteria: request.criteria.spellings), typeName(request.target),
          completing: MissedRequest(request, facts: facts, absent: absent)))
    default:
      throw problem(
        .severalMatches(criteria: request.criteria.spellings), request,
        candidates: candidates.candidates)
    }
  }

  /// Returns a warning if no factory answers a request because none has its name or its qualifier.
  ///
  func warning(of request: SearchRequest) -> Problem? {
    let criteria = request.criteria
    let isUnknown =
      criteria.onlyName.map { factory(named: $0) == nil }
      ?? criteria.qualifiers.contains { !hasQualifier($0) }
    guard isUnknown else { return nil }
    let element = SearchRequest(target: TargetShape(request.target).element, criteria: criteria)
    return Problem(
      .unknownName(criteria: criteria.spellings, options: criteria.options),
      typeName(request.target),
      completing: MissedRequest(element, facts: facts, absent: absent))
  }

  private func hasQualifier(_ qualifier: Qualifier) -> Bool {
    own.contains { $0.has(qualifier) } || inherited?.index.hasQualifier(qualifier) == true
  }

  private func problem(
    _ fact: Problem.Fact, _ request: SearchRequest, candidates: [Problem.Candidate] = []
  ) -> AlchemicError {
    AlchemicError(Problem(fact, typeName(request.target), candidates: candidates))
  }
}
