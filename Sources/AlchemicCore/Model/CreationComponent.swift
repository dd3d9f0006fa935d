/// Factories whose objects may need each other in a cycle: a strongly connected component of the
/// graph.
///
/// One thread at a time creates objects of a component, and other threads wait for it. The waits
/// along the edges of the graph then form no cycle. `CreationCoordinator.lock` guards all of this.
final class CreationComponent {
  /// The threads that create objects of the component, each with the number of its objects that are
  /// not present. There is at most one, unless a later revision has joined components in which
  /// different threads were creating.
  private var holders: [(thread: ThreadID, count: Int)] = []
  /// The slots of the factories, which the model retains.
  private let members: [Slot]
  /// Whether a task waits at one of the slots until no thread creates objects of the component.
  var isAwaited = false

  init(_ members: [Slot]) { self.members = members }

  /// Returns a thread, other than the given one, that creates objects of the component.
  func holder(otherThan thread: ThreadID?) -> ThreadID? {
    for holder in holders where holder.thread != thread { return holder.thread }
    return nil
  }

  /// Removes and returns the tasks that wait.
  @inline(never)
  func takeWaitingTasks() -> [TaskWaiters] {
    guard isAwaited else { return [] }
    isAwaited = false
    return members.compactMap { $0.tasks?.waiting.takeAll() }
  }

  /// Records that a thread begins to create an object.
  func enter(_ thread: ThreadID) {
    for index in holders.indices where holders[index].thread == thread {
      holders[index].count += 1
      return
    }
    holders.append((thread, 1))
  }

  /// Records that an object of a thread is present or was abandoned.
  ///
  /// - Returns: Whether this was the thread's last such object of the component.
  @inline(never)
  func leave(_ thread: ThreadID) -> Bool {
    guard let index = holders.firstIndex(where: { $0.thread == thread }) else { return false }
    holders[index].count -= 1
    if holders[index].count > 0 { return false }
    holders.remove(at: index)
    return true
  }
}
