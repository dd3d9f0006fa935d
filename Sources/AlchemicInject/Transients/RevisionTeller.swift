import AlchemicCore

/// Whose turn it is to tell the followers of wires that another revision of a model answers. As with sets,
/// rounds do not nest, and nobody waits for anybody: who comes while hosts are told leaves it to the teller.
final class RevisionTeller: Sendable {
  /// Wires, and the last host that may have seen them as they were.
  typealias Round = (wires: [AnyWire], limit: UInt64)

  private struct State {
    var isTelling = false
    var rounds = Queue<Round>()
  }

  private let state = Locked(State())

  /// Adds what is to be told.
  ///
  /// - Returns: Whether the caller is to tell it.
  func begin(_ round: Round) -> Bool {
    state.withLock { state in
      state.rounds.append(round)
      defer { state.isTelling = true }
      return !state.isTelling
    }
  }

  /// What is to be told next; nil at the end.
  func next() -> Round? {
    state.withLock { state in
      if let round = state.rounds.popFirst() { return round }
      state.isTelling = false
      return nil
    }
  }
}
