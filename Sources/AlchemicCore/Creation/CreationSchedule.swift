import Synchronization

/// The order in which threads enter the coordinator. A test chooses it.
///
/// A test that tries every order runs the production code with it, thread by thread.
package protocol CreationSchedule: AnyObject, Sendable {
  /// Whether the schedule orders the calling thread.
  var ordersThisThread: Bool { get }
  /// Waits until the calling thread may decide.
  func willDecide()
  /// Called after a decision of the calling thread, whose next step depends only on such outcomes.
  func didDecide(_ outcome: Int)
  /// Waits until something has changed and the calling thread may decide again.
  func waitForChange()
  /// Called after a change: waiting threads may decide again.
  func didChange()
}

extension CreationCoordinator {
  /// The test's schedule; nil in every other program.
  private static let testSchedule = Locked<(any CreationSchedule)?>(nil)
  private static let isOrdered = Atomic<Bool>(false)

  /// The schedule that orders the calling thread; nil if there is none.
  @inline(__always)
  static var schedule: (any CreationSchedule)? {
    isOrdered.load(ordering: .relaxed) ? scheduleOfThisThread : nil
  }

  @inline(never)
  private static var scheduleOfThisThread: (any CreationSchedule)? {
    testSchedule.withLock { $0 }.flatMap { $0.ordersThisThread ? $0 : nil }
  }

  /// Sets the schedule of a test's threads. Other threads are not affected.
  ///
  /// - Parameter schedule: The schedule; nil to remove it.
  package static func order(by schedule: (any CreationSchedule)?) {
    testSchedule.withLock { $0 = schedule }
    isOrdered.store(schedule != nil, ordering: .relaxed)
  }
}

extension Model {
  /// Hashes the state of this model's decisions, but not the threads, for a test that recognises
  /// states.
  package func hashCreations(into hasher: inout Hasher) {
    CreationCoordinator.lock.withLock { decisions in
      for factory in index.all { hasher.combine(store.slot(of: factory).state) }
      hasher.combine(Set(decisions.startingOver.map(\.thread.key)))
    }
  }
}
