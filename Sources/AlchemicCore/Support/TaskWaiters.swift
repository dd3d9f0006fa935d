import Synchronization

/// Tasks that wait for something.
package struct TaskWaiters: Sendable {
  package typealias Continuation = CheckedContinuation<Void, any Error>

  private var continuations: [UInt64: Continuation] = [:]
  /// Those whose task was cancelled before they came here.
  private var cancelled: Set<UInt64> = []

  package init() {}

  /// A number for a task that is about to wait.
  package static func nextNumber() -> UInt64 {
    numbers.add(1, ordering: .relaxed).newValue
  }

  private static let numbers = Atomic<UInt64>(0)

  var isEmpty: Bool { continuations.isEmpty }

  /// Adds a task that waits.
  ///
  /// - Returns: Whether it waits now: not if it was cancelled meanwhile.
  package mutating func add(_ continuation: Continuation, number: UInt64) -> Bool {
    if cancelled.remove(number) != nil { return false }
    continuations[number] = continuation
    return true
  }

  /// Takes out a task that was cancelled, if it waits already.
  package mutating func cancel(_ number: UInt64) -> Continuation? {
    if let continuation = continuations.removeValue(forKey: number) { return continuation }
    cancelled.insert(number)
    return nil
  }

  /// Forgets a task that came back.
  package mutating func forget(_ number: UInt64) { cancelled.remove(number) }

  /// Takes out all that wait, for who lets them go on outside the lock.
  package mutating func takeAll() -> TaskWaiters {
    var taken = TaskWaiters()
    swap(&taken.continuations, &continuations)
    return taken
  }

  /// Lets all of them go on.
  package mutating func resumeAll(with result: Result<Void, any Error>) {
    let all = continuations.sorted { $0.key < $1.key }
    continuations = [:]
    all.forEach { $0.value.resume(with: result) }
  }
}
