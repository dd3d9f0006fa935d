import AlchemicRuntime
import Synchronization

/// An open scope, and where the objects of its kind are kept: in slots of its own, or, if it is
/// open for the whole model, in those of the model.
package final class Scope: Sendable {
  package let kind: ScopeKind
  /// Refers to the model while it exists.
  package let home: ModelHome
  /// The scope of any kind within which a task has opened this one.
  let outer: Scope?
  /// By the address of a factory: a store with its slot alone. Nil if the model keeps the objects.
  private let stores: PointerTable<ObjectStore>?
  /// Held while slots are made, so that those of one component share it.
  private let making = BriefLock()
  /// Storage for the ``Stopping`` of the scope, which exists from the beginning of its end.
  let stopping = LazyReference()
  /// Whether the objects are released, or being released.
  let isEnded = Atomic<Bool>(false)

  /// - Parameter isOfTask: Whether a task carries it. Otherwise it is open for the whole model.
  init(of kind: ScopeKind, in home: ModelHome, within outer: Scope?, isOfTask: Bool) {
    self.kind = kind
    self.home = home
    self.outer = outer
    stores = isOfTask ? PointerTable() : nil
  }

  /// Whether a task carries it.
  var isOfTask: Bool { stores != nil }

  /// Returns the slot of a factory of this kind.
  func slot(of factory: Factory, in model: Model) -> Slot {
    guard let stores else { return model.store.slot(of: factory) }
    if let store = stores[ObjectIdentifier(factory)] { return store.with { $0.slot(of: factory) } }
    return newSlot(of: factory, in: model, stores)
  }

  private func newSlot(
    of factory: Factory, in model: Model, _ stores: PointerTable<ObjectStore>
  ) -> Slot {
    let component = model.revision.component(of: factory).filter { $0.facts.scope == kind }
    making.take()
    defer { making.give() }
    if let store = stores[ObjectIdentifier(factory)] { return store.object.slot(of: factory) }
    let factories = component.count > 1 ? component : [factory]
    let new = factories.map { ObjectStore(for: [$0], from: $0.position, in: self) }
    if component.count > 1 {
      let slots = zip(new, factories).map { $0.slot(of: $1) }
      let shared = CreationComponent(slots)
      for slot in slots { slot.component = shared }
    }
    // Other threads find the slots from here on.
    for (store, factory) in zip(new, factories) {
      _ = stores.insert(store, for: ObjectIdentifier(factory))
    }
    return stores[ObjectIdentifier(factory)].unsafelyUnwrapped.object.slot(of: factory)
  }

  /// The slot of a factory if it was asked for; nil if the model keeps the objects.
  func existingStore(of factory: Factory) -> Borrowed<ObjectStore>? {
    stores?[ObjectIdentifier(factory)]
  }

  /// The slots that may contain objects, before those of the objects that their initializers
  /// received.
  func slots(in model: Model) -> [Slot] {
    let revision = model.revision
    guard let stores else {
      let factories = revision.graph.creationOrder.filter { $0.facts.scope == kind }
      return factories.reversed().map { model.store.slot(of: $0) }
    }
    // The model retains the factories.
    let factories = stores.keys.compactMap { Borrowed<Factory>(at: $0)?.object }
    let ordered =
      factories.count < 2
      ? factories : factories.ordered(byNumber: { -revision.releaseRank(of: $0) })
    return ordered.map { slot(of: $0, in: model) }
  }
}

/// An answer that a scope has cached.
final class ScopedAnswer: Sendable {
  let answer: CachedAnswer
  /// The address of the source that gave it, which lives as long as the model.
  let source: UInt
  /// Another answer with the same object.
  let next: ScopedAnswer?

  init(_ answer: CachedAnswer, fromSourceAt source: UInt, before next: ScopedAnswer?) {
    self.answer = answer
    self.source = source
    self.next = next
  }
}
