import AlchemicRuntime

/// A request that no factory answers: finds the reason and suggestions when the message is read.
struct NoMatch: Suggestions {
  let request: SearchRequest
  /// All factories.
  let facts: [FactoryFacts]

  func complete(_ problem: Problem) -> Problem {
    let nearest = nearest()
    // If another type has the same name, the message shows both with their modules.
    let isOfSameName = nearest.contains {
      $0.product != request.target && $0.productName == typeName(request.target)
    }
    return problem.with(
      reason(for: problem), isOfSameName ? qualifiedTypeName(request.target) : problem.subject,
      nearest.map { isOfSameName ? $0.qualifiedCandidate : $0.candidate })
  }

  // MARK: The reason

  private func reason(for problem: Problem) -> Problem.Fact {
    let fact = problem.fact
    guard case .noMatch(let criteria) = fact else { return fact }
    // The criteria are wrong if the type alone finds something.
    if let named = ofType.first {
      return criteria.isEmpty ? .noUnnamedMatch(criterion: named.findingCriterion) : fact
    }
    if TypeQuery(request.target).isConstrainedProtocol {
      return .noConstrainedMatch(criteria: criteria)
    }
    if let managed = request.target as? any AlchemicManaged.Type {
      if _getSuperclass(managed) is any AlchemicManaged.Type {
        return .noMarkedMatch(criteria: criteria)
      }
      if TypeKind.isGeneric(managed) { return .noGenericMatch(criteria: criteria) }
    }
    if problem.path.first?.form == .argument, TypeQuery(request.target).isValueType {
      return .noArgumentMatch(criteria: criteria)
    }
    let unregistered = unregistered
    return unregistered.isEmpty ? fact : .noRegisteredMatch(conforming: unregistered)
  }

  private var ofType: [FactoryFacts] {
    let query = TypeQuery(request.target)
    return facts.filter { query.accepts($0.product) }
  }

  /// The names of up to three types in the program that conform to the requested protocol. No
  /// factory produces them.
  private var unregistered: [String] {
    guard request.criteria.isEmpty, let wanted = ContextDescriptor(ofProtocol: request.target)
    else {
      return []
    }
    var names: [String] = []
    forEachConformanceRecord { record in
      guard names.count < 3, record.protocolDescriptor == wanted, let type = record.typeDescriptor,
        type.isProgramType
      else { return }
      names.append(type.qualifiedName)
    }
    return names
  }

  // MARK: Suggestions

  /// Returns factories with a similar name, and, if there are criteria, factories that fit the
  /// type.
  private func nearest() -> [FactoryFacts] {
    let text = request.criteria.onlyName ?? typeName(request.target)
    let sought = SoughtName(text)
    let length = text.count
    // With criteria, only factories that fit the type are compared. A type's name is compared with
    // all factories, so only if it is long enough to be specific.
    let ofType = request.criteria.isEmpty ? [] : ofType
    let pool = !request.criteria.isEmpty ? ofType : length < 4 ? [] : facts
    let limit = length < 4 ? 1 : min(max(2, length / 4), 25)
    func distance(_ text: String) -> Int { sought.distance(to: text, upTo: limit) }
    /// The distance to the factory's name or its type's, whichever is smaller: the name is longer
    /// where two types share one.
    let similar = pool.map { facts in
      (
        facts: facts,
        distance: min(distance(facts.productName), facts.text.map(distance) ?? Int.max)
      )
    }.filter { $0.distance <= limit }.ordered(byNumber: \.distance).prefix(3).map(\.facts)
    var seen: Set<Problem.Step> = []
    return Array((similar + ofType.prefix(6)).filter { seen.insert($0.step).inserted }.prefix(3))
  }
}
