/// The tasks that wait at a slot, and the creation that a task has begun there.
///
/// `CreationCoordinator.lock` guards all of this.
final class SlotTasks {
  /// Cancels a creation. Waits for its end if `waits` is true.
  typealias Cancellation = @Sendable (_ waits: Bool) async -> Void

  /// The tasks that wait until the slot moves, or until its component has no creator.
  var waiting = TaskWaiters()
  /// The number of the creation; nil if none has begun, or if it has ended.
  private var number: ThreadID?
  private var cancellation: Cancellation?
  /// The number of tasks that need the object of the creation.
  private var callers = 0

  /// Records that a task begins a creation.
  func begin(_ creation: ThreadID) { (number, callers) = (creation, 1) }

  /// Records how to cancel a creation, unless it has ended already.
  func permit(_ cancellation: @escaping Cancellation, of creation: ThreadID) {
    if number == creation { self.cancellation = cancellation }
  }

  /// Records that the creation has ended, if there is one.
  func endCreation() { (number, cancellation, callers) = (nil, nil, 0) }

  /// Adds a task that needs the object of the creation.
  ///
  /// - Parameter joined: The creation to which the task was added before.
  /// - Returns: The number of the creation; nil if there is none.
  func join(unlessIn joined: ThreadID?) -> ThreadID? {
    if number != nil, number != joined { callers += 1 }
    return number
  }

  /// Removes a task that no longer needs the object of a creation.
  ///
  /// - Returns: Whether others need it; if not, how to cancel the creation, unless it has ended.
  func leave(_ creation: ThreadID) -> (isNeeded: Bool, cancellation: Cancellation?) {
    guard number == creation else { return (false, nil) }
    callers -= 1
    return callers == 0 ? (false, cancellation) : (true, nil)
  }
}
