import AlchemicCore

/// Decides which thread notifies the followers of resolvers that another revision of a model
/// answers. As with sets, rounds do not nest, and no thread waits for another: a thread that comes
/// while hosts are notified leaves its round to the thread that notifies them.
final class RevisionNotifier: Sendable {
  /// Resolvers, and the last host that may have seen them as they were.
  typealias Round = (resolvers: [Resolver], limit: UInt64)

  private struct State {
    var isNotifying = false
    var rounds = Queue<Round>()
  }

  private let state = Locked(State())

  /// Adds a round.
  ///
  /// - Returns: Whether the caller has to do it.
  func begin(_ round: Round) -> Bool {
    state.withLock { state in
      state.rounds.append(round)
      defer { state.isNotifying = true }
      return !state.isNotifying
    }
  }

  /// The next round; nil at the end.
  func next() -> Round? {
    state.withLock { state in
      if let round = state.rounds.popFirst() { return round }
      state.isNotifying = false
      return nil
    }
  }
}
