import AlchemicCore
import AlchemicRuntime

/// The scopes of a model that are held: those that have keys, and which of them rest, and others.
final class KeyedScopes: KeptScopes {
  private struct Entry {
    let scope: HeldScope
    /// Identifies the time since which nothing uses the scope; nil while something does.
    var idleSince: Int?
  }

  private struct State {
    var entries: [ScopeKey: Entry] = [:]
    /// Those without keys.
    var others: [ObjectIdentifier: HeldScope] = [:]
    var idle: [ScopeKind: IdleScopes] = [:]
    var lastNumber = 0
    /// The model ends: no scope stays open without use.
    var isOver = false

    /// Records that something uses a scope.
    mutating func wake(_ key: ScopeKey) {
      if entries[key]?.idleSince == nil { return }
      entries[key]?.idleSince = nil
      idle[key.kind]?.count -= 1
    }

    /// Records that nothing uses a scope.
    mutating func rest(_ key: ScopeKey) {
      lastNumber += 1
      entries[key]?.idleSince = lastNumber
      var scopes = idle.removeValue(forKey: key.kind) ?? IdleScopes()
      scopes.add(key, lastNumber)
      if scopes.areMostlyOver { scopes.keep { entries[$0]?.idleSince == $1 } }
      idle[key.kind] = scopes
    }

    /// Takes the scope of a kind that nothing has used for the longest time.
    mutating func takeOldest(of kind: ScopeKind) -> HeldScope? {
      while let (key, number) = idle[kind]?.takeFirst() {
        guard let entry = entries[key], entry.idleSince == number else { continue }
        wake(key)
        return entry.scope
      }
      return nil
    }
  }

  private let state = Locked(State())

  /// Returns the held scopes of a model.
  static func of(_ model: Model) -> KeyedScopes {
    // The only class that conforms to the protocol.
    unsafeDowncast(model.keptScopes { KeyedScopes() }, to: KeyedScopes.self)
  }

  /// Admits the caller to the scope of a key, if there is one.
  func admit(
    to key: ScopeKey, as use: HeldScope.Use
  ) -> (scope: HeldScope, admission: HeldScope.Admission)? {
    state.withLock { state in
      guard let scope = state.entries[key]?.scope else { return nil }
      let admission = scope.admit(use)
      if admission == .admitted { state.wake(key) }
      return (scope, admission)
    }
  }

  /// The scope of a key; nil if none is open.
  subscript(key: ScopeKey) -> HeldScope? { state.withLock { $0.entries[key]?.scope } }

  /// Adds a scope. Returns false if there is one of the key.
  func add(_ scope: HeldScope, for key: ScopeKey) -> Bool {
    state.withLock { state in
      guard state.entries[key] == nil else { return false }
      state.entries[key] = Entry(scope: scope)
      return true
    }
  }

  /// Adds a scope without a key.
  func add(_ scope: HeldScope) { state.withLock { $0.others[scope.id] = scope } }

  /// Removes a scope that has ended.
  func remove(_ scope: HeldScope) {
    state.withLock { state in
      guard let key = scope.key else { return _ = state.others.removeValue(forKey: scope.id) }
      guard state.entries[key]?.scope === scope else { return }
      state.wake(key)
      state.entries[key] = nil
    }
  }

  /// Lets a scope rest that nothing uses any more.
  ///
  /// - Returns: A scope that the caller must end: this one, or another one that has rested longer;
  ///   nil if all may stay open.
  func rest(_ scope: HeldScope, for key: ScopeKey) -> HeldScope? {
    state.withLock { state in
      if state.isOver || key.idleLimit <= 0 { return scope.beginEnd() ? scope : nil }
      guard scope.isUnused, state.entries[key]?.idleSince == nil else { return nil }
      state.rest(key)
      guard let idle = state.idle[key.kind], idle.count > key.idleLimit else { return nil }
      return state.takeOldest(of: key.kind).flatMap { $0.beginEnd() ? $0 : nil }
    }
  }

  /// Takes scopes that rest. The caller ends them.
  func takeResting(where isWanted: (HeldScope) -> Bool) -> [HeldScope] {
    state.withLock { state in
      if state.idle.values.allSatisfy({ $0.count == 0 }) { return [] }
      let found = state.entries.filter { $0.value.idleSince != nil && isWanted($0.value.scope) }
      return found.compactMap { key, entry in
        state.wake(key)
        return entry.scope.beginEnd() ? entry.scope : nil
      }
    }
  }

  func endModel() {
    for scope in takeAll() where scope.beginEnd() { scope.endNow() }
  }

  func stop(until deadline: ContinuousClock.Instant) async -> [Problem] {
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

  /// Returns all scopes. From now on, none stays open without use.
  private func takeAll() -> [HeldScope] {
    state.withLock { state in
      state.isOver = true
      state.idle = [:]
      for key in state.entries.keys { state.entries[key]?.idleSince = nil }
      return state.entries.values.map(\.scope) + state.others.values
    }
  }
}

extension HeldScope {
  fileprivate var id: ObjectIdentifier { ObjectIdentifier(self) }
}

/// The scopes of one kind that nothing uses, in the order in which they came to rest.
private struct IdleScopes {
  /// The number of scopes that rest.
  var count = 0
  /// Contains each rest, also those that are over.
  private var rests: [(key: ScopeKey, number: Int)] = []
  private var first = 0

  var areMostlyOver: Bool { rests.count > 2 * count + 16 }

  mutating func add(_ key: ScopeKey, _ number: Int) {
    count += 1
    rests.append((key, number))
  }

  mutating func keep(_ isValid: (ScopeKey, Int) -> Bool) {
    rests = rests[first...].filter { isValid($0.key, $0.number) }
    first = 0
  }

  mutating func takeFirst() -> (key: ScopeKey, number: Int)? {
    if first == rests.count { return nil }
    defer { first += 1 }
    return rests[first]
  }
}
