import AlchemicRuntime

/// The factories of a model by name and by type, in the order in which arrays list them.
package final class FactoryIndex: Sendable {
  private let ordered: [Factory]
  /// In the order of their declaration: of several with one name, which is a problem, the first is
  /// meant.
  private let declared: [Factory]
  /// Those that were given a name, by it.
  private let byGivenName: [String: Factory]
  /// What the first searches have gathered.
  private let known = Locked(Known())

  private struct Known {
    /// All, by name; nil until one is asked for that nobody was given.
    var byName: [String: Factory]?
    /// By the exact product, and for classes by every superclass of it; nil until a type is asked
    /// for.
    var byType: TypeLists?
    /// What was searched by its type alone: many need the same.
    var found = [ObjectIdentifier: Fitting]()
  }

  /// What fits a type.
  private struct Fitting: Sendable {
    let all: [Factory]
    /// The primaries among them, if there are any.
    let preferred: [Factory]
  }

  /// - Parameter factories: In the order of their declaration.
  init(_ factories: [Factory]) {
    declared = factories
    // Those with a position first.
    ordered =
      factories.contains { $0.facts.order != nil }
      ? factories.ordered(byNumber: { $0.facts.order ?? .max }) : factories
    var byGivenName = [String: Factory]()
    for factory in factories {
      if let name = factory.facts.text, byGivenName[name] == nil { byGivenName[name] = factory }
    }
    self.byGivenName = byGivenName
  }

  package func factory(named name: String) -> Factory? {
    if let factory = byGivenName[name] { return factory }
    return known.withLock { known in
      if known.byName == nil {
        known.byName = Dictionary(
          declared.map { ($0.facts.name, $0) }, uniquingKeysWith: { first, _ in first })
      }
      return known.byName?[name]
    }
  }

  // MARK: By type

  /// Lists of factories by type, in order. Nearly all have one member, and need no memory of their
  /// own.
  private struct TypeLists {
    /// By type: the position of its last link.
    private var ends = [ObjectIdentifier: Int]()
    /// Each a factory's position, and where the next link of the list is; that of the last is the
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

    /// The positions of the factories of a type.
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

  /// All factories that satisfy the request: what fits the type and the criteria, and of these
  /// the primaries if there are any. A name ignores primaries.
  ///
  /// - Throws: `wrong-criteria`; `wrong-type` if something satisfies the criteria but not the type.
  /// - Complexity: O(1) for a type that was searched before, O(*f*) the first time, and with
  ///   criteria other than a name.
  package func candidates(
    for request: SearchRequest
  ) throws(AlchemicError) -> [Factory] {
    let criteria = request.criteria
    guard !criteria.isEmpty else {
      return candidates(producing: request.target)
    }
    guard criteria.areConsistent else {
      throw problem(.wrongCriteria(criteria.spellings), request)
    }
    let found: [Factory]
    if let name = criteria.onlyName {
      found = factory(named: name).map { [$0] } ?? []
    } else {
      found = satisfying(criteria)
    }
    let query = TypeQuery(request.target)
    let fitting = found.filter { query.accepts($0.facts.product) }
    if fitting.isEmpty, let misfit = found.first {
      throw AlchemicError(
        Problem(
          .wrongType(requested: typeName(request.target)), misfit.facts.name,
          candidates: found.candidates))
    }
    return criteria.onlyName == nil ? preferringPrimaries(fitting) : fitting
  }

  /// The factories of an array: those of its elements; or the one that makes the array itself, if
  /// it is asked for by name or if nobody makes elements.
  ///
  /// - Returns: The factories, and whether the first of them makes the array.
  /// - Throws: As ``candidates(for:)``, and `several-matches` if several make the array.
  package func arrayCandidates(
    of array: Any.Type, elements element: Any.Type, matching criteria: SearchCriteria
  ) throws(AlchemicError) -> (factories: [Factory], isWhole: Bool) {
    if let name = criteria.onlyName, let factory = factory(named: name),
      factory.facts.product == array
    {
      return ([factory], true)
    }
    let elements = try candidates(for: SearchRequest(target: element, criteria: criteria))
    let whole = SearchRequest(target: array, criteria: criteria)
    guard elements.isEmpty, criteria.isEmpty, try !candidates(for: whole).isEmpty else {
      return (elements, false)
    }
    return ([try onlyFactory(for: whole)], true)
  }

  /// The factories that answer a request: all of an array's elements, none or one for an optional,
  /// exactly one otherwise.
  ///
  /// - Parameter suggesting: As for ``onlyFactory(for:suggesting:)``.
  /// - Returns: The factories, and whether the first of them makes the array itself.
  /// - Throws: As ``onlyFactory(for:suggesting:)``.
  func answer(
    to shape: TargetShape, matching criteria: SearchCriteria, suggesting: Bool = true
  ) throws(AlchemicError) -> (factories: [Factory], isWhole: Bool) {
    if let array = shape.array {
      return try arrayCandidates(of: array, elements: shape.element, matching: criteria)
    }
    let request = SearchRequest(target: shape.element, criteria: criteria)
    if shape.isOptional, try candidates(for: request).isEmpty { return ([], false) }
    return ([try onlyFactory(for: request, suggesting: suggesting)], false)
  }

  private func satisfying(_ criteria: SearchCriteria) -> [Factory] {
    let queries = criteria.protocols.map { TypeQuery($0) }
    let pool = criteria.classes.first.map { factories(producing: $0) } ?? ordered
    return pool.filter { factory in queries.allSatisfy { $0.accepts(factory.facts.product) } }
  }

  /// What a request of the type alone finds: the primaries among what fits, if there are any.
  func candidates(producing target: Any.Type) -> [Factory] { fitting(target).preferred }

  /// All factories whose products fit a type, in order.
  ///
  /// - Complexity: O(1) for a type that was searched before, O(*f*) the first time.
  func factories(producing target: Any.Type) -> [Factory] { fitting(target).all }

  /// So many are looked through one by one: the first dictionary of a kind costs more than the
  /// whole search in a small program, since the runtime looks through all conformances for how its
  /// keys are hashed.
  private static let few = 16

  private func fitting(_ target: Any.Type) -> Fitting {
    if ordered.count <= Self.few { return fitting(target, lookedThrough) }
    let key = ObjectIdentifier(target)
    if let fitting = known.withLock({ $0.found[key] }) { return fitting }
    let fitting = fitting(target, listed)
    known.withLock { $0.found[key] = fitting }
    return fitting
  }

  /// - Parameter exact: The factories of a type that is no protocol.
  private func fitting(
    _ target: Any.Type, _ exact: (Any.Type) -> [Factory]
  ) -> Fitting {
    let all: [Factory]
    if ExistentialShape(target) == nil {
      all = exact(target)
    } else {
      let query = TypeQuery(target)
      all = ordered.filter { query.accepts($0.facts.product) }
    }
    return Fitting(all: all, preferred: preferringPrimaries(all))
  }

  private func listed(under type: Any.Type) -> [Factory] {
    known.withLock { known in
      let lists = known.byType ?? TypeLists(ordered)
      known.byType = lists
      return lists[ObjectIdentifier(type)].map { ordered[$0] }
    }
  }

  private func lookedThrough(for type: Any.Type) -> [Factory] {
    ordered.filter { factory in
      var fits = false
      Self.forTypeAndSuperclasses(factory.facts.product) { if $0 == type { fits = true } }
      return fits
    }
  }

  func preferringPrimaries(_ factories: [Factory]) -> [Factory] {
    let primaries = factories.filter(\.facts.isPrimary)
    return primaries.isEmpty ? factories : primaries
  }

  /// The one factory that satisfies the request.
  ///
  /// - Parameter suggesting: Whether to look for what could have been meant if there is none:
  ///   O(*f*).
  /// - Throws: `no-match`, `several-matches`, and what ``candidates(for:)`` throws.
  func onlyFactory(
    for request: SearchRequest, suggesting: Bool = true
  ) throws(AlchemicError) -> Factory {
    let candidates = try candidates(for: request)
    switch candidates.count {
    case 1: return candidates[0]
    case 0:
      throw problem(
        noMatch(for: request), request,
        candidates: suggesting ? nearest(to: request).candidates : [])
    default:
      throw problem(
        .severalMatches(criteria: request.criteria.spellings), request,
        candidates: candidates.candidates)
    }
  }

  private func problem(
    _ fact: Problem.Fact, _ request: SearchRequest, candidates: [Problem.Candidate] = []
  ) -> AlchemicError {
    AlchemicError(Problem(fact, typeName(request.target), candidates: candidates))
  }

  /// What is wrong where nothing is found: also why, if the type looks as if it were found.
  private func noMatch(for request: SearchRequest) -> Problem.Fact {
    let criteria = request.criteria.spellings
    if TypeQuery(request.target).isConstrainedProtocol {
      return .noConstrainedMatch(criteria: criteria)
    }
    return request.target is any AlchemicManaged.Type
      ? .noMarkedMatch(criteria: criteria) : .noMatch(criteria: criteria)
  }

  // MARK: Suggestions

  /// Factories that could have been meant: of a similar name, or, if the criteria found nothing,
  /// what there is of the type.
  private func nearest(to request: SearchRequest) -> [Factory] {
    let sought = request.criteria.onlyName ?? typeName(request.target)
    let query = TypeQuery(request.target)
    let length = sought.count
    // A name was misspelt for what fits; the name of a type may be that of anything, so only if it
    // is long enough to tell.
    let pool =
      request.criteria.isEmpty
      ? (length < 4 ? [] : ordered) : ordered.filter { query.accepts($0.facts.product) }
    let limit = length < 4 ? 1 : min(max(2, length / 4), 25)
    // Many factories make few types.
    var ofTypes = [ObjectIdentifier: Int]()
    /// To the factory's name, or to its type's where that is nearer: two types of one name have
    /// longer ones.
    func distance(to facts: FactoryFacts) -> Int {
      let type = ObjectIdentifier(facts.product)
      let ofType = ofTypes[type] ?? editDistance(sought, facts.productName, upTo: limit)
      ofTypes[type] = ofType
      return min(editDistance(sought, facts.name, upTo: limit), ofType)
    }
    let similar =
      pool
      .map { (factory: $0, distance: distance(to: $0.facts)) }
      .filter { $0.distance <= limit }
      .ordered(byNumber: \.distance)
      .map(\.factory)
    let ofType = request.criteria.isEmpty ? [] : factories(producing: request.target)
    var seen: Set<ObjectIdentifier> = []
    return Array(
      (similar.prefix(3) + ofType.prefix(6))
        .filter { seen.insert(ObjectIdentifier($0)).inserted }.prefix(3))
  }

  package var all: [Factory] { ordered }
}
