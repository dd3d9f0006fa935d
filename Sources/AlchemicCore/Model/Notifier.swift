import Synchronization

/// Whether a thread notifies the followers of a slot: the decisions alone, without threads.
///
/// If a thread stores an object while another thread notifies, the other thread notifies once more.
/// Rounds therefore do not nest, and no thread waits for another.
package enum NotificationTurn: UInt8, AtomicRepresentable {
  case idle, notifying
  /// An object was stored after the round began.
  case again

  /// Records that an object was stored. Returns whether the caller has to notify; if not, the
  /// thread that notifies does so once more.
  package mutating func begin() -> Bool {
    let isIdle = self == .idle
    self = isIdle ? .notifying : .again
    return isIdle
  }

  /// Ends a round. Returns whether the caller has to notify once more.
  package mutating func end() -> Bool {
    let goesOn = self == .again
    self = goesOn ? .notifying : .idle
    return goesOn
  }
}

/// Decides which thread notifies the hosts that follow the object of a slot.
package final class Notifier: Sendable {
  private let turn = Atomic(NotificationTurn.idle)
  /// The last host to notify in the next round. Hosts that came later have the new value already.
  private let limit = Atomic<UInt64>(0)

  /// Begins to notify the followers of an object that was just stored. The caller holds
  /// `CreationCoordinator.lock`.
  ///
  /// - Returns: Whether the caller has to notify; if not, another thread does so once more.
  func begin() -> Bool {
    // A host that follows later reads the version that was set under the same lock. The limit never
    // falls, and the thread that notifies reads it when it ends its round.
    limit.store(FollowerSequence.latest, ordering: .relaxed)
    // If no thread notifies, no thread ends a round, and others begin one only under the same lock.
    if turn.load(ordering: .acquiring) == .idle {
      turn.store(.notifying, ordering: .releasing)
      return true
    }
    return change { $0.begin() }
  }

  package var roundLimit: UInt64 { limit.load(ordering: .acquiring) }

  /// Ends a round. Returns whether the caller has to notify once more.
  package func end() -> Bool { change { $0.end() } }

  /// Writes even if the state stays the same: the thread that notifies must see the limit of every
  /// thread that left the notification to it.
  @inline(__always)
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

/// The order in which hosts were injected: one counter for all hosts that follow an answer.
package enum FollowerSequence {
  private static let counter = Atomic<UInt64>(0)

  /// The number of the most recent host.
  package static var latest: UInt64 { counter.load(ordering: .acquiring) }

  /// Returns the number of the next host.
  package static func next() -> UInt64 {
    counter.add(1, ordering: .acquiringAndReleasing).newValue
  }
}
