/// Records how long orders take; a program need not have one.
package protocol Metrics: AnyObject, Sendable {
  func record(_ duration: Duration, of order: Order) async
}

/// Keeps all durations in memory.
package actor Latencies: Metrics {
  private var all: [(duration: Duration, number: Int)] = []

  package init() {}

  package func record(_ duration: Duration, of order: Order) {
    all.append((duration, order.number))
  }

  /// The duration that half of the orders did not exceed, the longest one, and its order.
  package var summary: (median: Duration, longest: Duration, number: Int)? {
    let sorted = all.sorted { $0.duration < $1.duration }
    return sorted.last.map { (sorted[sorted.count / 2].duration, $0.duration, $0.number) }
  }
}
