import AlchemicRuntime

/// The slots of a child model. The first request creates a slot: a child has a slot for every
/// factory that it inherits, and uses few of them.
final class SlotsOnDemand: Sendable {
  /// By the position of the factory: a store that has only its slot.
  private let stores = PointerTable<ObjectStore>()
  /// The factories that have a slot. The lock is held during the creation of slots, so that all
  /// slots of a component share it.
  private let made = Locked<[Factory]>([])
  private let revision: ModelRevision

  /// - Parameter revision: The revision of the child. It identifies the factories whose objects may
  ///   need each other in a circle.
  init(alikeIn revision: ModelRevision) { self.revision = revision }

  func slot(of factory: Factory) -> Slot {
    if let slot = existing(factory) { return slot }
    let component = revision.component(of: factory)
    return made.withLock { made in
      if let slot = existing(factory) { return slot }
      let factories = component.isEmpty ? [factory] : component
      let new = factories.map { ObjectStore(for: [$0], from: $0.position) }
      if !component.isEmpty {
        let slots = zip(new, factories).map { $0.slot(of: $1) }
        let shared = CreationComponent(slots)
        for slot in slots { slot.component = shared }
      }
      // Other threads find the slots from here on.
      for (store, factory) in zip(new, factories) {
        stores.insert(store, forKey: Self.key(of: factory))
      }
      made += factories
      return existing(factory).unsafelyUnwrapped
    }
  }

  /// All slots so far.
  var all: [Slot] { made.withLock { $0 }.compactMap(existing) }

  @inline(never)
  private func existing(_ factory: Factory) -> Slot? {
    stores[key: Self.key(of: factory)]?.object.slot(of: factory)
  }

  /// The table spreads keys that differ above the lowest three bits, and takes no 0.
  private static func key(of factory: Factory) -> UInt { UInt(factory.position + 1) << 3 }
}
