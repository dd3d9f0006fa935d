import Synchronization

/// Whether the followers of one factory are being told: what is decided, without threads.
///
/// A set that comes while another one is being told leaves it to the teller to tell once more: rounds do
/// not nest, and nobody waits for anybody.
enum TellingTurn: UInt8, AtomicRepresentable {
  case idle, telling
  /// Somebody has set since the round began.
  case again

  /// Somebody has set. Returns whether they are to tell; if not, somebody else does it once more.
  mutating func begin() -> Bool {
    let isIdle = self == .idle
    self = isIdle ? .telling : .again
    return isIdle
  }

  /// The round is over. Returns whether the teller has to tell once more.
  mutating func end() -> Bool {
    let goesOn = self == .again
    self = goesOn ? .telling : .idle
    return goesOn
  }
}

/// Whose turn it is to tell the followers of one factory.
final class Teller: Sendable {
  private let turn = Atomic(TellingTurn.idle)
  /// The last host to tell in the next round: those that came later have the new value already.
  private let limit = Atomic<UInt64>(0)

  /// Whether the caller is to tell; if not, somebody else does it once more.
  func begin(upTo last: UInt64) -> Bool {
    // The highest of all that ask: a set that is slow to get here must not hide a host from another. It never falls,
    // so most find it high enough.
    if limit.load(ordering: .acquiring) < last { limit.max(last, ordering: .acquiringAndReleasing) }
    return change { $0.begin() }
  }

  var roundLimit: UInt64 { limit.load(ordering: .acquiring) }

  /// Whether the caller has to tell once more.
  func end() -> Bool { change { $0.end() } }

  /// Writes also where nothing changes: the teller is to see the limit of everybody who left it to them.
  private func change(_ decide: (inout TellingTurn) -> Bool) -> Bool {
    var old = turn.load(ordering: .relaxed)
    while true {
      var new = old
      let decision = decide(&new)
      let (exchanged, present) = turn.compareExchange(
        expected: old, desired: new, ordering: .acquiringAndReleasing)
      if exchanged { return decision }
      old = present
    }
  }
}
