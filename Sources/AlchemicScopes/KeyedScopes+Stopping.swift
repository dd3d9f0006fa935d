import AlchemicCore
import AlchemicRuntime

// Not in the file of the class, whose data every program links.
extension KeyedScopes {
  /// Returns the held scopes of a model.
  static func of(_ model: Model) -> KeyedScopes {
    let kept = model.keptScopes {
      let new = KeyedScopes()
      return KeptScopes(
        keptBy: new, endModel: { new.endModel() }, stop: { await new.stop(until: $0) },
        endResting: { kinds, deadline in
          for scope in new.takeResting(where: { kinds.contains($0.kind) }) {
            _ = await scope.end(by: deadline)
          }
        })
    }
    // No other part keeps scopes.
    return unsafeDowncast(kept.keeper, to: KeyedScopes.self)
  }

  private func stop(until deadline: ContinuousClock.Instant) async -> [Problem] {
    let all = takeAll()
    var problems = await each(of: all.filter { $0.key != nil }) { await $0.stop(by: deadline) }
    // Inner ones first: they count as operations in those around them.
    var others = all.filter { $0.key == nil }
    while true {
      let free = others.filter { !$0.isEnded && !$0.hasOperations }
      if free.isEmpty { return problems }
      others.removeAll { scope in free.contains { $0 === scope } }
      problems += await each(of: free) { await $0.stop(by: deadline) }
    }
  }

  private func each(
    of scopes: [HeldScope], _ stop: @escaping @Sendable (HeldScope) async -> [Problem]
  ) async -> [Problem] {
    await withTaskGroup(of: [Problem].self) { group in
      for scope in scopes { group.addTask { await stop(scope) } }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }
}
