import AlchemicRuntime

extension Factory {
  /// Returns the slot that keeps the shared object for the caller: a slot of the model, or of the
  /// open scope.
  ///
  /// - Throws: `no-scope`.
  @inline(__always)
  func slot(in model: Model) throws -> Slot {
    guard let kind = scopeKind else { return model.store.slot(of: self) }
    return try slot(in: model, for: kind)
  }

  private func slot(in model: Model, for kind: ScopeKind) throws -> Slot {
    if let scope = CurrentScope.find(kind, in: model.home) {
      return try scope.with { try slot(in: $0, of: model) }
    }
    guard let scope = model.openScopes(of: kind).ofModel else {
      throw noScope(kind, in: model)
    }
    return try slot(in: scope, of: model)
  }

  private func slot(in scope: Scope, of model: Model) throws -> Slot {
    try requireOpen(scope)
    guard let slot = scope.slot(of: self, in: model) else { throw noScope(kind: scope.kind) }
    return slot
  }

  /// Returns the slot, and the scope that keeps it; a nil scope if the model keeps it.
  ///
  /// - Throws: `no-scope`.
  @inline(__always)
  func keeper(in model: Model) throws -> (slot: Slot, scope: Scope?) {
    guard let kind = scopeKind else { return (model.store.slot(of: self), nil) }
    return try keeper(in: model, for: kind)
  }

  @inline(never)
  private func keeper(in model: Model, for kind: ScopeKind) throws -> (slot: Slot, scope: Scope?) {
    guard let scope = model.scope(of: kind) else { throw noScope(kind, in: model) }
    return (try slot(in: scope, of: model), scope)
  }

  private func noScope(_ kind: ScopeKind, in model: Model) -> AlchemicError {
    let hasEnded = CurrentScope.find(kind, in: model.home, hasEnded: true) != nil
    return problem(.noScope(kind.name, hasEnded: hasEnded))
  }

  /// The error of a request in a scope that has ended.
  func noScope(kind: ScopeKind) -> AlchemicError { problem(.noScope(kind.name, hasEnded: true)) }

  /// The scope that keeps the object, if it is open for the whole model.
  func scopeOfModel(in model: Model) -> Scope? {
    scopeKind.flatMap { model.openScopes(of: $0).ofModel }
  }

  /// Returns the slot; nil outside the scope of the factory.
  func openSlot(in model: Model) -> Slot? { try? slot(in: model) }

  /// Returns whether every thread can use the shared object without waiting.
  func isSettled(in model: Model) -> Bool {
    if scopeKind == nil { return model.store.isSettled(self) }
    guard let slot = openSlot(in: model) else { return false }
    return facts.isNillable ? slot.isPresent : slot.hasObject
  }

  /// Checks that a scope has not ended.
  func requireOpen(_ scope: Scope) throws {
    if scope.isEnded { throw noScope(kind: scope.kind) }
  }

  /// Checks that the owner of a slot allows the creation of the object. The caller has claimed the
  /// creation.
  ///
  /// - Throws: `is-stopping`, `no-scope`.
  @inline(__always)
  func requireCreations(in slot: Slot, of model: Model) throws {
    if model.stopping.reference == nil, scopeKind == nil { return }
    try requireCreationsOfKeeper(in: slot, of: model)
  }

  @inline(never)
  private func requireCreationsOfKeeper(in slot: Slot, of model: Model) throws {
    // A creation that began before the stop continues, and the stop waits for it. The read of a
    // property cannot throw, so it gets its object.
    if model.refusesCreations, !CreationPath.isOfRead { throw problem(.isStopping) }
    guard let kind = scopeKind else { return }
    if let scope = slot.scope { return try scope.with { try requireCreations(in: $0, of: kind) } }
    guard let scope = model.openScopes(of: kind).ofModel else {
      throw noScope(kind: kind)
    }
    try requireCreations(in: scope, of: kind)
  }

  private func requireCreations(in scope: Scope, of kind: ScopeKind) throws {
    try requireOpen(scope)
    guard Stopping.refusesCreations(scope.stopping.reference), !CreationPath.isOfRead else {
      return
    }
    throw problem(.isEnding(kind.name))
  }
}
