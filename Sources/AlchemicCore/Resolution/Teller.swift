import Synchronization

/// Whether the followers of one factory are being told: what is decided, without threads.
///
/// A set that comes while another one is being told leaves it to the teller to tell once more: rounds do
/// not nest, and nobody waits for anybody.
package enum TellingTurn: UInt8, AtomicRepresentable {
  case idle, telling
  /// Somebody has set since the round began.
  case again

  /// Somebody has set. Returns whether they are to tell; if not, somebody else does it once more.
  package mutating func begin() -> Bool {
    let isIdle = self == .idle
    self = isIdle ? .telling : .again
    return isIdle
  }

  /// The round is over. Returns whether the teller has to tell once more.
  package mutating func end() -> Bool {
    let goesOn = self == .again
    self = goesOn ? .telling : .idle
    return goesOn
  }
}

/// Whose turn it is to tell the followers of one factory.
package final class Teller: Sendable {
  private let turn = Atomic(TellingTurn.idle)
  /// The last host to tell in the next round: those that came later have the new value already.
  private let limit = Atomic<UInt64>(0)

  /// Has the followers be told of what was just stored; under `CreationCoordinator.lock`.
  ///
  /// - Returns: Whether the caller is to tell them; if not, somebody else does it once more.
  func begin() -> Bool {
    // Whoever follows later sees the version that was given under the same lock. It never falls, and whoever tells sees it when
    // they end their round.
    limit.store(FollowerSequence.latest, ordering: .relaxed)
    // Where nobody tells, nobody ends; and others begin under the same lock.
    if turn.load(ordering: .acquiring) == .idle {
      turn.store(.telling, ordering: .releasing)
      return true
    }
    return change { $0.begin() }
  }

  package var roundLimit: UInt64 { limit.load(ordering: .acquiring) }

  /// Whether the caller has to tell once more.
  package func end() -> Bool { change { $0.end() } }

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

/// The order in which hosts were injected: counts up over all that follow something.
package enum FollowerSequence {
  private static let counter = Atomic<UInt64>(0)

  /// The number of the one that came last.
  package static var latest: UInt64 { counter.load(ordering: .acquiring) }

  /// The number of the next one.
  package static func next() -> UInt64 {
    counter.add(1, ordering: .acquiringAndReleasing).newValue
  }
}
