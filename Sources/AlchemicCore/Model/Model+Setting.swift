// How another object comes into a factory.

extension Model {
  /// Stores an object in the one factory that is meant.
  ///
  /// - Parameters:
  ///   - value: The new object; nil for a nillable factory.
  ///   - type: The type under which the factory is searched.
  ///   - criteria: What the factory must satisfy besides.
  /// - Returns: What changed; the caller lets go of the old object, and then has to tell those who follow.
  /// - Throws: ``AlchemicError`` with `not-settable`, `wrong-type`, `not-nillable`.
  package func set(
    _ value: Any?, as type: Any.Type, matching criteria: SearchCriteria
  ) throws -> (old: Any?, replacement: Replacement) {
    let factory = try settableFactory(for: value, as: type, criteria)
    if value == nil, !factory.facts.isNillable {
      throw AlchemicError(
        Problem(
          .notNillable, factory.facts.name, candidates: [factory.facts.candidate],
          path: CreationPath.steps()))
    }
    guard let replaced = try factory.replace(with: value, in: self) else {
      throw AlchemicError(
        Problem(
          .wrongType, value.map { typeName(Swift.type(of: $0)) } ?? "nil",
          detail: factory.facts.productName, candidates: [factory.facts.candidate],
          path: CreationPath.steps()))
    }
    return replaced
  }

  /// The factory whose product is this very type, if an object was stored in it before as one of that type, and
  /// nothing else was said.
  ///
  /// - Returns: It lives as long as the model.
  /// - Complexity: About six loads.
  package func knownFactory(forSetting type: Any.Type) -> Unmanaged<AnyObjectFactory>? {
    withRevision { $0.settable[ObjectIdentifier(type)] }
  }

  private func settableFactory(
    for value: Any?, as type: Any.Type, _ criteria: SearchCriteria
  ) throws -> AnyObjectFactory {
    let revision = revision
    let index = revision.index
    // Criteria alone say which factory is meant; whether the object fits it is seen afterwards.
    let target: Any.Type = criteria.isEmpty ? type : Any.self
    let request = SearchRequest(target: target, criteria: criteria)
    if let name = criteria.onlyName, index.factory(named: name) == nil {
      _ = try index.onlyFactory(
        for: SearchRequest(target: type == Never.self ? Any.self : type, criteria: criteria))
    }
    var found = try index.candidates(for: request)
    var settable = found.filter(\.isShared)
    if settable.count == 1, criteria.isEmpty, settable[0].facts.product == type {
      return revision.settable.insert(settable[0], for: ObjectIdentifier(type))
    } else if settable.isEmpty, criteria.isEmpty {
      // A factory that is declared by a protocol or a base class is found by what it can hold.
      found = index.preferringPrimaries(index.all.filter { $0.canHold(value, of: type) })
      settable = found.filter(\.isShared)
    } else if settable.count > 1 {
      let fitting = settable.filter { $0.canHold(value, of: type) }
      if !fitting.isEmpty { settable = fitting }
    }
    guard settable.count == 1 else {
      throw AlchemicError(
        Problem(
          .notSettable, type == Never.self ? Problem.nothingToSet : typeName(type),
          detail: criteria.spelling,
          candidates: (settable.isEmpty ? found : settable).candidates,
          path: CreationPath.steps()))
    }
    return settable[0]
  }
}

extension AnyObjectFactory {
  /// Whether an object can be stored here; for nil, whether one of its type could.
  fileprivate func canHold(_ value: Any?, of type: Any.Type) -> Bool {
    value.map { canHold($0) } ?? TypeQuery(facts.product).accepts(type)
  }
}
