/// Something whose callers come to the coordinator in every order.
package protocol Explored: CustomStringConvertible {
  associatedtype Operation
  /// What each caller does.
  var operations: [Operation] { get }
  /// Hashes what the callers share, to recognise a state; nil to choose at every step.
  var hashState: ((inout Hasher) -> Void)? { get }

  /// Discards the outcomes of the last run.
  func reset()
  /// Runs the operation of one caller.
  func run(_ caller: Int)
  /// What is wrong after all callers have ended; empty if nothing is.
  func findings() -> [String]
}

/// Takes every order in which callers can come to the coordinator.
package struct Exploration {
  /// How many orders were taken.
  package private(set) var schedules = 0
  /// The findings, each with its web and order.
  package private(set) var findings: [String] = []
  private let turns: TurnSchedule

  package init(_ turns: TurnSchedule) { self.turns = turns }

  /// Takes every order of one trial, or as many as are allowed.
  package mutating func explore(_ trial: some Explored, atMost limit: Int = .max) {
    turns.begin(hashing: trial.hashState)
    let start = schedules
    var script: [Int]? = []
    while let next = script, findings.count < 10, schedules - start < limit {
      script = following(run(trial, next))
    }
  }

  /// Takes so many random orders of one trial.
  package mutating func sample(
    _ trial: some Explored, _ count: Int, _ random: inout some RandomNumberGenerator
  ) {
    var generator = random
    turns.begin(hashing: nil)
    turns.chooser = { Int.random(in: 0..<$0, using: &generator) }
    defer {
      turns.chooser = nil
      random = generator
    }
    for _ in 0..<count where findings.count < 10 { _ = run(trial, []) }
  }

  private mutating func run(_ trial: some Explored, _ script: [Int]) -> [(count: Int, chosen: Int)]
  {
    trial.reset()
    turns.run(
      trial.operations.indices.map { caller in { trial.run(caller) } }, script: script,
      description: { trial.description })
    schedules += 1
    for finding in trial.findings() {
      findings.append(
        "\(trial.description), \(turns.choices.map(\.chosen)): \(finding)")
    }
    return turns.choices
  }

  /// The next order in a walk through the tree of choices, depth first; nil after the last one.
  private func following(_ choices: [(count: Int, chosen: Int)]) -> [Int]? {
    guard let last = choices.lastIndex(where: { $0.chosen + 1 < $0.count }) else { return nil }
    return choices[..<last].map(\.chosen) + [choices[last].chosen + 1]
  }
}
