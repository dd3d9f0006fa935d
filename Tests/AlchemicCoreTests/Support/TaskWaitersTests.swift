import Testing

@testable import AlchemicCore

@Suite(.timeLimit(.minutes(10))) struct TaskWaitersTests {
  @Test("L6: a task that is cancelled does not wait, also where a reset comes before it begins to")
  func cancelledBeforeOthersCome() async {
    let waiters = Locked(TaskWaiters())
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await TaskWaiters.wait { body in
        waiters.withLock { waiters in
          // As a reset does, each time before the task comes here.
          waiters = TaskWaiters()
          body(&waiters, nil)
        }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("L6: a task that waits goes on when it is cancelled")
  func cancelledWhileItWaits() async {
    let waiters = Locked(TaskWaiters())
    let task = Task {
      try await TaskWaiters.wait { body in waiters.withLock { body(&$0, nil) } }
    }
    while waiters.withLock({ $0.isEmpty }) { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(waiters.withLock { $0.isEmpty })
  }
}
