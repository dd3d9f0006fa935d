import Synchronization

/// Tasks that wait for something.
package struct TaskWaiters: Sendable {
  private typealias Continuation = CheckedContinuation<Void, any Error>

  private var continuations = [Int: Continuation]()

  package init() {}

  /// A number for a task that is about to wait.
  package static func nextNumber() -> Int {
    numbers.add(1, ordering: .relaxed).newValue
  }

  private static let numbers = Atomic<Int>(0)

  var isEmpty: Bool { continuations.isEmpty }

  /// Waits until somebody lets the task go on.
  ///
  /// - Parameter enter: Calls what it is given under the lock that guards the waiters, with these
  ///   and with how the wait ends if there is nothing to wait for.
  /// - Throws: What it ends with; `CancellationError` if the task is cancelled before.
  package static func wait(
    _ enter: @Sendable (_ body: (inout TaskWaiters, Result<Void, any Error>?) -> Void) -> Void
  ) async throws {
    let number = nextNumber()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        var result: Result<Void, any Error>?
        enter { waiters, end in result = end ?? waiters.add(continuation, number: number) }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      var continuation: Continuation?
      // If it does not wait yet, it will see that it was cancelled.
      enter { waiters, _ in continuation = waiters.continuations.removeValue(forKey: number) }
      continuation?.resume(throwing: CancellationError())
    }
  }

  /// Adds the task that runs here; a failure if it was cancelled.
  ///
  /// That is asked under the lock: who cancels says so first, and looks here afterwards. Nothing
  /// has to be remembered here of a task that does not wait yet, and so nothing is lost when others
  /// are put in place of these waiters.
  private mutating func add(
    _ continuation: Continuation, number: Int
  ) -> Result<Void, any Error>? {
    if Task.isCancelled { return .failure(CancellationError()) }
    continuations[number] = continuation
    return nil
  }

  /// Takes out all that wait, for who lets them go on outside the lock.
  package mutating func takeAll() -> TaskWaiters {
    var taken = TaskWaiters()
    swap(&taken.continuations, &continuations)
    return taken
  }

  /// Lets all of them go on.
  package mutating func resumeAll(with result: Result<Void, any Error>) {
    if isEmpty { return }
    let taken = takeAll().continuations
    for number in Array(taken.keys).ordered(byNumber: \.self) {
      taken[number]?.resume(with: result)
    }
  }
}
