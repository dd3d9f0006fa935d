import Synchronization

/// A time in one word: a duration, or a moment of the continuous clock since the first use.
struct Nanoseconds: Hashable, Sendable, AtomicRepresentable {
  typealias AtomicRepresentation = Int.AtomicRepresentation

  let count: Int

  private init(count: Int) { self.count = count }

  /// No duration, or a moment that is always over.
  static var none: Nanoseconds { Nanoseconds(count: 0) }

  /// A duration of more than 146 years becomes 146 years.
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let whole = min(max(seconds, 0), Int64(Int.max / 2_000_000_000)) * 1_000_000_000
    count = max(Int(whole + attoseconds / 1_000_000_000), 1)
  }

  var duration: Duration? { count == 0 ? nil : .nanoseconds(count) }

  private static let first = ContinuousClock.now

  /// This moment.
  static var now: Nanoseconds { Nanoseconds(ContinuousClock.now - first) }

  /// The moment that comes this duration after now.
  var fromNow: Nanoseconds { Nanoseconds(count: Nanoseconds.now.count + count) }

  /// Whether the moment is over.
  var isOver: Bool { Nanoseconds.now.count >= count }

  static func encodeAtomicRepresentation(_ value: consuming Self) -> AtomicRepresentation {
    Int.encodeAtomicRepresentation(value.count)
  }

  static func decodeAtomicRepresentation(_ storage: consuming AtomicRepresentation) -> Self {
    Nanoseconds(count: Int.decodeAtomicRepresentation(storage))
  }
}
