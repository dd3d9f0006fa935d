import Synchronization

/// The continuations of tasks that wait for an event.
package struct TaskWaiters: Sendable {
  typealias Continuation = CheckedContinuation<Void, any Error>

  private var continuations: [(number: Int, continuation: Continuation)] = []

  package init() {}

  /// Returns a unique number for a task that is about to wait.
  package static func nextNumber() -> Int {
    numbers.add(1, ordering: .relaxed).newValue
  }

  private static let numbers = Atomic<Int>(0)

  package var isEmpty: Bool { continuations.isEmpty }

  /// Adds the current task, or returns a failure if it was cancelled.
  ///
  /// The check happens under the lock. Cancellation first sets the task's flag and then searches
  /// the waiters, so no cancellation is lost, even if other waiters replace these.
  mutating func add(_ continuation: Continuation, number: Int) -> Result<Void, any Error>? {
    if Task.isCancelled { return .failure(CancellationError()) }
    continuations.append((number, continuation))
    return nil
  }

  mutating func remove(_ number: Int) -> Continuation? {
    let index = continuations.firstIndex { $0.number == number }
    return index.map { continuations.remove(at: $0).continuation }
  }

  /// Removes and returns all waiters, so that the caller can resume them outside the lock.
  package mutating func takeAll() -> TaskWaiters {
    var taken = TaskWaiters()
    swap(&taken.continuations, &continuations)
    return taken
  }

  /// Removes and resumes all waiters, in the order of their numbers.
  @inline(never)
  package mutating func resumeAll(with result: Result<Void, any Error>) {
    if isEmpty { return }
    let taken = takeAll().continuations
    for waiter in taken.ordered(byNumber: \.number) { waiter.continuation.resume(with: result) }
  }
}
