import AlchemicTestSupport
import Testing

@testable import AlchemicCore

@Suite(.timeLimit(.minutes(10))) struct TaskWaitersTests {
  @Test("L6: a cancelled task does not wait, even if a reset runs before it would begin to")
  func cancelledBeforeOthersCome() async {
    let waiters = Locked(TaskWaiters())
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await TaskWaiters.wait { body in
        waiters.withLock { waiters in
          // Does what a reset does, each time before the task begins to wait.
          waiters = TaskWaiters()
          body(&waiters, nil)
        }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("L6: a task that waits continues with an error when it is cancelled")
  func cancelledWhileItWaits() async {
    let waiters = Locked(TaskWaiters())
    let task = Task {
      try await TaskWaiters.wait { body in waiters.withLock { body(&$0, nil) } }
    }
    await waitUntil { waiters.withLock { !$0.isEmpty } }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(waiters.withLock { $0.isEmpty })
  }
}
