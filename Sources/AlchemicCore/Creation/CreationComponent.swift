/// Factories whose objects may need each other in a circle: a strongly connected component of the graph.
///
/// One thread at a time creates within a component. The others wait for it. Waits along the edges of the graph form no
/// circle then. Everything here is touched under `CreationCoordinator.lock`.
final class CreationComponent {
  /// The threads that create within it, each with the number of its objects that are not present. There is one at
  /// most, unless a later revision has joined components in which different threads were creating.
  private var holders: [(thread: ThreadID, count: Int)] = []
  /// The factories. They belong to one model, and whoever creates within the component holds that.
  private let members: [Unmanaged<AnyObjectFactory>]
  /// Whether a task waits, at one of the factories, until no thread creates within the component.
  var isAwaited = false

  init(_ members: [AnyObjectFactory]) { self.members = members.map { .passUnretained($0) } }

  /// A thread that creates within the component, other than the given one.
  func holder(otherThan thread: ThreadID?) -> ThreadID? {
    for holder in holders where holder.thread != thread { return holder.thread }
    return nil
  }

  /// Takes the tasks that wait.
  func takeWaitingTasks() -> [TaskWaiters] {
    guard isAwaited else { return [] }
    isAwaited = false
    return members.map { $0._withUnsafeGuaranteedRef { $0.waitingTasks.takeAll() } }
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

extension DependencyGraph {
  /// Lets the factories of each component know it; under `CreationCoordinator.lock`.
  ///
  /// What is being created meanwhile counts for the new components, and everybody that waits has to look again.
  ///
  /// - Returns: The tasks that waited for former components.
  func joinComponents() -> [TaskWaiters] {
    var waiting: [TaskWaiters] = []
    for factory in factories {
      if let former = factory.component { waiting += former.takeWaitingTasks() }
      factory.component = nil
    }
    for positions in components {
      let component = CreationComponent(factories(at: positions))
      for position in positions {
        let factory = factories[position]
        if let creator = factory.state.creator, !creator.isTask { component.enter(creator) }
        factory.component = component
      }
    }
    return waiting
  }
}
