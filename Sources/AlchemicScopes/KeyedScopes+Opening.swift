import AlchemicCore
import AlchemicRuntime

// The opening of scopes with keys.
extension Model {
  /// Returns the scope of a key, after it was opened, and admits the caller to it.
  ///
  /// - Throws: `scope-open`; the error of `configure`; `CancellationError` if the task is cancelled
  ///   while another task opens or ends the scope.
  nonisolated(nonsending) func scope(
    for key: ScopeKey, as use: HeldScope.Use, within limit: Duration, _ call: () -> Problem.Step,
    _ configure: (ScopeContents) throws -> Void
  ) async throws -> HeldScope {
    let scopes = KeyedScopes.of(self)
    while true {
      if let (held, admission) = scopes.admit(to: key, as: use) {
        if admission == .admitted { return held }
        // The task is one of those for which the end of the scope waits.
        let isInside = held.scope?.isEnteredHere ?? false
        if isInside, held.admit(use, isInside: true) == .admitted { return held }
        try await held.awaitChange()
        continue
      }
      let opened = try open(key, call)
      guard scopes.add(opened, for: key) else {
        opened.beginEndOfOpening()
        _ = await opened.end(within: limit)
        continue
      }
      do {
        if let scope = opened.scope { try configure(ScopeContents(scope: scope)) }
        opened.didOpen(for: use)
        return opened
      } catch {
        opened.beginEndOfOpening()
        _ = await opened.end(within: limit)
        throw error
      }
    }
  }

  /// Opens a scope with a key. Only the caller knows it.
  private func open(_ key: ScopeKey, _ call: () -> Problem.Step) throws -> HeldScope {
    let kind = key.kind
    let living = CurrentScope.captured?.livingContents(of: home) ?? []
    let outers = living.filter { $0.kind != kind && $0.kind.lasts(asLongAs: kind) }
    var outer: Scope?
    for scope in outers.reversed() { outer = .entering(scope, within: outer) }
    guard let scope = Scope.ofTask(among: openScopes(of: kind), within: outer) else {
      throw kind.problem(.scopeOpen(isOfTask: false), call())
    }
    return scope.holding.object {
      HeldScope(opening: scope, for: key, within: Scope.holdAll(outers))
    }
  }
}
