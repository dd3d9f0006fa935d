import AlchemicRuntime

/// The factories of a model by name and by type, in the order in which arrays list them.
///
/// The index of a child model contains the factories that the child declares. For all others it
/// asks the index of the parent. Those that the child declares win: as primaries do, and by name.
package final class FactoryIndex: Sendable {
  /// The factories that the model itself declares.
  private let own: [Factory]
  /// The factories of the parent; nil unless this is the index of a child model.
  let inherited: InheritedFactories?
  /// Whether factories lose to primaries when the model starts, which a child does not.
  let hasPrimaries: Bool
  /// In the order of declaration. If several have one name, which is a problem, the first is found.
  private let ownDeclared: [Factory]
  /// The factories with a name other than their type's, by name.
  private let byGivenName: [String: Factory]
  /// The factories with a qualifier, by its type, in the order of arrays.
  private let byQualifier: [ObjectIdentifier: [Factory]]
  /// Tables that are filled on first use.
  private let known = Locked(Known())

  private struct Known {
    /// All factories by name; nil until a name is requested that is not in `byGivenName`.
    var byName: NameTable?
    /// The factories by product type, for classes also by every superclass; nil until it is needed.
    var byType: TypeLists?
    /// The facts of all factories in the order of declaration, for suggestions; nil until they are
    /// needed.
    var facts: [FactoryFacts]?
    /// The results of requests without criteria, which often repeat.
    var found = [ObjectIdentifier: Fitting]()
  }

  /// The factories that fit a type.
  private struct Fitting: Sendable {
    let all: [Factory]
    /// The primaries among them; all of them if there are none.
    let preferred: [Factory]
    /// The same of those that are found by the type alone.
    let allByType: [Factory]
    let preferredByType: [Factory]
  }

  /// - Parameters:
  ///   - factories: In the order of their declaration.
  ///   - inherited: The factories of the parent, whose positions precede all others.
  init(_ factories: [Factory], inheriting inherited: InheritedFactories? = nil) {
    ownDeclared = factories
    self.inherited = inherited
    // Factories with a position come first.
    own =
      factories.contains { $0.facts.order != nil }
      ? factories.ordered(byNumber: { $0.facts.order ?? .max }) : factories
    var byGivenName = [String: Factory]()
    var (hasPrimaries, hasQualifiers) = (false, false)
    for factory in factories {
      hasQualifiers = hasQualifiers || !factory.facts.qualifiers.isEmpty
      hasPrimaries = hasPrimaries || factory.facts.isPrimary
      if let name = factory.facts.text, byGivenName[name] == nil { byGivenName[name] = factory }
    }
    self.byGivenName = byGivenName
    var byQualifier = [ObjectIdentifier: [Factory]]()
    if hasQualifiers {
      for factory in own {
        for qualifier in factory.facts.qualifiers {
          byQualifier[qualifier.id, default: []].append(factory)
        }
      }
    }
    self.byQualifier = byQualifier
    self.hasPrimaries = hasPrimaries && inherited == nil
  }

  /// All factories. Those that a child model inherits are created here if they were not asked for.
  package var all: [Factory] {
    inherited.map { $0.index.all.map($0.copy) + own } ?? own
  }

  /// The facts of the same factories.
  var allFacts: [FactoryFacts] { (inherited?.index.allFacts ?? []) + own.facts }

  /// All factories in the order of declaration.
  var declared: [Factory] {
    inherited.map { $0.index.declared.map($0.copy) + ownDeclared } ?? ownDeclared
  }

  /// The number of factories.
  var count: Int { (inherited?.count ?? 0) + own.count }

  /// Returns the factory at a position.
  func factory(at position: Int) -> Factory {
    guard let inherited else { return ownDeclared[position] }
    return position < inherited.count
      ? inherited.copy(inherited.index.factory(at: position))
      : ownDeclared[position - inherited.count]
  }

  package func factory(named name: String) -> Factory? {
    if let factory = byGivenName[name] { return factory }
    let own = known.withLock { known in
      let table = known.byName ?? NameTable(ownDeclared)
      known.byName = table
      return table[name]
    }
    return own ?? inherited.flatMap { $0.index.factory(named: name).map($0.copy) }
  }

  /// The facts of all factories, for suggestions.
  private var facts: [FactoryFacts] {
    let own = known.withLock { known in
      let facts = known.facts ?? ownDeclared.map(\.facts)
      known.facts = facts
      return facts
    }
    return inherited.map { $0.index.facts + own } ?? own
  }

  /// Factories by name. Compares hashes first: to create all names would take longer than to build
  /// the model.
  private struct NameTable {
    private var byHash: [UInt64: Factory] = [:]
    /// The factories whose hash another one has.
    private var others: [Factory] = []

    init(_ factories: [Factory]) {
      byHash.reserveCapacity(factories.count)
      for factory in factories {
        let facts = factory.facts
        let hash = facts.text.map { TypeNameHash.of($0) } ?? TypeNameHash.of(facts.product)
        if byHash[hash] == nil { byHash[hash] = factory } else { others.append(factory) }
      }
    }

    subscript(name: String) -> Factory? {
      guard let first = byHash[TypeNameHash.of(name)] else { return nil }
      return first.facts.name == name ? first : others.first { $0.facts.name == name }
    }
  }

  // MARK: By type

  /// Lists of factories by type, in order. They are linked in one array, since nearly all have one
  /// member.
  private struct TypeLists {
    /// By type: the index of its last link.
    private var ends = [ObjectIdentifier: Int]()
    /// For each link, a factory's index and the index of the next link. The last link refers to the
    /// first.
    private var links: [(factory: Int32, next: Int32)] = []

    init(_ factories: [Factory]) {
      ends.reserveCapacity(factories.count)
      links.reserveCapacity(factories.count)
      for (position, factory) in factories.enumerated() {
        FactoryIndex.forTypeAndSuperclasses(factory.facts.product) { type in
          let link = links.count
          links.append((Int32(position), Int32(link)))
          guard let last = ends.updateValue(link, forKey: ObjectIdentifier(type)) else { return }
          links[link].next = links[last].next
          links[last].next = Int32(link)
        }
      }
    }

    /// The indices of the factories of a type.
    subscript(type: ObjectIdentifier) -> [Int] {
      var positions: [Int] = []
      guard let last = ends[type] else { return positions }
      var link = last
      repeat {
        link = Int(links[link].next)
        positions.append(Int(links[link].factory))
      } while link != last
      return positions
    }
  }

  private static func forTypeAndSuperclasses(_ type: Any.Type, _ body: (Any.Type) -> Void) {
    body(type)
    if let shape = ExistentialShape(type) {
      if let superclass = shape.superclass { forTypeAndSuperclasses(superclass, body) }
      return
    }
    guard TypeKind.isClass(type) else { return }
    var next: AnyClass? = (type as? AnyClass).flatMap(_getSuperclass)
    while let superclass = next {
      body(superclass)
      next = _getSuperclass(superclass)
    }
  }

  /// Returns the primaries among the factories that satisfy the request, or all of them if there
  /// are no primaries. A request by name ignores primaries.
  ///
  /// - Parameter isForAll: Whether the request is for all of them. A request for one does not find
  ///   the factories that only a name finds.
  /// - Throws: `wrong-criteria`.
  /// - Complexity: O(1) for a type that was requested before; O(*f*) the first time, and with
  ///   criteria other than a name.
  package func candidates(
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
    return criteria.onlyName == nil ? preferringPrimaries(fitting) : fitting
  }

  /// Returns the factories of the elements of an array, or the factory that creates the array
  /// itself: if it is requested by name, or if no factory creates elements.
  ///
  /// - Returns: The factories, and whether the first of them creates the array.
  /// - Throws: As ``candidates(for:)``, and `several-matches` if several create the array.
  package func arrayCandidates(
    of array: Any.Type, elements element: Any.Type, matching criteria: SearchCriteria
  ) throws(AlchemicError) -> (factories: [Factory], isWhole: Bool) {
    if let name = criteria.onlyName, let factory = factory(named: name),
      factory.facts.product == array
    {
      return ([factory], true)
    }
    let request = SearchRequest(target: element, criteria: criteria)
    let whole = SearchRequest(target: array, criteria: criteria)
    if let inherited, criteria.onlyName == nil, !hasOwn(request) {
      // An array that a child declares replaces the elements that it inherits.
      if hasOwn(whole) { return ([try onlyFactory(for: whole)], true) }
      let (factories, isWhole) = try inherited.index.arrayCandidates(
        of: array, elements: element, matching: criteria)
      return (factories.map(inherited.copy), isWhole)
    }
    let elements = try candidates(for: request, isForAll: true)
    guard elements.isEmpty else { return (elements, false) }
    if criteria.isEmpty, try !candidates(for: whole).isEmpty {
      return ([try onlyFactory(for: whole)], true)
    }
    // No factory creates optionals or arrays as elements, unless it says so.
    if TypeKind.isOptional(element) || TypeKind.isArray(element) {
      let element = "[\(typeName(TargetShape(element).element))]"
      throw problem(.noNestedMatch(criteria: criteria.spellings, element: element), whole)
    }
    if isGiven(element) { _ = try onlyFactory(for: request) }
    return ([], false)
  }

  /// Returns the factories that answer a request: all of an array's elements, none or one for an
  /// optional, exactly one otherwise. A provider needs none.
  ///
  /// - Returns: The factories, and whether the first of them creates the array itself.
  /// - Throws: As ``onlyFactory(for:)``.
  func answer(
    to shape: TargetShape, matching criteria: SearchCriteria
  ) throws(AlchemicError) -> (factories: [Factory], isWhole: Bool) {
    if try provider(answering: shape, matching: criteria) != nil {
      return ([], false)
    }
    if let array = shape.array {
      return try arrayCandidates(of: array, elements: shape.element, matching: criteria)
    }
    let request = SearchRequest(target: shape.element, criteria: criteria)
    if shape.isOptional, !isGiven(shape.element), try candidates(for: request).isEmpty {
      return ([], false)
    }
    return ([try onlyFactory(for: request)], false)
  }

  /// Returns whether a factory that the model itself declares satisfies a request.
  private func hasOwn(_ request: SearchRequest) -> Bool {
    guard !request.criteria.isEmpty else { return !ownFitting(request.target).all.isEmpty }
    let query = TypeQuery(request.target)
    return ownSatisfying(request.criteria).contains { query.accepts($0.facts.product) }
  }

  /// Returns whether a type marks an argument of a caller, which no factory produces.
  private func isGiven(_ type: Any.Type) -> Bool { Given<Never>.type(type) != nil }

  /// Returns the factories that meet criteria, whatever their type.
  private func satisfying(_ criteria: SearchCriteria) -> [Factory] {
    if let name = criteria.onlyName { return factory(named: name).map { [$0] } ?? [] }
    let own = ownSatisfying(criteria)
    return inherited.map { $0.index.satisfying(criteria).map($0.copy) + own } ?? own
  }

  private func ownSatisfying(_ criteria: SearchCriteria) -> [Factory] {
    let queries = criteria.protocols.map { TypeQuery($0) }
    let qualifiers = criteria.qualifiers
    let pool =
      criteria.classes.first.map { ownFitting($0).all }
      ?? qualifiers.first.map { byQualifier[$0.id] ?? [] } ?? own
    return pool.filter { factory in
      queries.allSatisfy { $0.accepts(factory.facts.product) }
        && qualifiers.allSatisfy { factory.facts.qualifiers.contains($0) }
    }
  }

  private func satisfying(_ criteria: SearchCriteria, fitting type: Any.Type) -> [Factory] {
    let query = TypeQuery(type)
    return satisfying(criteria).filter { query.accepts($0.facts.product) }
  }

  /// Returns the primaries among the factories that fit a type, or all if there are no primaries.
  func candidates(producing target: Any.Type) -> [Factory] {
    let own = ownFitting(target).preferred
    guard own.isEmpty, let inherited else { return own }
    return inherited.index.candidates(producing: target).map(inherited.copy)
  }

  /// Returns the same, without the factories that only a name finds.
  private func candidates(ofTypeAlone target: Any.Type) -> [Factory] {
    let own = ownFitting(target).preferredByType
    guard own.isEmpty, let inherited else { return own }
    return inherited.index.candidates(ofTypeAlone: target).map(inherited.copy)
  }

  /// Returns all factories whose products fit a type, without those that only a name finds.
  private func factories(ofTypeAlone target: Any.Type) -> [Factory] {
    let own = ownFitting(target).allByType
    return inherited.map { $0.index.factories(ofTypeAlone: target).map($0.copy) + own } ?? own
  }

  /// Returns the factories that fit a target, and of these the primaries, or all if there are no
  /// primaries. A request by name ignores primaries.
  func fitting(
    _ target: TargetShape, _ criteria: SearchCriteria = SearchCriteria()
  ) -> (all: [Factory], preferred: [Factory]) {
    guard criteria.isEmpty else {
      let all = satisfying(criteria, fitting: target.element)
      return (all, criteria.onlyName == nil ? preferringPrimaries(all) : all)
    }
    let element = target.element
    return target.array == nil
      ? (factories(ofTypeAlone: element), candidates(ofTypeAlone: element))
      : (factories(producing: element), candidates(producing: element))
  }

  /// Returns all factories whose products fit a type, in order, also those that only a name finds.
  ///
  /// - Complexity: O(1) for a type that was requested before; O(*f*) the first time.
  func factories(producing target: Any.Type) -> [Factory] {
    let own = ownFitting(target).all
    return inherited.map { $0.index.factories(producing: target).map($0.copy) + own } ?? own
  }

  /// Up to this number, factories are searched one by one. In a small program, the first dictionary
  /// of a type costs more than the whole search: the runtime searches all conformances for the
  /// key's `Hashable`.
  private static let few = 16

  private func ownFitting(_ target: Any.Type) -> Fitting {
    if own.count <= Self.few { return ownFitting(target, lookedThrough) }
    let key = ObjectIdentifier(target)
    if let fitting = known.withLock({ $0.found[key] }) { return fitting }
    let fitting = ownFitting(target, listed)
    known.withLock { $0.found[key] = fitting }
    return fitting
  }

  /// - Parameter exact: Returns the factories of a type that is no protocol.
  private func ownFitting(
    _ target: Any.Type, _ exact: (Any.Type) -> [Factory]
  ) -> Fitting {
    let all: [Factory]
    if own.isEmpty {
      all = []
    } else if ExistentialShape(target) == nil {
      all = exact(target)
    } else {
      let query = TypeQuery(target)
      all = own.filter { query.accepts($0.facts.product) }
    }
    let preferred = preferringPrimaries(all)
    guard ExistentialShape(target) == nil, all.contains(where: \.facts.isFoundByNameOnly) else {
      return Fitting(
        all: all, preferred: preferred, allByType: all, preferredByType: preferred)
    }
    let byType = all.filter { !$0.facts.isFoundByNameOnly }
    return Fitting(
      all: all, preferred: preferred, allByType: byType,
      preferredByType: preferringPrimaries(byType))
  }

  private func listed(under type: Any.Type) -> [Factory] {
    known.withLock { known in
      let lists = known.byType ?? TypeLists(own)
      known.byType = lists
      return lists[ObjectIdentifier(type)].map { own[$0] }
    }
  }

  private func lookedThrough(for type: Any.Type) -> [Factory] {
    own.filter { factory in
      var fits = false
      Self.forTypeAndSuperclasses(factory.facts.product) { if $0 == type { fits = true } }
      return fits
    }
  }

  /// Returns the primaries among factories, or all of them if there are none. In a child model,
  /// those that it declares come first.
  func preferringPrimaries(_ factories: [Factory]) -> [Factory] {
    if let inherited {
      let own = factories.filter { $0.position >= inherited.count }
      guard !own.isEmpty else { return inherited.index.preferringPrimaries(factories) }
      if own.count < factories.count { return preferringPrimaries(own) }
    }
    let primaries = factories.filter(\.facts.isPrimary)
    return primaries.isEmpty ? factories : primaries
  }

  /// Returns the only factory that satisfies the request.
  ///
  /// - Throws: `no-match`, `several-matches`, and the errors of ``candidates(for:)``.
  func onlyFactory(
    for request: SearchRequest
  ) throws(AlchemicError) -> Factory {
    let candidates = try candidates(for: request)
    switch candidates.count {
    case 1: return candidates[0]
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
          completing: NoMatch(request: request, facts: facts)))
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
      completing: NoMatch(request: element, facts: facts))
  }

  private func hasQualifier(_ qualifier: Qualifier) -> Bool {
    byQualifier[qualifier.id] != nil || inherited?.index.hasQualifier(qualifier) == true
  }

  private func problem(
    _ fact: Problem.Fact, _ request: SearchRequest, candidates: [Problem.Candidate] = []
  ) -> AlchemicError {
    AlchemicError(Problem(fact, typeName(request.target), candidates: candidates))
  }
}
