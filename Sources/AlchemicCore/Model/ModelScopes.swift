import AlchemicRuntime
package import Synchronization

/// The kinds of scopes of a model, and which of them are open.
final class ModelScopes: Sendable {
  let kinds = PointerTable<OpenScopes>()
  /// The same open scopes, in the order in which the kinds were first used.
  let known = Locked<[OpenScopes]>([])
  /// The ends and renewals of scopes of the model that are running.
  let ends = Locked<[ScopeStopping]>([])
}

/// The open scopes of one kind: either one for the whole model, or any number that tasks carry. If
/// both existed, a request would be ambiguous.
package final class OpenScopes: Sendable {
  /// The number of scopes that tasks carry; -1 if one is open for the whole model.
  private let count = Atomic<Int>(0)
  private let modelScope = Locked<Scope?>(nil)
  /// The tasks that wait until no task carries a scope of the kind.
  package let waiters = Locked(TaskWaiters())
  /// Whether there are any. The lock of the waiters is held while it changes.
  package let isAwaited = Atomic<Bool>(false)
  package let kind: ScopeKind

  init(of kind: ScopeKind) { self.kind = kind }

  /// The scope that is open for the whole model.
  package var ofModel: Scope? {
    count.load(ordering: .acquiring) < 0 ? modelScope.withLock { $0 } : nil
  }

  /// Whether tasks carry open scopes of the kind.
  package var isOfTasks: Bool { count.load(ordering: .sequentiallyConsistent) > 0 }

  /// Begins to open a scope for the whole model. Returns false if one of the kind is open.
  package func reserve() -> Bool {
    count.compareExchange(expected: 0, desired: -1, ordering: .acquiringAndReleasing).exchanged
  }

  /// Opens the scope, after ``reserve()``: from now on, requests find it.
  package func open(_ scope: Scope) { modelScope.withLock { $0 = scope } }

  /// Closes the scope of the whole model.
  package func close() {
    modelScope.withLock { present in
      present = nil
      count.store(0, ordering: .releasing)
    }
  }

  /// Records that a task opens a scope. Returns false if one is open for the whole model.
  package func beginTask() -> Bool {
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
  package func endTask() {
    // Either this sees that a task waits, or that task sees the new count.
    let left = count.subtract(1, ordering: .sequentiallyConsistent).newValue
    if left == 0, isAwaited.load(ordering: .sequentiallyConsistent) { resumeWaiters() }
  }

  @inline(never)
  private func resumeWaiters() {
    var all = waiters.withLock { waiters in
      isAwaited.store(false, ordering: .relaxed)
      return waiters.takeAll()
    }
    all.resumeAll(with: .success(()))
  }
}

/// The stop of the objects of a scope that is open for the whole model, at its end or renewal.
package final class ScopeStopping: Sendable {
  package let kind: ScopeKind
  package let stopping: Stopping

  package init(kind: ScopeKind, stopping: Stopping) {
    (self.kind, self.stopping) = (kind, stopping)
  }
}

extension Model {
  /// The stops of scopes that are running.
  package var scopeStops: [ScopeStopping] { scopes.ends.withLock { $0 } }

  // Another thread may still read an earlier array, so none is changed in its place.
  package func begin(_ stop: ScopeStopping) { scopes.ends.withLock { $0 = $0 + [stop] } }

  /// Ends the stop of a scope, and reports the objects that did not stop.
  package func end(_ stop: ScopeStopping, with problems: [Problem]) {
    scopes.ends.withLock { ends in ends = ends.filter { $0 !== stop } }
    stop.stopping.end(with: problems)
  }

  /// The scopes of the model.
  private var scopes: ModelScopes { scopesReference.object { ModelScopes() } }

  /// Returns the open scopes of a kind.
  package func openScopes(of kind: ScopeKind) -> OpenScopes {
    let scopes = scopes
    if let known = scopes.kinds[kind.id] { return known.object }
    let open = OpenScopes(of: kind)
    let first = scopes.kinds.insert(open, for: kind.id)
    if first === open { scopes.known.withLock { $0.append(open) } }
    return first
  }

  /// Returns the open scopes whose objects may need those of a kind.
  package func openScopes(within kind: ScopeKind) -> [OpenScopes] {
    scopes.known.withLock { $0 }.filter { $0.kind != kind && kind.lasts(asLongAs: $0.kind) }
  }

  /// Returns the scope of a kind that the calling task has opened, or that is open for the whole
  /// model.
  func scope(of kind: ScopeKind) -> Scope? {
    CurrentScope.find(kind, in: home)?.object ?? openScopes(of: kind).ofModel
  }
}
