/// A thread that waits for a task, and runs it meanwhile.
///
/// A thread of the pool that waits for others of the pool may wait for ever: there are only as many
/// as processors.
package final class TaskThread: TaskExecutor {
  private final class State {
    var jobs = Queue<UnownedJob>()
    var isEnded = false
  }

  private let state = Locked(State())

  /// The thread that runs the calling task; nil if the pool does. An unstructured task inherits
  /// this value, but not the executor: its creator has to name it.
  @TaskLocal static var current: TaskThread?

  private init() {}

  /// Runs an asynchronous function on the calling thread, which it blocks. Actors with threads of
  /// their own, such as the main actor, keep to these.
  package static func run<Result: Sendable>(
    _ body: @escaping @Sendable () async -> Result
  ) -> Result {
    let thread = TaskThread()
    let result = Locked<Result?>(nil)
    Task(executorPreference: thread) {
      let value = await $current.withValue(thread) { await body() }
      result.withLock { $0 = value }
      thread.state.withLock { $0.isEnded = true }
      thread.state.announceChange()
    }
    while let job = thread.next { job.runSynchronously(on: thread.asUnownedTaskExecutor()) }
    // The task has stored it before it ended.
    return result.withLock { $0.unsafelyUnwrapped }
  }

  /// Waits for the next job; nil after the end of the function.
  private var next: UnownedJob? {
    state.wait { state -> UnownedJob?? in
      if let job = state.jobs.popFirst() { return .some(job) }
      return state.isEnded ? .some(nil) : nil
    }
  }

  /// Tasks that go on after the end of the function are for the pool.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isEnded = state.withLock { state in
      if !state.isEnded { state.jobs.append(job) }
      return state.isEnded
    }
    if isEnded { return globalConcurrentExecutor.enqueue(job) }
    state.announceChange()
  }
}
