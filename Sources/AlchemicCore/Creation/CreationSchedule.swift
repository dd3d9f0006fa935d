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
  /// Returns when something has changed, for a thread that has to wait.
  func waitForChange()
  /// Something has changed: the threads that wait may decide again.
  func didChange()
}

extension CreationCoordinator {
  /// The address of the test's schedule, which is kept for good; 0 in every other program.
  private static let scheduleAddress = Atomic<UInt>(0)

  /// Whether a test orders creations.
  static var isOrdered: Bool {
    @inline(__always) get { scheduleAddress.load(ordering: .relaxed) != 0 }
  }

  /// The schedule that orders the calling thread, if one does.
  @inline(never)
  static var schedule: (any CreationSchedule)? {
    guard let address = UnsafeRawPointer(bitPattern: scheduleAddress.load(ordering: .acquiring))
    else { return nil }
    let schedule = Unmanaged<ScheduleBox>.fromOpaque(address).takeUnretainedValue().schedule
    return schedule.ordersThisThread ? schedule : nil
  }

  /// How a thread that a schedule orders waits.
  static func waiting(for schedule: any CreationSchedule) -> () -> Void {
    {
      schedule.didDecide(0)
      schedule.waitForChange()
      schedule.willDecide()
    }
  }

  fileprivate static func order(by schedule: (any CreationSchedule)?) {
    let box = schedule.map { Unmanaged.passRetained(ScheduleBox($0)) }
    scheduleAddress.store(box.map { UInt(bitPattern: $0.toOpaque()) } ?? 0, ordering: .releasing)
  }

  private final class ScheduleBox: Sendable {
    let schedule: any CreationSchedule
    init(_ schedule: any CreationSchedule) { self.schedule = schedule }
  }
}

/// Orders the threads of a test by a schedule from now on; other threads are not affected.
///
/// - Parameter schedule: Nil to order no thread any more.
package func orderCreations(by schedule: (any CreationSchedule)?) {
  CreationCoordinator.order(by: schedule)
}

extension Model {
  /// Hashes what the coordinator's decisions about this model depend on, besides the threads: for a test that recognises a
  /// state in which it was before.
  package func hashCreations(into hasher: inout Hasher) {
    CreationCoordinator.lock.withLock { decisions in
      for factory in index.all { hasher.combine(factory.state) }
      hasher.combine(Set(decisions.startingOver.keys))
    }
  }
}
