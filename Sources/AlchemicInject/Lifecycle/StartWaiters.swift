/// The tasks that wait for the end of a start.
struct StartWaiters: Sendable {
  typealias Continuation = CheckedContinuation<Void, any Error>

  private var continuations: [UInt64: Continuation] = [:]
  /// Those whose task was cancelled before they came here.
  private var cancelled: Set<UInt64> = []

  /// Adds a task that waits.
  ///
  /// - Returns: Whether it waits now: not if it was cancelled meanwhile.
  mutating func add(_ continuation: Continuation, number: UInt64) -> Bool {
    if cancelled.remove(number) != nil { return false }
    continuations[number] = continuation
    return true
  }

  /// Takes out a task that was cancelled, if it waits already.
  mutating func cancel(_ number: UInt64) -> Continuation? {
    if let continuation = continuations.removeValue(forKey: number) { return continuation }
    cancelled.insert(number)
    return nil
  }

  /// Forgets a task that came back.
  mutating func forget(_ number: UInt64) { cancelled.remove(number) }

  /// Lets all of them go on.
  mutating func resumeAll(with result: Result<Void, any Error>) {
    let all = continuations.sorted { $0.key < $1.key }
    continuations = [:]
    all.forEach { $0.value.resume(with: result) }
  }
}
