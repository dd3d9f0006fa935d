#if canImport(CreationWebs)
import AlchemicTestSupport
import CreationWebs
import Testing

@Suite struct StopWebTests {
  @Test("Q1: random webs of up to ten classes are stopped in the order of their needs")
  func order() async throws {
    let seed = UInt64.random(in: 1...1_000_000)
    var trial = StopTrial(seed: seed)
    try await trial.inOrder(Effort.of(2_000))
    #expect(trial.findings == [], "seed \(seed)")
    #expect(trial.webs >= Effort.of(2_000))
  }

  @Test("Q1, Q2: what threads make while a web is stopped is stopped, or refused")
  func whileMaking() async throws {
    let seed = UInt64.random(in: 1...1_000_000)
    var trial = StopTrial(seed: seed)
    try await trial.whileMaking(Effort.of(2_000))
    #expect(trial.findings == [], "seed \(seed)")
    #expect(trial.webs >= Effort.of(2_000))
  }
}
#endif
