import AlchemicRuntime
import Synchronization

/// The kinds of scopes of a model, and which of them are open.
final class ModelScopes: Sendable {
  private let kinds = PointerTable<OpenScopes>()
  /// The ends and renewals of scopes of the model that are running.
  let ends = Locked<[ScopeStopping]>([])

  /// Returns the open scopes of a kind.
  func scopes(of kind: ScopeKind) -> OpenScopes {
    if let known = kinds[kind.id] { return known.object }
    return kinds.insert(OpenScopes(), for: kind.id)
  }
}

/// The open scopes of one kind: either one for the whole model, or any number that tasks carry. If
/// both existed, a request would be ambiguous.
final class OpenScopes: Sendable {
  /// The number of scopes that tasks carry; -1 if one is open for the whole model.
  private let count = Atomic<Int>(0)
  private let modelScope = Locked<Scope?>(nil)

  /// The scope that is open for the whole model.
  var ofModel: Scope? {
    count.load(ordering: .acquiring) < 0 ? modelScope.withLock { $0 } : nil
  }

  /// Opens a scope for the whole model. Returns false if one of the kind is open.
  func open(_ scope: Scope) -> Bool {
    modelScope.withLock { present in
      guard
        count.compareExchange(expected: 0, desired: -1, ordering: .acquiringAndReleasing).exchanged
      else { return false }
      present = scope
      return true
    }
  }

  /// Closes the scope of the whole model.
  func close() {
    modelScope.withLock { present in
      present = nil
      count.store(0, ordering: .releasing)
    }
  }

  /// Records that a task opens a scope. Returns false if one is open for the whole model.
  func beginTask() -> Bool {
    var present = count.load(ordering: .relaxed)
    while present >= 0 {
      let (exchanged, original) = count.compareExchange(
        expected: present, desired: present + 1, ordering: .acquiringAndReleasing)
      if exchanged { return true }
      present = original
    }
    return false
  }

  /// Records that a task has ended its scope.
  func endTask() { count.subtract(1, ordering: .releasing) }
}

/// The stop of the objects of a scope that is open for the whole model, at its end or renewal.
final class ScopeStopping: Sendable {
  let kind: ScopeKind
  let stopping: Stopping

  init(kind: ScopeKind, stopping: Stopping) { (self.kind, self.stopping) = (kind, stopping) }
}

extension Model {
  /// The stops of scopes that are running.
  var scopeStops: [ScopeStopping] { scopes.ends.withLock { $0 } }

  func begin(_ stop: ScopeStopping) { scopes.ends.withLock { $0.append(stop) } }

  /// Ends the stop of a scope, and reports the objects that did not stop.
  func end(_ stop: ScopeStopping, with problems: [Problem]) {
    scopes.ends.withLock { ends in ends.removeAll { $0 === stop } }
    stop.stopping.end(with: problems)
  }

  /// The scopes of the model.
  private var scopes: ModelScopes { scopesReference.object { ModelScopes() } }

  /// Returns the open scopes of a kind.
  func openScopes(of kind: ScopeKind) -> OpenScopes { scopes.scopes(of: kind) }

  /// Returns the scope of a kind that the calling task has opened, or that is open for the whole
  /// model.
  func scope(of kind: ScopeKind) -> Scope? {
    CurrentScope.find(kind, in: home)?.object ?? openScopes(of: kind).ofModel
  }
}

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
    // A creation that began before the stop continues, and the stop waits for it.
    if model.refusesCreations { throw problem(.isStopping) }
    guard let kind = scopeKind else { return }
    if let scope = slot.scope { return try scope.with { try requireCreations(in: $0, of: kind) } }
    guard let scope = model.openScopes(of: kind).ofModel else {
      throw noScope(kind: kind)
    }
    try requireCreations(in: scope, of: kind)
  }

  private func requireCreations(in scope: Scope, of kind: ScopeKind) throws {
    try requireOpen(scope)
    if Stopping.refusesCreations(scope.stopping.reference) { throw problem(.isEnding(kind.name)) }
  }
}
