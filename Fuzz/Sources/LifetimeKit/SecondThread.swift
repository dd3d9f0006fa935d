import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The second thread of all programs. It runs one job at a time.
final class SecondThread: @unchecked Sendable {
  // Proof: `job` is written before `jobs` is signalled and read after that; `isIdle` and `thread`
  // belong to the first thread, but for the comparison in `isCurrent`, which needs a value that
  // `init` has set.

  static let shared = SecondThread()

  private let jobs = DispatchSemaphore(value: 0)
  private let ends = DispatchSemaphore(value: 0)
  private var job: (() -> Void)?
  private(set) var isIdle = true
  #if canImport(Darwin)
  private var thread: pthread_t?
  #else
  private var thread = pthread_t()
  #endif

  private init() {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 8 << 20)
    let failure = pthread_create(
      &thread, &attributes,
      { _ in
        SecondThread.shared.loop()
        return nil
      }, nil)
    guard failure == 0 else { fatalError("The system has no second thread") }
  }

  private func loop() {
    while true {
      jobs.wait()
      let now = job
      job = nil
      now?()
      ends.signal()
    }
  }

  var isCurrent: Bool {
    #if canImport(Darwin)
    thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
    #else
    pthread_equal(thread, pthread_self()) != 0
    #endif
  }

  /// Runs a job on the second thread. The caller waits for the end of the one before.
  func begin(_ job: @escaping () -> Void) {
    self.job = job
    isIdle = false
    jobs.signal()
  }

  /// Waits for the end of the job.
  ///
  /// - Returns: Whether it came within that time.
  func wait(milliseconds: Int) -> Bool {
    if isIdle { return true }
    guard ends.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else { return false }
    isIdle = true
    return true
  }
}
