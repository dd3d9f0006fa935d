/// Records how long orders take; a program need not have one.
package protocol Metrics: AnyObject, Sendable {
  func record(_ duration: Duration) async
}

/// Keeps all durations in memory.
package actor Latencies: Metrics {
  private var durations: [Duration] = []

  package init() {}

  package func record(_ duration: Duration) {
    durations.append(duration)
  }

  /// The duration that half of the orders did not exceed, and the longest one.
  package var summary: (median: Duration, longest: Duration)? {
    let sorted = durations.sorted()
    return sorted.last.map { (sorted[sorted.count / 2], $0) }
  }
}
