import AlchemicCore
import AlchemicRuntime

/// The scopes of a model that are held: those that have keys, and which of them rest, and others.
final class KeyedScopes: Sendable {
  /// A tuple, because every program would link the description of a structure.
  ///
  /// - `scopes`: By the hash of their keys; those without a key by that of their identity.
  /// - `idle`: By kind: the scopes that nothing uses.
  /// - `isOver`: The model ends: no scope stays open without use.
  private typealias State = (
    scopes: [Int: [HeldScope]], idle: [ScopeKind: IdleScopes], isOver: Bool
  )

  private let state = Locked<State>(([:], [:], false))

  /// Records that something uses a scope.
  private static func wake(_ scope: HeldScope, in state: inout State) {
    state.idle[scope.kind]?.remove(scope)
  }

  /// Admits the caller to the scope of a key, if there is one.
  func admit(to key: ScopeKey, as use: UInt8) -> (scope: HeldScope, isAdmitted: Bool?)? {
    state.withLock { state in
      guard let scope = Self.scope(of: key, in: state) else { return nil }
      let isAdmitted = scope.admit(use)
      if isAdmitted == true { Self.wake(scope, in: &state) }
      return (scope, isAdmitted)
    }
  }

  /// The scope of a key; nil if none is open.
  subscript(key: ScopeKey) -> HeldScope? { state.withLock { Self.scope(of: key, in: $0) } }

  private static func scope(of key: ScopeKey, in state: State) -> HeldScope? {
    state.scopes[key.hash]?.first { $0.key?.isSame(as: key) ?? false }
  }

  /// Adds a scope. Returns false if there is one of its key.
  func add(_ scope: HeldScope) -> Bool {
    state.withLock { state in
      if let key = scope.key, Self.scope(of: key, in: state) != nil { return false }
      state.scopes[scope.hash, default: []].append(scope)
      return true
    }
  }

  /// Removes a scope that has ended.
  func remove(_ scope: HeldScope) {
    state.withLock { state in
      Self.wake(scope, in: &state)
      let hash = scope.hash
      state.scopes[hash]?.removeAll { $0 === scope }
      if state.scopes[hash]?.isEmpty == true { state.scopes[hash] = nil }
    }
  }

  /// Lets a scope rest that nothing uses any more.
  ///
  /// - Returns: A scope that the caller must end: this one, or another one that has rested longer;
  ///   nil if all may stay open.
  func rest(_ scope: HeldScope, for key: ScopeKey) -> HeldScope? {
    state.withLock { state in
      if state.isOver || key.idleLimit <= 0 { return scope.beginEnd() ? scope : nil }
      if !scope.isUnused { return nil }
      let idle = state.idle[key.kind] ?? IdleScopes()
      state.idle[key.kind] = idle
      idle.add(scope)
      guard idle.count > key.idleLimit, let oldest = idle.takeFirst() else { return nil }
      return oldest.beginEnd() ? oldest : nil
    }
  }

  /// Takes scopes that rest. The caller ends them.
  func takeResting(where isWanted: (HeldScope) -> Bool) -> [HeldScope] {
    state.withLock { state in
      let found = state.idle.values.flatMap { $0.all.filter(isWanted) }
      for scope in found { Self.wake(scope, in: &state) }
      return found.filter { $0.beginEnd() }
    }
  }

  func endModel() {
    for scope in takeAll() where scope.beginEnd() { scope.endNow() }
  }

  /// Returns all scopes. From now on, none stays open without use.
  func takeAll() -> [HeldScope] {
    state.withLock { state in
      state.isOver = true
      state.idle = [:]
      return state.scopes.values.flatMap { $0 }
    }
  }
}

extension HeldScope {
  fileprivate var hash: Int { key?.hash ?? ObjectIdentifier(self).hashValue }
}

/// The scopes of one kind that nothing uses, in the order in which they came to rest.
private final class IdleScopes {
  private(set) var count = 0
  /// Contains nil for each rest that is over.
  private var rests: [HeldScope?] = []
  /// Nothing before this index rests any more.
  private var first = 0
  /// The number of rests that were forgotten before index 0.
  private var forgotten = 0
  /// By scope: the number of its rest.
  private var numbers: [ObjectIdentifier: Int] = [:]

  var all: [HeldScope] { rests.compactMap { $0 } }

  func add(_ scope: HeldScope) {
    let id = ObjectIdentifier(scope)
    if numbers[id] != nil { return }
    if rests.count > 2 * count + 16 { forget() }
    numbers[id] = forgotten + rests.count
    rests.append(scope)
    count += 1
  }

  func remove(_ scope: HeldScope) {
    guard let number = numbers.removeValue(forKey: ObjectIdentifier(scope)) else { return }
    rests[number - forgotten] = nil
    count -= 1
  }

  /// Takes the scope that has rested for the longest time.
  func takeFirst() -> HeldScope? {
    while first < rests.count, rests[first] == nil { first += 1 }
    guard first < rests.count, let scope = rests[first] else { return nil }
    remove(scope)
    return scope
  }

  /// Removes the rests that are over.
  private func forget() {
    let living = all
    forgotten += rests.count
    (rests, first) = (living, 0)
    for (index, scope) in living.enumerated() {
      numbers[ObjectIdentifier(scope)] = forgotten + index
    }
  }
}
