package import AlchemicRuntime
package import Synchronization

/// An open scope, and the place of its objects. The scope has slots for them. If it is open for the
/// whole model, the model has these slots.
package final class Scope: Sendable {
  package let kind: ScopeKind
  /// Refers to the model while it exists. The scope retains it if no task carries the scope;
  /// otherwise the model does.
  private let unownedHome: Borrowed<ModelHome>
  /// The scope of any kind within which a task has opened this one.
  package let outer: Scope?
  /// The scope that a task has entered by this one, which only places it within the scopes of the
  /// task, and has no objects; nil for any other scope.
  package let entered: Scope?
  /// All open scopes of the kind, in the same model, and the share that retains the model, if tasks
  /// carry the scope; nil if it is open for the whole model.
  private let place: (all: Borrowed<OpenScopes>, share: ScopeShare)?
  /// The slot that was added last. Each refers to the slot before it. The scope owns all slots. Nil
  /// if the model keeps the objects.
  private let lastSlot = AtomicReference<ScopeSlot>()
  /// The number of slots. The lock is held while it changes.
  private let count = Atomic<Int>(0)
  /// The same slots by position, after they have become many. The scope retains the table.
  private let index = AtomicReference<PointerTable<ScopeSlot>>()
  /// Up to this number, slots are searched one by one.
  private static let few = 16
  /// The slot whose object was finished last. Each refers to the one that was finished before.
  private let lastFinished = AtomicReference<ScopeSlot>()
  /// Held while slots are added, and while a thread copies a published object.
  let lock = BriefLock()
  /// Storage for the ``Stopping`` of the scope, which exists after the end has begun.
  package let stopping = LazyReference()
  /// Storage for what keeps the scope open beyond an operation.
  package let holding = LazyReference()
  /// Whether something does, or the operation has ended before: decided once.
  package let use = Atomic<UInt8>(0)
  /// Whether an object may have properties, which its deinitializer may read.
  private let hasHosts = Atomic<Bool>(false)
  /// Whether the objects are released, or being released. The lock is held while it changes.
  private let isOver = Atomic<Bool>(false)

  private init(
    of kind: ScopeKind, _ home: Borrowed<ModelHome>,
    _ place: (all: Borrowed<OpenScopes>, share: ScopeShare)?, within outer: Scope?,
    entering entered: Scope? = nil
  ) {
    (self.kind, unownedHome, self.place) = (kind, home, place)
    (self.outer, self.entered) = (outer, entered)
  }

  /// Returns a new scope that is open for the whole model.
  package static func ofModel(_ kind: ScopeKind, in model: Model) -> Scope {
    Scope(of: kind, .retaining(model.home), nil, within: nil)
  }

  /// Returns a new scope that a task carries; nil if one of the kind is open for the whole model.
  ///
  /// A function and not an initializer, which a linker would keep in every program.
  package static func ofTask(
    among all: Borrowed<OpenScopes>, within outer: consuming Scope?
  ) -> Scope? {
    guard let share = all.with({ $0.beginTask() }) else { return nil }
    let home = all.with { $0.model.with { Borrowed($0.home) } }
    return Scope(of: all.with(\.kind), home, (all, share), within: outer)
  }

  /// Returns a scope by which a task enters another one, within its own scopes.
  package static func entering(_ scope: Scope, within outer: Scope?) -> Scope {
    Scope(of: scope.kind, .retaining(scope.home), nil, within: outer, entering: scope)
  }

  /// Releases the slots, and with them the objects that are left, in reverse order of creation.
  /// None releases the next one, which would be a deep recursion in a scope of many objects.
  deinit {
    index.load()?.release()
    var without: Borrowed<ScopeSlot>?
    _ = allSlotsSatisfy { slot in
      if !slot.isFinished.load(ordering: .relaxed) {
        slot.finishedBefore.store(without)
        without = Borrowed(slot)
      }
      return true
    }
    Self.release(lastFinished.load())
    Self.release(without)
    if let place { place.share.give(of: place.all.with(\.model)) } else { unownedHome.release() }
  }

  private static func release(_ last: Borrowed<ScopeSlot>?) {
    var next = last
    while let slot = next {
      next = slot.with { $0.finishedBefore.load() }
      slot.release()
    }
  }

  /// Whether tasks carry the scope. Otherwise it is open for the whole model.
  package var isOfTask: Bool { place != nil }

  /// The model, which the scope keeps alive, if tasks carry the scope; otherwise nil.
  package var model: Borrowed<Model>? { place.map { $0.all.with(\.model) } }

  /// Refers to the model while it exists.
  package var home: ModelHome { unownedHome.object }

  /// Returns whether the scope is of the model to which an object refers.
  @inline(__always)
  package func isOf(_ home: ModelHome) -> Bool { unownedHome == Borrowed(home) }

  /// Records that the task has ended the scope.
  package func endTask() { if let place { place.all.with { $0.end(place.share) } } }

  /// The scope within which a task has opened this one, which retains it.
  var outerReference: Borrowed<Scope>? { outer.map { Borrowed($0) } }

  /// The scope that has the objects, if this one only places it.
  var enteredReference: Borrowed<Scope>? { entered.map { Borrowed($0) } }

  package var mayHaveHosts: Bool { hasHosts.load(ordering: .acquiring) }

  /// Whether the objects are released, or being released.
  package var isEnded: Bool { isOver.load(ordering: .acquiring) }

  /// Ends the scope: it creates no further slots.
  package func end() { lock.withLock { isOver.store(true, ordering: .sequentiallyConsistent) } }

  /// The slot that was added last; nil if there is none, or if the model keeps the objects.
  var newestSlot: Borrowed<ScopeSlot>? { lock.withLock { lastSlot.load() } }

  /// Ends the scope, unless slots were added after another one.
  ///
  /// - Parameter newest: The last slot that the caller has seen.
  func end(ifNewestSlotIs newest: Borrowed<ScopeSlot>?) -> Bool {
    lock.withLock {
      guard lastSlot.load() == newest else { return false }
      isOver.store(true, ordering: .sequentiallyConsistent)
      return true
    }
  }

  /// Returns the slot of a factory of this kind; nil if the scope ended before it had the slot.
  ///
  /// - Complexity: O(1).
  func slot(of factory: Factory, in model: Model) -> Slot? {
    if !isOfTask { return model.store.slot(of: factory) }
    return existingSlot(of: factory) ?? newSlot(of: factory, in: model)
  }

  /// Returns the slot of a factory if a request has created it; nil if the model keeps the objects.
  func existingSlot(of factory: Factory) -> Slot? {
    slot(at: factory.position)?.with { $0.slot }
  }

  /// Returns the slot of the factory at a position.
  @inline(__always)
  private func slot(at position: Int) -> Borrowed<ScopeSlot>? {
    if let index = index.load() { return index.with { $0[key: Self.key(at: position)] } }
    var next = lastSlot.load()
    while let slot = next, slot.with({ $0.slot.position != position }) {
      next = slot.with { $0.earlier }
    }
    return next
  }

  /// Returns the published object of the factory at a position.
  @inline(__always)
  func publishedObject(at position: Int) -> AnyObject? {
    guard let slot = slot(at: position) else { return nil }
    return lock.withLock { slot.with { $0.published.load() }?.object }
  }

  private func newSlot(of factory: Factory, in model: Model) -> Slot? {
    let all = model.hasCircles ? model.revision.component(of: factory) : []
    let component = all.isEmpty ? [] : all.filter { $0.facts.scope == kind }
    return lock.withLock {
      if let slot = existingSlot(of: factory) { return slot }
      if isEnded { return nil }
      // A discovery may have closed a circle after the scope created objects of it. These keep
      // their slots. If several threads enter the circle at once, they find it while they wait.
      let hasOthers = component.contains { existingSlot(of: $0) != nil }
      guard component.count > 1, !hasOthers else {
        let slot = newSlot(of: factory, after: lastSlot.load())
        publish(slot)
        return slot.with { $0.slot }
      }
      var last = lastSlot.load()
      let slots = component.map { factory in
        let slot = newSlot(of: factory, after: last)
        last = slot
        return slot.with { $0.slot }
      }
      // No other thread has the slots yet.
      for slot in slots { slot.coordinate() }
      let shared = CreationComponent(slots)
      for slot in slots { slot.component = shared }
      if let last { publish(last) }
      return slots.first { $0.factory === factory }.unsafelyUnwrapped
    }
  }

  /// Lets other threads find new slots. The caller holds the lock.
  ///
  /// - Parameter last: The last of them. Each refers to the one before it.
  private func publish(_ last: Borrowed<ScopeSlot>) {
    if count.load(ordering: .relaxed) > Self.few {
      let former = index.load()
      let index = former ?? .retaining(PointerTable())
      let known = former == nil ? nil : lastSlot.load()
      var next: Borrowed<ScopeSlot>? = last
      while let slot = next, slot != known {
        index.with { index in
          _ = slot.with { index.insert($0, forKey: Self.key(at: $0.slot.position)) }
        }
        next = slot.with { $0.earlier }
      }
      self.index.store(index)
    }
    lastSlot.store(last)
  }

  /// The table spreads keys that differ above the lowest three bits, and takes no 0.
  private static func key(at position: Int) -> UInt { UInt(position + 1) << 3 }

  /// - Parameter last: The slot before it.
  private func newSlot(
    of factory: Factory, after last: Borrowed<ScopeSlot>?
  ) -> Borrowed<ScopeSlot> {
    if factory.hasProperties { hasHosts.store(true, ordering: .releasing) }
    count.store(count.load(ordering: .relaxed) + 1, ordering: .relaxed)
    return .retaining(ScopeSlot(of: Borrowed(factory), in: Borrowed(self), after: last))
  }

  /// The slots that may contain objects.
  ///
  /// - Returns: The slots in reverse order of creation: an object before those that were created
  ///   for it. Then the slots without an object.
  package func slots(in model: Model) -> [Slot] {
    guard isOfTask else {
      let factories = model.graph.creationOrder.filter { $0.facts.scope == kind }
      return factories.reversed().map { model.store.slot(of: $0) }
    }
    var slots: [Slot] = []
    // No object is finished meanwhile. Otherwise it could be in neither part.
    lock.withLock { forEachSlotInReleaseOrder { slots.append($0) } }
    return slots
  }

  /// Whether no slot of a scope that tasks carry has an object. The caller holds
  /// `CreationCoordinator.lock`.
  package var isEmpty: Bool { allSlotsSatisfy { $0.slot.state == .absent } }

  /// Calls `body` with each slot, in the order of ``slots(in:)``. The caller holds the lock, or
  /// that of all creators after it has made them coordinate all slots.
  ///
  /// Never inlined: the optimiser of Swift 6.3 stops at such a loop within another function.
  @inline(never)
  func forEachSlotInReleaseOrder(_ body: (Slot) -> Void) {
    var next = lastFinished.load()
    while let slot = next {
      body(slot.with { $0.slot })
      next = slot.with { $0.finishedBefore.load() }
    }
    _ = allSlotsSatisfy { slot in
      if !slot.isFinished.load(ordering: .relaxed) { body(slot.slot) }
      return true
    }
  }

  /// Records that the object of a slot is finished, so that the order is known. The caller holds
  /// the lock.
  func didFinish(_ slot: ScopeSlot) {
    if slot.isFinished.load(ordering: .relaxed) { return }
    slot.isFinished.store(true, ordering: .relaxed)
    slot.finishedBefore.store(lastFinished.load())
    lastFinished.store(Borrowed(slot))
  }

  /// Returns whether all slots satisfy a condition: in reverse order of the first request. The
  /// model does not keep the objects.
  @inline(__always)
  func allSlotsSatisfy(_ condition: (ScopeSlot) -> Bool) -> Bool {
    Self.allSlots(from: lastSlot.load(), satisfy: condition)
  }

  /// The same for a slot and those before it.
  @inline(__always)
  static func allSlots(
    from newest: Borrowed<ScopeSlot>?, satisfy condition: (ScopeSlot) -> Bool
  ) -> Bool {
    var next = newest
    while let slot = next {
      if !slot.with(condition) { return false }
      next = slot.with { $0.earlier }
    }
    return true
  }
}
