import Synchronization

/// The order in which threads come to the coordinator, where a test decides it.
///
/// A test that takes every order drives the code that ships, thread by thread, with this.
package protocol CreationSchedule: AnyObject, Sendable {
  /// Whether the calling thread is one of those that it orders.
  var ordersThisThread: Bool { get }
  /// Returns when it is the calling thread's turn to decide something.
  func willDecide()
  /// The calling thread has decided; what it does next depends on nothing but such outcomes.
  func didDecide(_ outcome: Int)
  /// Returns when something has changed and it is the calling thread's turn, which had to wait.
  func waitForChange()
  /// Something has changed: the threads that wait may decide again.
  func didChange()
}

extension CreationCoordinator {
  /// The test's schedule; nil in every other program.
  private static let testSchedule = Locked<(any CreationSchedule)?>(nil)
  private static let isOrdered = Atomic<Bool>(false)

  /// The schedule that orders the calling thread, if one does.
  @inline(__always)
  static var schedule: (any CreationSchedule)? {
    isOrdered.load(ordering: .relaxed) ? scheduleOfThisThread : nil
  }

  @inline(never)
  private static var scheduleOfThisThread: (any CreationSchedule)? {
    testSchedule.withLock { $0 }.flatMap { $0.ordersThisThread ? $0 : nil }
  }

  /// Orders the threads of a test from now on; other threads are not affected.
  ///
  /// - Parameter schedule: Nil to order no thread any more.
  package static func order(by schedule: (any CreationSchedule)?) {
    testSchedule.withLock { $0 = schedule }
    isOrdered.store(schedule != nil, ordering: .relaxed)
  }
}

extension Model {
  /// Hashes what the decisions about this model depend on, besides the threads: for a test that
  /// recognises a state.
  package func hashCreations(into hasher: inout Hasher) {
    CreationCoordinator.lock.withLock { decisions in
      for factory in index.all { hasher.combine(store.slot(of: factory).state) }
      hasher.combine(Set(decisions.startingOver.keys))
    }
  }
}
