import Synchronization

/// The age of an object that is created again when it is too old.
final class Age: Sendable {
  /// The moment at which the object becomes too old.
  private let deadline = Atomic(Nanoseconds.none)
  /// The state of the notification of new objects, as bits.
  private let notice = Atomic<UInt8>(0)

  /// There is, or will be, an object of which the hosts have not been notified.
  private static let isOwed: UInt8 = 1
  /// A thread notifies the hosts of an earlier object.
  private static let isGiven: UInt8 = 2

  /// Records that an object is stored, which may be as old as this.
  func begin(_ expiry: Nanoseconds) { deadline.store(expiry.fromNow, ordering: .releasing) }

  /// Whether the object is too old, or there was none yet.
  var isOver: Bool { deadline.load(ordering: .acquiring).isOver }

  /// Records that an object was too old, so that hosts must be notified of the next one.
  func oweNotice() { notice.bitwiseOr(Self.isOwed, ordering: .releasing) }

  /// Returns whether the caller has to notify the hosts.
  func beginNotice() -> Bool {
    notice.load(ordering: .relaxed) == Self.isOwed
      && notice.compareExchange(
        expected: Self.isOwed, desired: Self.isGiven, ordering: .acquiringAndReleasing
      ).exchanged
  }

  /// Records that the caller has notified the hosts.
  func endNotice() { notice.bitwiseAnd(~Self.isGiven, ordering: .releasing) }
}
