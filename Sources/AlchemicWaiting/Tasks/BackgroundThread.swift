import AlchemicRuntime
import AlchemicCore
import CAlchemicRuntime

/// Threads for work that may block. A task that blocks would occupy a thread of the pool that all
/// tasks use.
enum BackgroundThread {
  private final class Job {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }

    /// Runs the job whose address the system has passed to its thread.
    static func run(at address: UInt) { Borrowed<Job>(at: address)?.take().run() }
  }

  /// Runs `body` on a new thread, and returns without waiting. If the system provides no thread,
  /// runs it on this one.
  static func run(_ body: @escaping @Sendable () -> Void) {
    let job = Borrowed.retaining(Job(body))
    let isRunning = alchemic_run_on_thread({ Job.run(at: UInt(bitPattern: $0)) }, job.opaque)
    if !isRunning { job.take().run() }
  }
}
