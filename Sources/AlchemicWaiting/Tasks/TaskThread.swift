import AlchemicCore
import AlchemicRuntime

/// A thread that waits for a task, and runs the task meanwhile.
///
/// A thread of the pool that waits for another thread of the pool may wait forever, since the pool
/// has only as many threads as there are processors.
package final class TaskThread: TaskExecutor {
  private final class State {
    var jobs = Queue<UnownedJob>()
    var isEnded = false
  }

  private let state = Locked(State())

  /// The callers on this thread that wait for operations.
  let limits = TimeLimits()

  /// The thread that runs the calling task; nil if the pool runs it. An unstructured task inherits
  /// this value, but not the executor: the code that creates the task must name it.
  @TaskLocal static var current: TaskThread?

  private init() {}

  /// Runs an asynchronous function on the calling thread, and blocks the thread meanwhile. Actors
  /// with their own threads, such as the main actor, still use these.
  static func run<Result: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () async throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let thread = TaskThread()
    let result = Locked<Swift.Result<Result, Failure>?>(nil)
    Task(executorPreference: thread) {
      let value = await $current.withValue(thread) { () async -> Swift.Result<Result, Failure> in
        do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
      }
      result.withLock { $0 = value }
      thread.state.withLock { $0.isEnded = true }
      thread.state.announceChange()
    }
    while let job = thread.next { job.runSynchronously(on: thread.asUnownedTaskExecutor()) }
    // The task has stored it before it ended.
    return try result.withLock { $0.unsafelyUnwrapped }.get()
  }

  /// Waits for the next job; nil after the end of the function.
  private var next: UnownedJob? {
    state.wait { state -> UnownedJob?? in
      if let job = state.jobs.popFirst() { return .some(job) }
      return state.isEnded ? .some(nil) : nil
    }
  }

  /// Tasks that continue after the end of the function run in the pool.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The runtime retains no executor here. As soon as the job is in the queue, the thread may run
    // it, reach the end of the function and release this object. The optimiser must not see this
    // retain, because it takes for granted that the caller retains this object, and so its state.
    let state = Borrowed(state)
    state.retain(times: 1)
    defer { state.release(times: 1) }
    let isEnded = state.object.withLock { state in
      if !state.isEnded { state.jobs.append(job) }
      return state.isEnded
    }
    if isEnded { return globalConcurrentExecutor.enqueue(job) }
    state.object.announceChange()
  }
}
