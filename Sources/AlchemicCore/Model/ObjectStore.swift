import AlchemicRuntime

/// The shared objects of a model: a slot for each factory.
package final class ObjectStore: Sendable {
  /// The slots of the factories with which the model starts, by position. A child model has none.
  private let first: Slot.Memory
  private let count: Int
  /// The slots of all other factories.
  private let others: OtherSlots

  /// - Parameter factories: In the order of their positions.
  init(for factories: [Factory]) {
    count = factories.count
    first = Slot.Memory(for: count)
    others = OtherSlots()
    let owner = Borrowed<AnyObject>(self)
    for index in factories.indices {
      Slot(of: Borrowed(factories[index]), first, at: index).initialize(ownedBy: owner)
    }
  }

  /// Creates the store of a child model: the first request for an object creates its slot.
  ///
  /// - Parameter revision: The revision of the child.
  init(ofChild revision: ModelRevision) {
    count = 0
    first = Slot.Memory(for: 0)
    others = OtherSlots(alikeIn: revision)
  }

  deinit { first.deallocate(count) }

  /// Adds slots for the factories that have none. The caller holds `CreationCoordinator.lock`.
  func extend(for factories: ArraySlice<Factory>) { others.add(factories) }

  /// Returns the slot of a factory.
  @inline(__always)
  package func slot(of factory: Factory) -> Slot {
    let position = factory.position
    return position < count
      ? Slot(of: Borrowed(factory), first, at: position) : others.slot(of: factory)
  }

  /// Returns the slot of a factory; nil if the factory is of a later revision.
  func existingSlot(of factory: Factory) -> Slot? {
    factory.position < count ? slot(of: factory) : others.existingSlot(of: factory)
  }

  /// Whether no slot has an object. The caller holds `CreationCoordinator.lock`.
  var isEmpty: Bool {
    first.allSatisfy(count) { if case .absent = $0.pointee.state { true } else { false } }
      && others.all.allSatisfy { $0.state == .absent }
  }

  /// Empties the answers with objects of these slots. The answers of a main model outlive it. No
  /// other thread has the model.
  func emptyAnswers() {
    var left: [AnyObject] = []
    _ = first.allSatisfy(count) { contents in
      contents.emptyAnswers(leaving: &left)
      return true
    }
    for slot in others.all { slot.emptyAnswers(leaving: &left) }
  }

  /// The slots of factories with which the model did not start: in a child model, those that
  /// requests have created.
  var otherSlots: [Slot] { others.all }

  /// Returns the sum of the versions of the factories' slots. The caller holds
  /// `CreationCoordinator.lock`.
  func versions(of factories: ArraySlice<Factory>) -> UInt {
    factories.reduce(0) { $0 &+ slot(of: $1).version }
  }
}

extension ObjectStore {
  /// Assigns each slot its component in a graph. The caller holds `CreationCoordinator.lock`.
  ///
  /// Running creations count for the new components. Every waiting thread must check again.
  ///
  /// - Returns: The tasks that waited for the previous components.
  func joinComponents(of graph: DependencyGraph) -> [TaskWaiters] {
    var waiting: [TaskWaiters] = []
    for slot in graph.factories.map(slot) {
      if let former = slot.component { waiting += former.takeWaitingTasks() }
      slot.component = nil
    }
    for positions in graph.components {
      let members = positions.map { slot(of: graph.factories[$0]) }
      let component = CreationComponent(members)
      for slot in members {
        if let creator = slot.state.creator, !creator.isTask { component.enter(creator) }
        slot.component = component
      }
    }
    return waiting
  }
}
