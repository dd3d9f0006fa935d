import AlchemicCore
import AlchemicRuntime

// The opening of scopes with keys.
extension Model {
  /// Returns the scope of a key, after it was opened, and admits the caller to it.
  ///
  /// - Throws: `scope-open`; the error of `configure`; `CancellationError` if the task is cancelled
  ///   while another task opens or ends the scope.
  nonisolated(nonsending) func scope<Kind: AlchemicKeyedScope>(
    _ kind: Kind.Type, for key: Kind.Key, as use: UInt8, _ call: () -> Problem.Step,
    _ configure: (ScopeContents) throws -> Void
  ) async throws -> HeldScope {
    let scopes = KeyedScopes.of(self)
    let (key, outers) = scopeKey(kind, key)
    if use == HeldScope.Use.operation, let innermost = CurrentScope.captured,
      scopes[key]?.scope?.isEnteredHere != true
    {
      // Otherwise, the caller would wait for the scope, or open it, in vain.
      try requireNone(of: key.kind, isKeyed: true, in: innermost, call())
    }
    while true {
      if let (held, isAdmitted) = scopes.admit(to: key, as: use) {
        if isAdmitted == true { return held }
        let isInside = held.scope?.isEnteredHere ?? false
        if isInside, held.admit(use, isInside: true) == true { return held }
        try await held.awaitChange()
        continue
      }
      let opened = try open(key, within: outers, call)
      guard scopes.add(opened) else {
        opened.beginEndOfOpening()
        _ = await opened.end(by: .now)
        continue
      }
      do {
        if let scope = opened.scope { try configure(ScopeContents(scope: scope)) }
        opened.didOpen(for: use)
        return opened
      } catch {
        opened.beginEndOfOpening()
        _ = await opened.end(by: .now + .seconds(10))
        throw error
      }
    }
  }

  /// Returns the key of a scope for the calling task, and the scopes in which it lies: those that
  /// its kind names as outer ones.
  func scopeKey<Kind: AlchemicKeyedScope>(
    _ kind: Kind.Type, _ key: Kind.Key
  ) -> (key: ScopeKey, outers: [Scope]) {
    let number = ScopeKind(kind)
    let living = CurrentScope.captured?.livingContents(of: home) ?? []
    let outers = living.filter { $0.kind != number && $0.kind.lasts(asLongAs: number) }
    return (ScopeKey.of(kind, key, within: outers), outers)
  }

  /// Opens a scope with a key. Only the caller knows it.
  private func open(
    _ key: ScopeKey, within outers: [Scope], _ call: () -> Problem.Step
  ) throws -> HeldScope {
    let kind = key.kind
    var outer: Scope?
    for scope in outers.reversed() { outer = .entering(scope, within: outer) }
    guard let scope = Scope.ofTask(among: openScopes(of: kind), within: outer) else {
      throw kind.problem(.scopeOpen(isOfTask: false), call())
    }
    _ = scope.beHeld()
    return scope.holding.object {
      HeldScope.opening(scope, for: key, within: Scope.holdAll(outers))
    }
  }
}
