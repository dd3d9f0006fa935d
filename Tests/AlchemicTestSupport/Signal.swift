import Synchronization
package import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A signal that one thread raises and others wait for.
package final class Signal: Sendable {
  private let isRaised = Atomic<Bool>(false)
  package init() {}

  /// Whether it was raised.
  package var isSet: Bool { isRaised.load(ordering: .acquiring) }

  package func raise() { isRaised.store(true, ordering: .releasing) }

  /// Waits until the signal is raised, or the time is over.
  ///
  /// - Returns: Whether the signal was raised.
  @discardableResult
  package func wait(seconds: Double = 20) -> Bool {
    waitUntil(seconds: seconds) { isSet }
  }
}

/// Lets others run for so long.
package func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }

/// Runs `body` on a thread of its own, and records an issue if that has not come to its end in
/// time. The thread is then left where it hangs, so that the other tests continue.
package func inTime(
  _ seconds: Double = 60, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable () -> Void
) {
  let done = Counter()
  startThread {
    body()
    done.increment()
  }
  if !waitUntil(seconds: seconds, { done.value > 0 }) {
    Issue.record("it hangs", sourceLocation: sourceLocation)
  }
}
