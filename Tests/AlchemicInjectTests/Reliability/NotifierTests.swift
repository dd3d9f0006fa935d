import Testing

@testable import AlchemicInject

/// Simulates threads that set one object at once, in every order of their steps.
private struct Setters: Hashable {
  enum Turn: Hashable {
    case store, begin
    /// Notifies the follower of this number.
    case tell(Int)
    /// A hook sets the same object. It stores, and leaves the notification to the round that runs.
    case storeInHook, beginInHook
    case end, done
  }

  var turn = NotificationTurn.idle
  /// The number of sets, which a follower reads when it is notified.
  var value = 0
  var seen: [Int]
  var turns: [Turn]
  /// Which setters have still to set in a hook.
  var setsInHook: [Bool]

  init(_ count: Int, followers: Int, setsInHook: Bool) {
    seen = Array(repeating: 0, count: followers)
    turns = Array(repeating: .store, count: count)
    self.setsInHook = Array(repeating: setsInHook, count: count)
  }

  var notifying: Int {
    turns.count {
      switch $0 {
      case .tell, .storeInHook, .beginInHook, .end: true
      case .store, .begin, .done: false
      }
    }
  }

  /// - Returns: False if a hook began a second round.
  mutating func advance(_ setter: Int) -> Bool {
    switch turns[setter] {
    case .store:
      value += 1
      turns[setter] = .begin
    case .begin: turns[setter] = turn.begin() ? .tell(0) : .done
    case .tell(let follower):
      seen[follower] = value
      let next: Turn = follower + 1 < seen.count ? .tell(follower + 1) : .end
      if follower == 0, setsInHook[setter] {
        setsInHook[setter] = false
        turns[setter] = .storeInHook
      } else {
        turns[setter] = next
      }
    case .storeInHook:
      value += 1
      turns[setter] = .beginInHook
    case .beginInHook:
      if turn.begin() { return false }
      turns[setter] = seen.count > 1 ? .tell(1) : .end
    case .end: turns[setter] = turn.end() ? .tell(0) : .done
    case .done: break
    }
    return true
  }
}

@Suite struct NotifierTests {
  @Test(
    "in every order of three sets one thread notifies at a time; every follower reads the last set",
    arguments: [false, true])
  func everySchedule(setsInHook: Bool) {
    var open = [Setters(3, followers: 2, setsInHook: setsInHook)]
    var seen: Set<Setters> = []
    var ends = 0
    while let state = open.popLast() {
      #expect(state.notifying <= 1)
      let ready = state.turns.indices.filter { state.turns[$0] != .done }
      if ready.isEmpty {
        ends += 1
        #expect(state.turn == .idle && state.seen.allSatisfy { $0 == state.value })
      }
      for setter in ready {
        var next = state
        let isAlone = next.advance(setter)
        #expect(isAlone)
        if seen.insert(next).inserted { open.append(next) }
      }
    }
    #expect(seen.count > 100 && ends > 0)
  }
}
