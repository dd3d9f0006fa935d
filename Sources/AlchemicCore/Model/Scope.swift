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
  /// All open scopes of the kind, in the same model.
  let open: OpenScopes
  /// The model, if a task carries the scope; nil if it is open for the whole model.
  private let model: Model?
  /// The store that was added last. Each has the slot of one factory, and refers to the store
  /// before it. The scope owns all of them. Nil if the model keeps the objects.
  private let lastStore = AtomicReference<ObjectStore>()
  /// The same stores by position, once they are many. The scope retains it.
  private let index = AtomicReference<PointerTable<ObjectStore>>()
  /// Up to this number, stores are searched one by one.
  private static let few = 16
  /// Held while stores are added, and while a thread copies a published object.
  let lock = BriefLock()
  /// Storage for the ``Stopping`` of the scope, which exists from the beginning of its end.
  let stopping = LazyReference()
  /// Whether the objects are released, or being released.
  let isEnded = Atomic<Bool>(false)

  init(
    of kind: ScopeKind, in model: Model, among open: OpenScopes, within outer: Scope? = nil,
    isOfTask: Bool
  ) {
    self.kind = kind
    home = model.home
    self.model = isOfTask ? model : nil
    self.open = open
    self.outer = outer
  }

  /// Releases the stores in the order in which their objects were first asked for: an object before
  /// those that were created for it. A store does not release the next one, which would be a deep
  /// recursion in a scope of many objects.
  deinit {
    index.load()?.release()
    var (last, first) = (lastStore.load(), Borrowed<ObjectStore>?.none)
    while let store = last {
      last = store.with { $0.earlier }
      store.with { [first] in $0.earlier = first }
      first = store
    }
    while let store = first {
      first = store.with { $0.earlier }
      store.release()
    }
  }

  /// Whether a task carries it. Otherwise it is open for the whole model.
  var isOfTask: Bool { model != nil }

  /// The scope within which a task has opened this one, which retains it.
  var outerReference: Borrowed<Scope>? { outer.map { Borrowed($0) } }

  /// Returns the slot of a factory of this kind.
  ///
  /// - Complexity: O(1).
  func slot(of factory: Factory, in model: Model) -> Slot {
    if !isOfTask { return model.store.slot(of: factory) }
    return existingSlot(of: factory) ?? newSlot(of: factory, in: model)
  }

  /// Returns the slot of a factory if it was asked for; nil if the model keeps the objects.
  func existingSlot(of factory: Factory) -> Slot? {
    store(at: factory.position)?.with { $0.slot(of: factory) }
  }

  /// Returns the store of the factory at a position.
  @inline(__always)
  private func store(at position: Int) -> Borrowed<ObjectStore>? {
    if let index = index.load() { return index.with { $0[key: Self.key(at: position)] } }
    var next = lastStore.load()
    while let store = next, store.with({ $0.start != position }) {
      next = store.with { $0.earlier }
    }
    return next
  }

  /// Returns the published object of the factory at a position.
  @inline(__always)
  func publishedObject(at position: Int) -> AnyObject? {
    guard let store = store(at: position) else { return nil }
    return lock.withLock { store.with { $0.published }?.object }
  }

  /// The same, unless the scope has ended.
  func openSlot(of factory: Factory) -> Slot? {
    isEnded.load(ordering: .acquiring) ? nil : existingSlot(of: factory)
  }

  private func newSlot(of factory: Factory, in model: Model) -> Slot {
    let all = model.withRevision { $0.hasCircles ? $0.component(of: factory) : [] }
    let component = all.isEmpty ? [] : all.filter { $0.facts.scope == kind }
    return lock.withLock {
      if let slot = existingSlot(of: factory) { return slot }
      guard component.count > 1 else {
        let store = newStore(of: factory, after: lastStore.load())
        publish(store)
        return store.with { $0.slot(of: factory) }
      }
      var last = lastStore.load()
      let slots = component.map { factory in
        let store = newStore(of: factory, after: last)
        last = store
        return store.with { $0.slot(of: factory) }
      }
      let shared = CreationComponent(slots)
      for slot in slots { slot.component = shared }
      if let last { publish(last) }
      return slots.first { $0.factory === factory }.unsafelyUnwrapped
    }
  }

  /// Lets other threads find new stores. The caller holds the lock.
  ///
  /// - Parameter last: The last of them. Each refers to the one before it.
  private func publish(_ last: Borrowed<ObjectStore>) {
    if last.with(\.number) > Self.few {
      let former = index.load()
      let index = former ?? .retaining(PointerTable())
      let known = former == nil ? nil : lastStore.load()
      var next: Borrowed<ObjectStore>? = last
      while let store = next, store != known {
        index.with { index in
          _ = store.with { index.insert($0, forKey: Self.key(at: $0.start)) }
        }
        next = store.with { $0.earlier }
      }
      self.index.store(index)
    }
    lastStore.store(last)
  }

  /// The table spreads keys that differ above the lowest three bits, and takes no 0.
  private static func key(at position: Int) -> UInt { UInt(position + 1) << 3 }

  /// - Parameter last: The store before it.
  private func newStore(
    of factory: Factory, after last: Borrowed<ObjectStore>?
  ) -> Borrowed<ObjectStore> {
    .retaining(ObjectStore(of: factory, in: self, after: last))
  }

  /// The slots that may contain objects.
  ///
  /// - Returns: In the order in which they were first asked for: an object comes before those that
  ///   were created for it. If the model keeps the objects, in reverse order of creation.
  func slots(in model: Model) -> [Slot] {
    guard isOfTask else {
      let factories = model.graph.creationOrder.filter { $0.facts.scope == kind }
      return factories.reversed().map { model.store.slot(of: $0) }
    }
    var slots: [Slot] = []
    _ = allSatisfy { slot in
      slots.append(slot)
      return true
    }
    slots.reverse()
    return slots
  }

  /// Returns whether all slots satisfy a condition: in reverse order of the first request. The
  /// model does not keep the objects.
  func allSatisfy(_ condition: (Slot) -> Bool) -> Bool {
    // The model retains the factory.
    allStoresSatisfy { store in store.factory.map { condition($0.with(store.slot)) } ?? true }
  }

  /// The same of the stores.
  @inline(__always)
  func allStoresSatisfy(_ condition: (ObjectStore) -> Bool) -> Bool {
    var next = lastStore.load()
    while let store = next {
      if !store.with(condition) { return false }
      next = store.with { $0.earlier }
    }
    return true
  }
}

extension Slot {
  /// Lets threads copy the object of a scope without the lock of all creators. The caller holds
  /// that lock.
  @inline(__always)
  func publish() { if isOfScope { publish(object.current) } }

  /// - Parameter object: What threads copy; nil for nothing.
  @inline(never)
  func publish(_ object: AnyObject?) {
    scope?.with { $0.lock.withLock { store.published = object.map { Borrowed($0) } } }
  }
}
