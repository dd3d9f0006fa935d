/// Factories whose objects may need each other in a circle: a strongly connected component of the
/// graph.
///
/// One thread at a time creates within a component. The others wait for it. Waits along the edges
/// of the graph form no circle then. Everything here is touched under `CreationCoordinator.lock`.
final class CreationComponent {
  /// The threads that create within it, each with the number of its objects that are not present.
  /// There is one at most, unless a later revision has joined components in which different threads
  /// were creating.
  private var holders: [(thread: ThreadID, count: Int)] = []
  /// The slots of the factories, which the model keeps.
  private let members: [Slot]
  /// Whether a task waits, at one of the slots, until no thread creates within the component.
  var isAwaited = false

  init(_ members: [Slot]) { self.members = members }

  /// A thread that creates within the component, other than the given one.
  func holder(otherThan thread: ThreadID?) -> ThreadID? {
    for holder in holders where holder.thread != thread { return holder.thread }
    return nil
  }

  /// Takes the tasks that wait.
  func takeWaitingTasks() -> [TaskWaiters] {
    guard isAwaited else { return [] }
    isAwaited = false
    return members.map { $0.waitingTasks.takeAll() }
  }

  /// A thread begins to make an object.
  func enter(_ thread: ThreadID) {
    for index in holders.indices where holders[index].thread == thread {
      holders[index].count += 1
      return
    }
    holders.append((thread, 1))
  }

  /// An object of a thread is present, or was given up.
  ///
  /// - Returns: Whether the thread creates nothing within the component any more.
  func leave(_ thread: ThreadID) -> Bool {
    guard let index = holders.firstIndex(where: { $0.thread == thread }) else { return false }
    holders[index].count -= 1
    if holders[index].count > 0 { return false }
    holders.remove(at: index)
    return true
  }
}

extension ObjectStore {
  /// Gives each slot its component in a graph; under `CreationCoordinator.lock`.
  ///
  /// What is being created meanwhile counts for the new components, and every thread that waits has
  /// to look again.
  ///
  /// - Returns: The tasks that waited for former components.
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
