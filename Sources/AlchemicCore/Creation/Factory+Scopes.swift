import AlchemicRuntime

/// How the model finds the scope that keeps an object.
final class ScopeKeeping: ObjectKeeping {
  static let part = ScopeKeeping(
    slot: { try $0.slot(in: $1, for: $2) }, keeper: { try $0.keeper(in: $1, for: $2) },
    requireCreations: { try $0.requireCreations(in: $1, of: $2, for: $3) })

  /// Returns the slot for the caller.
  fileprivate let slot: @Sendable (Factory, Model, ScopeKind) throws -> Slot
  /// Returns the slot for the caller, and the scope that keeps it.
  fileprivate let keeper:
    @Sendable (Factory, Model, ScopeKind) throws -> (slot: Slot, scope: Scope?)
  /// Checks that the owner of a slot allows the creation of the object.
  fileprivate let requireCreations: @Sendable (Factory, Slot, Model, ScopeKind) throws -> Void

  private init(
    slot: @escaping @Sendable (Factory, Model, ScopeKind) throws -> Slot,
    keeper: @escaping @Sendable (Factory, Model, ScopeKind) throws -> (slot: Slot, scope: Scope?),
    requireCreations: @escaping @Sendable (Factory, Slot, Model, ScopeKind) throws -> Void
  ) {
    (self.slot, self.keeper, self.requireCreations) = (slot, keeper, requireCreations)
  }
}

extension Factory {
  // The only class that conforms to the protocol. The factory retains the object.
  private var scopeKeeping: Borrowed<ScopeKeeping>? {
    keeping.map { Borrowed(unsafeDowncast($0, to: ScopeKeeping.self)) }
  }

  /// Returns the slot that keeps the shared object for the caller: a slot of the model, or of the
  /// open scope.
  ///
  /// - Throws: `no-scope`.
  @inline(__always)
  func slot(in model: Model) throws -> Slot {
    guard let kind = scopeKind, let scopeKeeping else { return model.store.slot(of: self) }
    return try scopeKeeping.with { try $0.slot(self, model, kind) }
  }

  fileprivate func slot(in model: Model, for kind: ScopeKind) throws -> Slot {
    if let scope = CurrentScope.find(kind, in: model.home) {
      return try scope.with { try slot(in: $0, of: model) }
    }
    guard let scope = model.openScopes(of: kind).with(\.ofModel) else {
      throw noScope(kind, in: model)
    }
    return try slot(in: scope, of: model)
  }

  func slot(in scope: Scope, of model: Model) throws -> Slot {
    try requireOpen(scope)
    guard let slot = scope.slot(of: self, in: model) else { throw noScope(kind: scope.kind) }
    return slot
  }

  /// Returns the slot, and the scope that keeps it; a nil scope if the model keeps it.
  ///
  /// - Throws: `no-scope`.
  @inline(__always)
  func keeper(in model: Model) throws -> (slot: Slot, scope: Scope?) {
    guard let kind = scopeKind, let scopeKeeping else { return (model.store.slot(of: self), nil) }
    return try scopeKeeping.with { try $0.keeper(self, model, kind) }
  }

  @inline(never)
  fileprivate func keeper(in model: Model, for kind: ScopeKind) throws -> (
    slot: Slot, scope: Scope?
  ) {
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
    scopeKind.flatMap { model.openScopes(of: $0).with(\.ofModel) }
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
    guard let kind = scopeKind, let scopeKeeping else { return }
    try scopeKeeping.with { try $0.requireCreations(self, slot, model, kind) }
  }

  /// Checks that the scope of a slot allows the creation of the object.
  fileprivate func requireCreations(in slot: Slot, of model: Model, for kind: ScopeKind) throws {
    if let scope = slot.scope { return try scope.with { try requireCreations(in: $0, of: kind) } }
    guard let scope = model.openScopes(of: kind).with(\.ofModel) else {
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
