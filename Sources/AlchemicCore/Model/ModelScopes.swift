package import AlchemicRuntime
import Synchronization

/// The kinds of scopes of a model, and which of them are open.
final class ModelScopes: Sendable {
  let kinds = PointerTable<OpenScopes>()
  /// The same open scopes, in the order in which the kinds were first used.
  let known = Locked<[OpenScopes]>([])
  /// The ends and renewals of scopes of the model that are running.
  let ends = Locked<[ScopeStopping]>([])
  /// The scopes that stay open while no operation runs in them.
  let kept = LazyReference()
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

  /// Returns the open scopes of a kind, which live as long as the model.
  package func openScopes(of kind: ScopeKind) -> Borrowed<OpenScopes> {
    let scopes: Borrowed<ModelScopes>? = scopesReference.reference?.assumed()
    return scopes?.with { $0.kinds[kind.id] } ?? newOpenScopes(of: kind)
  }

  @inline(never)
  private func newOpenScopes(of kind: ScopeKind) -> Borrowed<OpenScopes> {
    let scopes = scopes
    let open = OpenScopes(of: kind, in: self)
    let first = scopes.kinds.insert(open, for: kind.id)
    if first === open { scopes.known.withLock { $0.append(open) } }
    // Either the end of the model finds these, or this thread finds that it has begun.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    if !home.isLent { first.endModel() }
    return Borrowed(first)
  }

  /// Stops scopes from keeping the model in advance. It has ended, and the caller retains it.
  func endScopes() {
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    let scopes: Borrowed<ModelScopes>? = scopesReference.reference?.assumed()
    scopes?.with { $0.known.withLock { $0 } }.forEach { $0.endModel() }
  }

  /// The scopes that stay open while no operation runs in them; nil if there have been none.
  package var keptScopes: KeptScopes? {
    let scopes: Borrowed<ModelScopes>? = scopesReference.reference?.assumed()
    return scopes?.with { $0.kept.reference?.assumed().object }
  }

  /// Returns the same, and calls `new` if there have been none.
  package func keptScopes(orNew new: () -> KeptScopes) -> KeptScopes { scopes.kept.object(new) }

  /// Returns the open scopes whose objects may need those of a kind.
  package func openScopes(within kind: ScopeKind) -> [OpenScopes] {
    scopes.known.withLock { $0 }.filter { $0.kind != kind && kind.lasts(asLongAs: $0.kind) }
  }

  /// Returns the scope of a kind that the calling task has opened, or that is open for the whole
  /// model.
  func scope(of kind: ScopeKind) -> Scope? {
    CurrentScope.find(kind, in: home)?.object ?? openScopes(of: kind).with(\.ofModel)
  }
}
