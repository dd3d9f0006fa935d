package import AlchemicCore
import AlchemicRuntime

/// The suggestions for a request without a matching factory. Finds the reason when the message is
/// read.
///
/// It is not internal, because a release build omits an internal type that no code refers to.
package final class NoMatch: SuggestingPart {
  private let request: SearchRequest
  private let facts: [FactoryFacts]
  private let absent: [AbsentFactory]
  /// The factories that produce parts of the requested composition, if that is the reason.
  private var parts: [FactoryFacts] = []

  package static func complete(_ problem: Problem, of missed: MissedRequest) -> Problem {
    NoMatch(of: missed).completed(problem)
  }

  private init(of missed: MissedRequest) {
    (request, facts, absent) = (missed.request, missed.facts, missed.absent)
  }

  private func completed(_ problem: Problem) -> Problem {
    let isUnknown = problem.fact.isNoMatch
    if isUnknown, let elsewhere = ofOtherProfiles(problem) { return elsewhere }
    let fact = isUnknown ? reason(for: problem) : problem.fact
    let (nearest, similar) = parts.isEmpty ? nearest() : (parts, 0)
    // If another type has the same name, the message shows both with their modules.
    let isOfSameName = nearest.contains {
      $0.product != request.target && $0.productName == typeName(request.target)
    }
    let candidates = nearest.indices.map { index in
      let facts = nearest[index]
      return (isOfSameName ? facts.qualifiedCandidate : facts.candidate).near(index < similar)
    }
    return problem.with(
      fact, isOfSameName ? qualifiedTypeName(request.target) : problem.subject,
      candidates)
  }

  /// Returns the problem if a factory of an inactive profile would match.
  private func ofOtherProfiles(_ problem: Problem) -> Problem? {
    let query = TypeQuery(request.target)
    let (name, isAny) = (request.criteria.onlyName, request.criteria.isEmpty)
    var (profiles, fitting): ([String], [Problem.Candidate]) = ([], [])
    for absent in absent where !absent.profiles.isEmpty && query.accepts(absent.facts.product) {
      guard
        isAny || absent.facts.name == name
          || absent.facts.qualifiers.contains(where: request.criteria.qualifiers.contains)
      else { continue }
      for profile in absent.profiles where !profiles.contains(profile) { profiles.append(profile) }
      if fitting.count < 3 { fitting.append(absent.facts.candidate) }
    }
    if fitting.isEmpty { return nil }
    return problem.with(
      .noProfileMatch(criteria: request.criteria.spellings, profiles: profiles), problem.subject,
      fitting)
  }

  // MARK: The reason

  private func reason(for problem: Problem) -> Problem.Fact {
    let fact = problem.fact
    let criteria = request.criteria.spellings
    if request.criteria.onlyName == "" { return .noEmptyName(criteria: criteria) }
    // The criteria are wrong if the type alone has a match.
    if let named = ofType.first {
      if criteria.isEmpty { return .noUnnamedMatch(criterion: named.findingCriterion) }
      let options = request.criteria.options
      return options.isEmpty ? fact : .noOptionMatch(criteria: criteria, options: options)
    }
    if criteria.isEmpty, let values = TypeKind.valuesOfOtherMap(request.target) {
      let query = TypeQuery(values)
      // `Any` and `AnyObject` name no protocol.
      let isSpecific =
        TypeKind.isClass(values) || ExistentialShape(values)?.protocols.isEmpty == false
      if isSpecific, facts.contains(where: { query.accepts($0.product) }) {
        return .noMapMatch("[String: \(typeName(values))]")
      }
    }
    if TypeQuery(request.target).isConstrainedProtocol {
      return .noConstrainedMatch(criteria: criteria)
    }
    if let given = Given<Never>.type(request.target) {
      return .noGivenMatch(of: typeName(given.valueType), optional: typeName(given.optionalType))
    }
    if let managed = request.target as? any AlchemicManaged.Type {
      if _getSuperclass(managed) is any AlchemicManaged.Type {
        return .noMarkedMatch(criteria: criteria)
      }
      if TypeKind.isGeneric(managed) { return .noGenericMatch(criteria: criteria) }
    }
    if problem.path.first?.form == .argument, TypeQuery(request.target).isValueType {
      return .noArgumentMatch(criteria: criteria, options: request.criteria.options)
    }
    let options = request.criteria.options
    if !options.isEmpty { return .noOptionMatch(criteria: criteria, options: options) }
    if criteria.isEmpty, TypeKind.isClass(request.target),
      !(request.target is any AlchemicManaged.Type),
      ContextDescriptor(of: request.target)?.isProgramType == true
    {
      return TypeKind.isGeneric(request.target) ? .noGenericMatch(criteria: []) : .noClassMatch
    }
    let conforming = conforming
    if conforming.isEmpty {
      parts = criteria.isEmpty ? ofParts : []
      return parts.isEmpty ? fact : .noWholeMatch
    }
    return .noRegisteredMatch(
      conforming: conforming.map(\.name),
      areClasses: conforming.allSatisfy { $0.type.map(TypeKind.isClass) ?? false },
      hiddenBy: facts.first { mayHide($0, conforming.map(\.type)) }?.name)
  }

  private var ofType: [FactoryFacts] {
    let query = TypeQuery(request.target)
    return facts.filter { query.accepts($0.product) }
  }

  /// The factories whose products have a part of the requested composition, at most six.
  private var ofParts: [FactoryFacts] {
    guard let shape = ExistentialShape(request.target), shape.isComposition else { return [] }
    var found: [FactoryFacts] = []
    for facts in facts where found.count < 6 && isPart(facts.product, of: shape) {
      found.append(facts)
    }
    return found
  }

  private func isPart(_ product: Any.Type, of shape: ExistentialShape) -> Bool {
    if let superclass = shape.superclass, TypeQuery(superclass).accepts(product) { return true }
    let own = ExistentialShape(product)?.protocols ?? []
    if shape.isClassBound, own.isEmpty, !TypeKind.isClass(product) { return false }
    return shape.protocols.contains { part in
      WitnessTable(of: product, for: part) != nil || own.contains { $0.refines(part) }
    }
  }

  /// Up to three types of the program that conform to the requested protocol and that no factory
  /// produces. The second part is nil if the type is generic.
  private var conforming: [(name: String, type: Any.Type?)] {
    guard request.criteria.isEmpty, let shape = ExistentialShape(request.target),
      let wanted = shape.protocols.first
    else { return [] }
    let query = TypeQuery(request.target)
    var found: [(name: String, type: Any.Type?)] = []
    forEachConformanceRecord { record in
      guard found.count < 3, record.protocolDescriptor == wanted, let type = record.typeDescriptor,
        type.isProgramType
      else { return }
      let metadata = type.isGeneric ? nil : type.metadata()
      // Metadata shows whether the type has all of a composition.
      guard
        metadata.map(query.accepts)
          ?? (!shape.isComposition && (!shape.isClassBound || type.isClass))
      else { return }
      let name = metadata.map(qualifiedTypeName) ?? type.qualifiedName
      // Several local types may have the same name.
      if !found.contains(where: { $0.name == name }) { found.append((name, metadata)) }
    }
    return found
  }

  /// Returns whether a factory may produce one of these types under a protocol that hides it.
  private func mayHide(_ facts: FactoryFacts, _ types: [Any.Type?]) -> Bool {
    guard facts.lifetime != .reference else { return false }
    let query = TypeQuery(facts.product)
    if query.isConstrainedProtocol { return true }
    return query.isProtocol && types.contains { $0.map { query.accepts($0) } ?? false }
  }

  // MARK: Suggestions

  /// Returns factories with a similar name, and, if there are criteria, factories that fit the
  /// type.
  ///
  /// - Returns: At most six. The first ones are similar, at most three.
  private func nearest() -> (facts: [FactoryFacts], similar: Int) {
    let qualifiers = request.criteria.qualifiers
    let text = request.criteria.onlyName ?? qualifiers.first?.name ?? typeName(request.target)
    let sought = SoughtName(text)
    let length = text.count
    // With criteria, only factories that fit the type are compared, and so they are if these have
    // names or qualifiers. Else a type's name is compared with all factories, so only if it is long
    // enough to be specific.
    let ofType = ofType
    let isOfType = !request.criteria.isEmpty || !ofType.isEmpty
    let pool = isOfType ? ofType : length < 4 ? [] : facts
    // A short name of a type is like many names of factories.
    let limit = length < (isOfType ? 4 : 8) ? 1 : min(max(2, length / 4), 25)
    func distance(_ other: String) -> Int {
      SoughtName.areSwapped(text, other) ? 1 : sought.distance(to: other, upTo: limit)
    }
    let distances = pool.map { facts in
      // The name is longer than the type's where two types share one.
      qualifiers.isEmpty
        ? min(distance(facts.productName), facts.text.map(distance) ?? Int.max)
        : facts.qualifiers.map { distance($0.name) }.min() ?? Int.max
    }
    // There are few, so a set is not necessary.
    var found: [FactoryFacts] = []
    func add(_ facts: FactoryFacts, upTo count: Int) {
      let isKnown = found.contains {
        $0.name == facts.name && $0.location == facts.location && $0.product == facts.product
      }
      if found.count < count, !isKnown { found.append(facts) }
    }
    for wanted in 0...limit {
      for index in pool.indices where distances[index] == wanted { add(pool[index], upTo: 3) }
    }
    let similar = found.count
    // Without a qualifier, a value is one of many of its type.
    let needsQualifier = !qualifiers.isEmpty && TypeQuery(request.target).isValueType
    for facts in ofType where !needsQualifier || !facts.qualifiers.isEmpty { add(facts, upTo: 6) }
    return (found, similar)
  }
}
