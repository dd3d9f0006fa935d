package import AlchemicRuntime

// Replacement of a factory's object.

extension Model {
  /// Stores an object in the only factory that a search finds.
  ///
  /// - Parameters:
  ///   - value: The new object; nil for a nillable factory.
  ///   - type: The type for which the model searches.
  ///   - criteria: Conditions that the factory must meet in addition.
  ///   - setter: The call that sets the object.
  ///   - scope: The kind of scope that must keep the object; nil if any scope or the model may keep
  ///     it.
  /// - Returns: The reference that retained the previous object, and the other effects: on the
  ///   object, and then on its decorators. The caller releases the object and the emptied answers,
  ///   and then notifies the hosts that follow.
  /// - Throws: ``AlchemicError`` with `not-settable`, `wrong-type`, `not-nillable`.
  package func set(
    _ value: Any?, as type: Any.Type, matching criteria: SearchCriteria, by setter: CodeLocation,
    keptBy scope: ScopeKind? = nil
  ) throws -> (old: AnyObject?, replacements: [Replacement]) {
    let factory = try settableFactory(for: value, as: type, criteria, keptBy: scope)
    if let scope, factory.facts.scope != scope { throw factory.problem(.notOfScope(scope.name)) }
    guard let value else {
      guard factory.facts.isNillable else { throw factory.problem(.notNillable) }
      return try store(nil, of: factory, in: factory.keeper(in: self), by: setter)
    }
    guard let reference = factory.product.reference(to: value) else {
      throw AlchemicError(
        Problem(
          .wrongObject(type: factory.facts.productName), typeName(Swift.type(of: value)),
          candidates: [factory.facts.candidate], path: CreationPath.steps()))
    }
    let keeper = try factory.keeper(in: self)
    try factory.product.withValue(of: reference) { try inject(productAt: $0, of: factory) }
    return try store(reference, of: factory, in: keeper, by: setter)
  }

  /// Stores a copy of the product at an address, in a factory that has no decorators.
  ///
  /// - Parameter scope: The scope of the factory's kind that keeps the object, if it is known.
  /// - Returns: As ``set(_:as:matching:by:keptBy:)``, without decorators.
  @inline(__always)
  package func set(
    _ factory: Factory, toProductAt address: ValueAddress, by setter: CodeLocation,
    in scope: Scope? = nil
  ) throws -> (old: AnyObject?, replacement: Replacement) {
    let keeper =
      try scope.map { (try factory.slot(in: $0, of: self), $0) } ?? factory.keeper(in: self)
    try inject(productAt: address, of: factory)
    var reference: AnyObject? = factory.product.reference(copying: address)
    let stored =
      keeper.slot.storeAlone(&reference, by: setter)
      ?? CreationCoordinator.store(&reference, in: keeper.slot, by: setter, of: keeper.scope)
    return (reference, try stored ?? endedScope(keeper.scope, of: factory))
  }

  @inline(__always)
  private func inject(productAt address: ValueAddress, of factory: Factory) throws {
    if factory.mayBeHost, !factory.isPlain(address, in: self) {
      try factory.inject(factory.product.object(at: address), at: address, from: self, isNew: false)
    }
  }

  /// Stores an object, and empties the slots of its decorators, so that the next request wraps the
  /// new object.
  ///
  /// - Throws: `no-scope` if the scope has ended while the object was injected.
  private func store(
    _ object: AnyObject?, of factory: Factory, in keeper: (slot: Slot, scope: Scope?),
    by setter: CodeLocation
  ) throws -> (old: AnyObject?, replacements: [Replacement]) {
    factory.beginAge(in: self)
    let layers = revision.index.layers(over: factory).filter(\.isShared)
    var object = object
    let stored =
      layers.isEmpty
      ? CreationCoordinator.store(&object, in: keeper.slot, by: setter, of: keeper.scope)
        .map { [$0] }
      : CreationCoordinator.store(
        &object, in: keeper.slot, by: setter, of: keeper.scope,
        emptying: try layers.map { try $0.slot(in: self) })
    return (object, try stored ?? endedScope(keeper.scope, of: factory))
  }

  /// - Parameter scope: Never nil: a model does not end before the objects that it stores.
  private func endedScope<Result>(_ scope: Scope?, of factory: Factory) throws -> Result {
    throw factory.noScope(kind: scope.unsafelyUnwrapped.kind)
  }

  /// Returns the factory whose product has exactly this type. `AcSet` must have stored an object in
  /// it earlier, by this type and without criteria. The model must have no decorators, and the
  /// factory no maximum age.
  ///
  /// - Returns: The factory, which lives as long as the model.
  /// - Complexity: About six loads.
  package func knownFactory(forSetting type: Any.Type) -> Borrowed<Factory>? {
    findings.settable(for: type)
  }

  private func settableFactory(
    for value: Any?, as type: Any.Type, _ criteria: SearchCriteria, keptBy scope: ScopeKind?
  ) throws -> Factory {
    let number = findings.number
    let revision = revision
    let index = revision.index
    let isNil = type == Never.self
    // The criteria alone identify the factory. A later check tells whether the object fits.
    let target: Any.Type = criteria.isEmpty ? type : Any.self
    let request = SearchRequest(target: target, criteria: criteria)
    var found = try CreationPath.adding { () throws(AlchemicError) in
      if let name = criteria.onlyName, index.factory(named: name) == nil {
        _ = try index.onlyFactory(
          for: SearchRequest(target: isNil ? Any.self : type, criteria: criteria))
      }
      return try index.candidates(for: request)
    }.map(\.undecorated)
    var settable = found.filter(\.isShared)
    if settable.count == 1, criteria.isEmpty, settable[0].facts.product == type {
      if revision.hasLayers || settable[0].facts.expiry != .none { return settable[0] }
      findings.add(.settable, of: type, in: number, settable[0])
      return settable[0]
    } else if settable.isEmpty, criteria.isEmpty {
      // A search by object finds a factory of a protocol or a base class that can hold the object.
      found = index.preferred(
        index.all.filter {
          !$0.isDecorator && !$0.facts.isFoundByNameOnly && $0.canHold(value, of: type)
        })
      settable = found.filter(\.isShared)
    } else if settable.count > 1 {
      let fitting = settable.filter { $0.canHold(value, of: type) }
      if !fitting.isEmpty { settable = fitting }
    }
    guard settable.count == 1 else {
      let named =
        criteria.isEmpty && !isNil && found.isEmpty
        ? index.all.first {
          !$0.isDecorator && $0.isShared && $0.canHold(value, of: type)
            && (scope == nil || $0.scopeKind == scope)
        } : nil
      throw AlchemicError(
        Problem(
          .notSettable(
            criteria: criteria.spellings, isNil: isNil, byName: named?.facts.findingCriterion,
            scope: criteria.isEmpty && found.isEmpty && !TypeKind.isExistential(type)
              ? scope?.name : nil),
          isNil ? "AcNil" : typeName(type),
          candidates: (settable.isEmpty ? found : settable).candidates,
          path: CreationPath.steps()))
    }
    return settable[0]
  }
}

extension Factory {
  /// Returns whether the factory can hold an object; for nil, whether it could hold an object of
  /// the type.
  fileprivate func canHold(_ value: Any?, of type: Any.Type) -> Bool {
    value.map { product.reference(to: $0) != nil } ?? TypeQuery(facts.product).accepts(type)
  }
}
