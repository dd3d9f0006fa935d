import Synchronization

/// A time in one word: a duration, or a moment of the continuous clock since the first use.
struct Nanoseconds: RawRepresentable, Hashable, Sendable, AtomicRepresentable {
  let rawValue: Int

  /// No duration, or a moment that is always over.
  static var none: Nanoseconds { Nanoseconds(rawValue: 0) }

  var duration: Duration? { rawValue == 0 ? nil : .nanoseconds(rawValue) }

  private static let first = ContinuousClock.now

  /// This moment.
  static var now: Nanoseconds { Nanoseconds(ContinuousClock.now - first) }

  /// The moment that comes this duration after now.
  var fromNow: Nanoseconds { Nanoseconds(rawValue: Nanoseconds.now.rawValue + rawValue) }

  /// Whether the moment is over.
  var isOver: Bool { Nanoseconds.now.rawValue >= rawValue }
}

extension Nanoseconds {
  /// A duration of more than 146 years becomes 146 years.
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let whole = min(max(seconds, 0), Int64(Int.max / 2_000_000_000)) * 1_000_000_000
    self.init(rawValue: max(Int(whole + attoseconds / 1_000_000_000), 1))
  }
}
