package import Testing

/// Gives each job of a task a thread of its own: who blocks it takes no thread from other tasks.
package final class OwnThreads: TaskExecutor {
  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    startThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Runs tests on threads of their own.
///
/// The pool has as many threads as there are processors. If each of them runs a test that waits for
/// a task, no task ever runs.
package struct OwnThreadsTrait: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(OwnThreads(), operation: function)
  }
}

extension Trait where Self == OwnThreadsTrait {
  /// For tests that block their thread.
  package static var ownThreads: Self { OwnThreadsTrait() }
}
