import Synchronization

/// Counts living objects. Each object retains a ``Life``.
package final class LifeTracker: Sendable {
  private let begun = Atomic<Int>(0)
  private let ended = Atomic<Int>(0)

  package init() {}

  /// Returns the value that an object stores in a constant property.
  package func life() -> Life { Life(self) }

  /// How many have been made.
  package var made: Int { begun.load(ordering: .acquiring) }

  /// How many live.
  package var living: Int { made - ended.load(ordering: .acquiring) }

  /// Represents one object's life, for as long as the object retains it.
  package final class Life: Sendable {
    private let tracker: LifeTracker

    fileprivate init(_ tracker: LifeTracker) {
      self.tracker = tracker
      tracker.begun.add(1, ordering: .acquiringAndReleasing)
    }

    deinit { tracker.ended.add(1, ordering: .acquiringAndReleasing) }
  }
}
