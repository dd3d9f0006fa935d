/// The factories of a model by name and by type, in the order in which arrays list them.
package struct FactoryIndex: Sendable {
  private let ordered: [AnyObjectFactory]
  private let byName: [String: AnyObjectFactory]
  /// By the exact product, and for classes by every superclass of it.
  private let byType: [ObjectIdentifier: [AnyObjectFactory]]

  /// - Parameter factories: In the order of their declaration.
  init(_ factories: [AnyObjectFactory]) {
    // Those with a position first; the sort is made stable by the declaration's number.
    ordered = factories.enumerated()
      .sorted {
        ($0.element.facts.order ?? .max, $0.offset) < ($1.element.facts.order ?? .max, $1.offset)
      }
      .map(\.element)
    byName = Dictionary(
      factories.map { ($0.facts.name, $0) }, uniquingKeysWith: { first, _ in first })
    var byType: [ObjectIdentifier: [AnyObjectFactory]] = [:]
    for factory in ordered {
      for type in Self.typeAndSuperclasses(factory.facts.product) {
        byType[ObjectIdentifier(type), default: []].append(factory)
      }
    }
    self.byType = byType
  }

  private static func typeAndSuperclasses(_ type: Any.Type) -> [Any.Type] {
    var types = [type]
    if let shape = ExistentialShape(type) {
      if let superclass = shape.superclass { types += typeAndSuperclasses(superclass) }
      return types
    }
    var next: AnyClass? = (type as? AnyClass).flatMap(_getSuperclass)
    while let superclass = next {
      types.append(superclass)
      next = _getSuperclass(superclass)
    }
    return types
  }

  package func factory(named name: String) -> AnyObjectFactory? { byName[name] }

  /// All factories that satisfy the request: what fits the type and the criteria, and of these
  /// the primaries if there are any. A name ignores primaries.
  ///
  /// - Throws: `wrong-criteria`; `wrong-type` if something satisfies the criteria but not the type.
  /// - Complexity: O(1) for classes and exact types, O(*f*) for protocols.
  package func candidates(for request: SearchRequest) throws -> [AnyObjectFactory] {
    let criteria = request.criteria
    guard !criteria.isEmpty else {
      return preferringPrimaries(factories(producing: request.target))
    }
    guard criteria.areConsistent else {
      throw problem(.wrongCriteria, request, detail: criteria.spelling)
    }
    let found: [AnyObjectFactory]
    if let name = criteria.onlyName {
      found = byName[name].map { [$0] } ?? []
    } else {
      found = satisfying(criteria)
    }
    let query = TypeQuery(request.target)
    let fitting = found.filter { query.accepts($0.facts.product) }
    if fitting.isEmpty, let misfit = found.first {
      throw AlchemicError(
        Problem(
          .wrongType, misfit.facts.name, detail: typeName(request.target),
          candidates: found.map(\.facts.candidate), path: CreationPath.steps()))
    }
    return criteria.onlyName == nil ? preferringPrimaries(fitting) : fitting
  }

  /// The factories of an array: those of its elements; or the one that makes the array itself, if it is asked
  /// for by name or if nobody makes elements.
  ///
  /// - Returns: The factories, and whether the first of them makes the array.
  /// - Throws: As ``candidates(for:)``, and `several-matches` if several make the array.
  package func arrayCandidates(
    of array: Any.Type, elements element: Any.Type, matching criteria: SearchCriteria
  ) throws -> (factories: [AnyObjectFactory], isWhole: Bool) {
    if let name = criteria.onlyName, let factory = byName[name], factory.facts.product == array {
      return ([factory], true)
    }
    let elements = try candidates(for: SearchRequest(target: element, criteria: criteria))
    let whole = SearchRequest(target: array, criteria: criteria)
    guard elements.isEmpty, criteria.isEmpty, try !candidates(for: whole).isEmpty else {
      return (elements, false)
    }
    return ([try onlyFactory(for: whole)], true)
  }

  private func satisfying(_ criteria: SearchCriteria) -> [AnyObjectFactory] {
    let queries = criteria.protocols.map { TypeQuery($0) }
    let pool = criteria.classes.first.map { factories(producing: $0) } ?? ordered
    return pool.filter { factory in queries.allSatisfy { $0.accepts(factory.facts.product) } }
  }

  /// All factories whose products fit a type, in order.
  ///
  /// - Complexity: O(1) for classes and exact types, O(*f*) for protocols.
  func factories(producing target: Any.Type) -> [AnyObjectFactory] {
    guard ExistentialShape(target) != nil else { return byType[ObjectIdentifier(target)] ?? [] }
    let query = TypeQuery(target)
    return ordered.filter { query.accepts($0.facts.product) }
  }

  func preferringPrimaries(_ factories: [AnyObjectFactory]) -> [AnyObjectFactory] {
    let primaries = factories.filter(\.facts.isPrimary)
    return primaries.isEmpty ? factories : primaries
  }

  /// The one factory that satisfies the request.
  ///
  /// - Throws: `no-match`, `several-matches`, and what ``candidates(for:)`` throws.
  func onlyFactory(for request: SearchRequest) throws -> AnyObjectFactory {
    let candidates = try candidates(for: request)
    switch candidates.count {
    case 1: return candidates[0]
    case 0:
      throw problem(
        .noMatch, request, detail: request.criteria.spelling,
        candidates: nearest(to: request).map(\.facts.candidate), hint: hint(for: request.target))
    default:
      throw problem(
        .severalMatches, request, detail: request.criteria.spelling,
        candidates: candidates.map(\.facts.candidate))
    }
  }

  private func problem(
    _ id: ProblemID, _ request: SearchRequest, detail: String,
    candidates: [Problem.Candidate] = [], hint: Problem.Hint? = nil
  ) -> AlchemicError {
    AlchemicError(
      Problem(
        id, typeName(request.target), detail: detail, candidates: candidates,
        path: CreationPath.steps(), hint: hint))
  }

  /// Why a type is not found, where it looks as if it should be.
  private func hint(for target: Any.Type) -> Problem.Hint? {
    if TypeQuery(target).isConstrainedProtocol { return .isConstrainedProtocol }
    return target is any AlchemicManaged.Type ? .isUnmarkedSubclass : nil
  }

  // MARK: Suggestions

  /// Factories that could have been meant: of a similar name, or, if the criteria found nothing,
  /// what there is of the type.
  private func nearest(to request: SearchRequest) -> [AnyObjectFactory] {
    let sought = request.criteria.onlyName ?? typeName(request.target)
    let query = TypeQuery(request.target)
    // A name was misspelt for what fits; the name of a type may be that of anything, so only if it is long
    // enough to tell.
    let pool =
      request.criteria.isEmpty
      ? (sought.count < 4 ? [] : ordered) : ordered.filter { query.accepts($0.facts.product) }
    let similar =
      pool
      .map { (factory: $0, distance: distance(from: sought, to: $0.facts)) }
      .filter { $0.distance <= (sought.count < 4 ? 1 : max(2, sought.count / 4)) }
      .sorted { $0.distance < $1.distance }
      .map(\.factory)
    let ofType = request.criteria.isEmpty ? [] : factories(producing: request.target)
    var seen: Set<ObjectIdentifier> = []
    return Array((similar + ofType).filter { seen.insert(ObjectIdentifier($0)).inserted }.prefix(3))
  }

  /// To the factory's name, or to its type's where that is nearer: two types of one name have longer ones.
  private func distance(from sought: String, to facts: FactoryFacts) -> Int {
    min(editDistance(sought, facts.name), editDistance(sought, facts.productName))
  }

  package var all: [AnyObjectFactory] { ordered }
}
