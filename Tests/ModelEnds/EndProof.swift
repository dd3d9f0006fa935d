import AlchemicTestSupport
import CreationWebs

/// The trials of the ends of models, and their findings.
package struct EndProof {
  package private(set) var trials = 0
  package private(set) var schedules = 0
  /// How many requests were answered.
  package private(set) var answers = 0
  package private(set) var findings: [String] = []
  private typealias Action = EndTrial.Action

  package init() {}

  /// Every order of the steps of two threads with one action each.
  ///
  /// - Parameters:
  ///   - part: Which of so many parts to try.
  ///   - limit: How many orders of the same actions to try.
  package mutating func everyPair(part: Int = 0, of parts: Int = 1, atMost limit: Int = .max) {
    explore(threads: 2) { exploration, turns, answers in
      var (number, trials) = (0, 0)
      for manner in EndTrial.Manner.allCases {
        for (position, first) in Action.allCases.enumerated() {
          for second in Action.allCases[position...] {
            number += 1
            guard number % parts == part else { continue }
            let trial = EndTrial([[first], [second]], manner, on: turns)
            trials += 1
            exploration.explore(trial, atMost: limit)
            answers += trial.answers
            if exploration.findings.count >= 10 { return trials }
          }
        }
      }
      return trials
    }
  }

  /// Every order of two threads that show a fault, in code with that fault.
  package mutating func find(_ fault: Fault) {
    let action: Action = fault == .endlessShares ? .scope : .request
    explore(threads: 2) { exploration, turns, answers in
      let manner = EndTrial.Manner(
        delaysStores: fault.isLate, hasNewThreads: false, sharesOne: false)
      let trial = EndTrial([[action], [.reset]], manner, fault: fault, on: turns)
      exploration.explore(trial)
      answers += trial.answers
      return 1
    }
  }

  /// Random orders of three threads with one to three actions each.
  ///
  /// - Parameter count: How many orders.
  package mutating func sample(_ count: Int, seed: UInt64) {
    var random = SplitMix(seed)
    explore(threads: 3) { exploration, turns, answers in
      var trials = 0
      while exploration.schedules < count, exploration.findings.count < 10 {
        let actions = (0..<3).map { _ in
          (0..<Int.random(in: 1...3, using: &random)).map { _ in
            Action.allCases.randomElement(using: &random)!
          }
        }
        let manner = EndTrial.Manner.allCases.randomElement(using: &random)!
        let trial = EndTrial(actions, manner, on: turns)
        trials += 1
        exploration.sample(trial, min(50, count - exploration.schedules), &random)
        answers += trial.answers
      }
      return trials
    }
  }

  private mutating func explore(
    threads: Int, _ body: (inout Exploration, TurnSchedule, inout Int) -> Int
  ) {
    let turns = TurnSchedule(threads, ordersCreations: false)
    defer {
      turns.end()
      let last = Steps.current
      Steps.current = nil
      withExtendedLifetime(last) {}
    }
    var exploration = Exploration(turns)
    trials += body(&exploration, turns, &answers)
    schedules += exploration.schedules
    findings += exploration.findings
  }
}
