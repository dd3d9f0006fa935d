import AlchemicTestSupport

/// The trials, and their findings.
package struct Proof {
  package private(set) var webs = 0
  package private(set) var schedules = 0
  package private(set) var findings: [String] = []

  package init() {}

  // MARK: Every order

  /// Every order of two callers' steps, in every web of so many classes that is a sound model: each
  /// needs each by an argument, a property or not at all; with hooks or without; eager or lazy; one
  /// fails or none.
  ///
  /// - Parameters:
  ///   - part: Which of so many parts to try.
  package mutating func every(_ count: Int, part: Int = 0, of parts: Int = 1) {
    let turns = TurnSchedule(2)
    defer { turns.end() }
    var exploration = Exploration(turns)
    var number = 0
    for way in Web.distinctNumbers(count) {
      if Web(count: count, number: way, hasHooks: true, isEager: false).hasCycleOfArguments {
        continue
      }
      for failing in [nil] + (0..<count).map({ Optional($0) }) {
        for hasHooks in [true, false] {
          for isEager in [true, false] {
            let web = Web(
              count: count, number: way, hasHooks: hasHooks, isEager: isEager, failing: failing)
            for operations in Self.pairsOfCallers(web) {
              number += 1
              guard number % parts == part else { continue }
              // A web whose model is invalid throws its problems.
              guard let trial = try? Trial(web, operations) else { continue }
              webs += 1
              exploration.explore(trial)
              if exploration.findings.count >= 10 { break }
            }
          }
        }
      }
    }
    schedules = exploration.schedules
    findings = exploration.findings
  }

  /// Every order of two callers' steps, in so many of these webs, picked at random.
  package mutating func some(_ count: Int, webs number: Int, seed: UInt64) {
    var random = SplitMix(seed)
    let turns = TurnSchedule(2)
    defer { turns.end() }
    var exploration = Exploration(turns)
    let ways = Web.pairs(count).reduce(1) { ways, _ in ways * 3 }
    while webs < number, exploration.findings.isEmpty {
      let web = Web(
        count: count, number: Int.random(in: 0..<ways, using: &random),
        hasHooks: Bool.random(using: &random), isEager: Bool.random(using: &random),
        failing: Bool.random(using: &random) ? nil : Int.random(in: 0..<count, using: &random))
      guard let operations = Self.pairsOfCallers(web).randomElement(using: &random),
        let trial = try? Trial(web, operations)
      else { continue }
      webs += 1
      exploration.explore(trial)
    }
    schedules = exploration.schedules
    findings = exploration.findings
  }

  private static func pairsOfCallers(_ web: Web) -> [[Operation]] {
    if web.isEager { return (0..<web.count).map { [.start, .get($0)] } }
    return (0..<web.count).flatMap { first in
      (first..<web.count).filter { web.isReached(from: [first, $0]) }
        .map { [.get(first), .get($0)] }
    }
  }

  // MARK: Scopes

  /// Every order of two callers of a scope, and random orders of three, of which one ends it.
  ///
  /// - Parameter count: How many orders of the same three callers.
  package mutating func scopes(_ count: Int, seed: UInt64) throws {
    typealias Operation = ScopeTrial.Operation
    var random = SplitMix(seed)
    for callers in 2...3 {
      let turns = TurnSchedule(callers)
      defer { turns.end() }
      var exploration = Exploration(turns)
      for first in Operation.allCases where first != .end {
        for second in Operation.allCases where callers == 2 || second != .end {
          webs += 1
          if callers == 2 {
            exploration.explore(try ScopeTrial([first, second]))
          } else {
            exploration.sample(try ScopeTrial([first, second, .end]), count, &random)
          }
        }
      }
      schedules += exploration.schedules
      findings += exploration.findings
    }
  }

  // MARK: Random orders

  /// Random orders of two to four callers' steps, in random webs of three to ten classes.
  package mutating func random(_ count: Int, seed: UInt64) {
    var random = SplitMix(seed)
    var turns: [Int: TurnSchedule] = [:]
    defer { turns.values.forEach { $0.end() } }
    while schedules < count, findings.isEmpty {
      let callers = Int.random(in: 2...4, using: &random)
      guard let trial = Self.randomTrial(callers, &random) else { continue }
      turns[callers]?.resume()
      let schedule = turns[callers] ?? TurnSchedule(callers)
      turns[callers] = schedule
      var exploration = Exploration(schedule)
      exploration.sample(trial, min(50, count - schedules), &random)
      webs += 1
      schedules += exploration.schedules
      findings += exploration.findings.map { "seed \(seed): \($0)" }
    }
  }

  private static func randomTrial(_ callers: Int, _ random: inout SplitMix) -> Trial? {
    var web = Web.random(&random)
    let count = web.count
    if Int.random(in: 0..<3, using: &random) == 0 {
      web.failing = Int.random(in: 0..<count, using: &random)
    }
    // The graph does not show the requests of closures.
    if Int.random(in: 0..<3, using: &random) == 0 {
      for index in 0..<count where Bool.random(using: &random) { web.hidden.insert(index) }
    }
    let isStarted = web.isEager && Bool.random(using: &random)
    let operations: [Operation] = (0..<callers).map { caller in
      isStarted && caller == 0 ? .start : .get(Int.random(in: 0..<count, using: &random))
    }
    return try? Trial(web, operations)
  }

  // MARK: Real threads

  /// Two to eight threads and tasks in random webs.
  package mutating func threads(_ count: Int, seed: UInt64) {
    var random = SplitMix(seed)
    while schedules < count, findings.isEmpty {
      let callers = Int.random(in: 2...8, using: &random)
      guard let trial = Self.randomTrial(callers, &random) else { continue }
      webs += 1
      let tasks = Int.random(in: 0...callers, using: &random)
      for _ in 0..<min(20, count - schedules) {
        trial.reset()
        Watchdog.watch("\(trial.web): \(trial.operations)") {
          onThreads(callers) { caller in
            if caller < tasks {
              let isDone = Signal()
              Task.detached {
                await trial.runAwaiting(caller)
                isDone.raise()
              }
              isDone.wait()
            } else {
              trial.run(caller)
            }
          }
        }
        schedules += 1
        findings += trial.findings().map { "\(trial.web): \(trial.operations): \($0)" }
      }
    }
  }
}

/// Ends the process with a message if something takes too long: threads that hang cannot be ended.
private enum Watchdog {
  static func watch(
    _ description: @autoclosure @escaping @Sendable () -> String, _ body: () -> Void
  ) {
    let isDone = Signal()
    startThread {
      isDone.wait(seconds: 30)
      if !isDone.isSet { fatalError("it hangs: \(description())") }
    }
    body()
    isDone.raise()
  }
}
