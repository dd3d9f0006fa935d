import AlchemicRuntime

/// The slots of the factories with which a model did not start: those of later discoveries, and, of
/// a child model, all. A child has a slot for every factory that it inherits, and uses few of them.
/// So the first request creates the slot.
final class OtherSlots: Sendable {
  /// By the position of the factory.
  private let slots = PointerTable<SlotOfOne>()
  /// The lock is held during the creation of slots, so that all slots of a component share it.
  private let made = Locked<[Slot]>([])
  /// The revision of a child. It identifies the factories whose objects may need each other in a
  /// circle. Nil for any other model.
  private let revision: ModelRevision?

  init(alikeIn revision: ModelRevision? = nil) { self.revision = revision }

  /// Creates the slots of the last factories, unless they have slots.
  func add(_ factories: ArraySlice<Factory>) {
    made.withLock { made in
      for factory in factories where existingSlot(of: factory) == nil { add(factory, to: &made) }
    }
  }

  /// Returns the slot of a factory. Creates it in a child model.
  @inline(never)
  func slot(of factory: Factory) -> Slot {
    if let slot = existingSlot(of: factory) { return slot }
    guard let revision else { preconditionFailure("the factory is of another model") }
    let component = revision.component(of: factory)
    return made.withLock { made in
      if let slot = existingSlot(of: factory) { return slot }
      if component.isEmpty { return add(factory, to: &made) }
      // Other threads find the slots when they have their component.
      let new = component.map { SlotOfOne(for: $0) }
      let shared = CreationComponent(new.map(\.slot))
      for one in new { one.slot.component = shared }
      for one in new { insert(one, to: &made) }
      return existingSlot(of: factory).unsafelyUnwrapped
    }
  }

  @discardableResult
  private func add(_ factory: Factory, to made: inout [Slot]) -> Slot {
    let new = SlotOfOne(for: factory)
    insert(new, to: &made)
    return new.slot
  }

  private func insert(_ new: SlotOfOne, to made: inout [Slot]) {
    slots.insert(new, forKey: Self.key(of: new.slot.factory))
    made.append(new.slot)
  }

  /// All slots so far, in an array of their own: the thread sanitizer does not see reference
  /// counts, so it would report the next slot as a race with a read of a shared array.
  var all: [Slot] { made.withLock { $0.map { $0 } } }

  /// Returns the slot of a factory; nil if there is none yet.
  @inline(never)
  func existingSlot(of factory: Factory) -> Slot? {
    slots[key: Self.key(of: factory)]?.with { $0.slot }
  }

  /// The table spreads keys that differ above the lowest three bits, and takes no 0.
  private static func key(of factory: Factory) -> UInt { UInt(factory.position + 1) << 3 }
}

/// The owner of one slot.
private final class SlotOfOne: Sendable {
  let slot: Slot

  /// - Parameter factory: The model retains it.
  init(for factory: Factory) {
    slot = Slot(of: Borrowed(factory), Slot.Memory(for: 1))
    slot.initialize(ownedBy: Borrowed(self))
  }

  deinit { slot.deallocate() }
}
