import Testing

@testable import AlchemicCore

@Suite struct CreationProgressTests {
  // Identities only: no thread runs here.
  private let me = ThreadID(number: 1)
  private let other = ThreadID(number: 2)

  @Test("I12: every state and every question has one answer")
  func decides() {
    let expected: [(CreationProgress, CreationProgress.LeadsBack, CreationProgress.Step)] = [
      (.absent, .no, .make),
      (.present, .no, .take),
      (.making(by: me), .no, .cycle),
      (.making(by: other), .no, .wait(for: other)),
      (.making(by: other), .untilTaken, .wait(for: other)),
      (.making(by: other), .forGood, .cycle),
      (.making(by: other), .untilPostponed, .wait(for: other)),
      (.stored(by: me), .no, .take),
      (.stored(by: other), .no, .wait(for: other)),
      (.stored(by: other), .untilTaken, .take),
      (.stored(by: other), .forGood, .take),
      (.stored(by: other), .untilPostponed, .take),
      (.complete(by: me), .no, .take),
      (.complete(by: other), .no, .wait(for: other)),
      (.complete(by: other), .untilTaken, .take),
    ]
    for (progress, leadsBack, step) in expected {
      #expect(progress.next(for: me, leadsBack: { _ in leadsBack }) == step)
    }
  }
}
