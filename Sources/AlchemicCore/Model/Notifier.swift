import Synchronization

/// Whether the followers of a slot are being notified: what is decided, without threads.
///
/// A set that comes while another thread notifies leaves it to that thread to notify once more:
/// rounds do not nest, and no thread waits for another.
package enum NotificationTurn: UInt8, AtomicRepresentable {
  case idle, notifying
  /// An object was stored since the round began.
  case again

  /// An object was stored. Returns whether the caller has to notify; if not, another thread does so
  /// once more.
  package mutating func begin() -> Bool {
    let isIdle = self == .idle
    self = isIdle ? .notifying : .again
    return isIdle
  }

  /// The round is over. Returns whether the caller has to notify once more.
  package mutating func end() -> Bool {
    let goesOn = self == .again
    self = goesOn ? .notifying : .idle
    return goesOn
  }
}

/// Decides which thread notifies the hosts that follow the object of a slot.
package final class Notifier: Sendable {
  private let turn = Atomic(NotificationTurn.idle)
  /// The last host to notify in the next round: those that came later have the new value already.
  private let limit = Atomic<UInt64>(0)

  /// Has the followers be notified of an object that was just stored; under
  /// `CreationCoordinator.lock`.
  ///
  /// - Returns: Whether the caller has to notify them; if not, another thread does so once more.
  func begin() -> Bool {
    // A host that follows later sees the version that was given under the same lock. The limit
    // never falls, and the thread that notifies sees it when it ends its round.
    limit.store(FollowerSequence.latest, ordering: .relaxed)
    // Where no thread notifies, none ends a round; and others begin under the same lock.
    if turn.load(ordering: .acquiring) == .idle {
      turn.store(.notifying, ordering: .releasing)
      return true
    }
    return change { $0.begin() }
  }

  package var roundLimit: UInt64 { limit.load(ordering: .acquiring) }

  /// Whether the caller has to notify once more.
  package func end() -> Bool { change { $0.end() } }

  /// Writes also where nothing changes: the thread that notifies has to see the limit of every
  /// thread that left it to it.
  private func change(_ decide: (inout NotificationTurn) -> Bool) -> Bool {
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

  /// The number of the last host.
  package static var latest: UInt64 { counter.load(ordering: .acquiring) }

  /// The number of the next one.
  package static func next() -> UInt64 {
    counter.add(1, ordering: .acquiringAndReleasing).newValue
  }
}
