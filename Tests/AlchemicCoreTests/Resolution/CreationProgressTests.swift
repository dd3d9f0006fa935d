import Testing

@testable import AlchemicCore

@Suite struct CreationProgressTests {
  // Identities only: no thread runs here.
  private let me = ThreadID(number: 1)
  private let other = ThreadID(number: 2)

  @Test("I12: every state and every question has one answer")
  func decides() {
    let waitsForMe: (ThreadID) -> Bool = { _ in true }
    let isFree: (ThreadID) -> Bool = { _ in false }
    let expected: [(CreationProgress, (ThreadID) -> Bool, CreationProgress.Step)] = [
      (.absent, isFree, .make),
      (.present, isFree, .take),
      (.making(by: me), isFree, .cycle),
      (.making(by: other), isFree, .wait(for: other)),
      (.making(by: other), waitsForMe, .cycle),
      (.stored(by: me), isFree, .take),
      (.stored(by: other), isFree, .wait(for: other)),
      (.stored(by: other), waitsForMe, .take),
    ]
    for (progress, leadsBack, step) in expected {
      #expect(progress.next(for: me, leadsBack: leadsBack) == step)
    }
  }
}
