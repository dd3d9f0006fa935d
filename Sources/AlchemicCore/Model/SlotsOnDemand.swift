import AlchemicRuntime

/// The slots of a child model, each of which is made when it is first asked for: a child has a slot
/// for every factory that it inherits, and uses few.
final class SlotsOnDemand: Sendable {
  /// Owns the memory of a slot.
  private final class Memory: @unchecked Sendable {
    // Proof: a constant. `CreationCoordinator.lock` guards the contents, as in every store.
    let contents = UnsafeMutablePointer<Slot.Contents>.allocate(capacity: 1)

    init(_ initial: Slot.Contents) { contents.initialize(to: initial) }

    deinit {
      contents.deinitialize(count: 1)
      contents.deallocate()
    }
  }

  /// By the position of the factory.
  private let memories = PointerTable<Memory>()
  /// The positions of the slots, in the order in which they were made. The lock is held while slots
  /// are made, so that those of one component share it.
  private let made = Locked<[Factory]>([])
  private let revision: ModelRevision

  /// - Parameter revision: The revision of the child, which tells the factories whose objects may
  ///   need each other in a circle.
  init(alikeIn revision: ModelRevision) { self.revision = revision }

  func slot(of factory: Factory, in store: ObjectStore) -> Slot {
    if let slot = existing(factory) { return slot }
    let component = revision.component(of: factory)
    return made.withLock { made in
      if let slot = existing(factory) { return slot }
      let factories = component.isEmpty ? [factory] : component
      let slots = factories.map { factory in
        let memory = Memory(Slot.Contents(of: factory, in: store))
        memories.insert(memory, forKey: Self.key(of: factory))
        return Slot(of: factory, memory.contents)
      }
      made += factories
      if !component.isEmpty {
        let shared = CreationComponent(slots)
        for slot in slots { slot.component = shared }
      }
      return existing(factory).unsafelyUnwrapped
    }
  }

  /// All slots so far.
  var all: [Slot] { made.withLock { $0 }.compactMap(existing) }

  private func existing(_ factory: Factory) -> Slot? {
    memories[key: Self.key(of: factory)].map { Slot(of: factory, $0.object.contents) }
  }

  /// The table spreads keys that differ above the lowest three bits, and takes no 0.
  private static func key(of factory: Factory) -> UInt { UInt(factory.position + 1) << 3 }
}
