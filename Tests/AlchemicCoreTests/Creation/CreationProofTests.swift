#if canImport(CreationWebs)
import AlchemicTestSupport
import CreationWebs
import Testing

/// Creates webs of objects in every order, in random orders, and on real threads, with the
/// library's own code. The program `CreationProof` tries more webs and orders.
@Suite(.serialized, .ownThreads) struct CreationProofTests {
  @Test(
    "I9, I10, I12: every web of up to three classes, in every order of two callers",
    arguments: [1, 2, 3])
  func everyOrder(count: Int) {
    var proof = Proof()
    let parts =
      count == 3 ? 1_200 / Effort.of(60) * (Effort.isDebug && !Effort.isSanitized ? 3 : 1) : 1
    proof.every(count, part: parts / 2, of: parts)
    #expect(proof.findings == [])
    #expect(proof.webs > (count == 2 ? 50 : 3))
    #expect(proof.schedules > proof.webs)
  }

  @Test("O1, O6: objects of a scope that are asked for, set and released, in every order")
  func scopes() throws {
    var proof = Proof()
    let seed = UInt64.random(in: 1...1_000_000)
    try proof.scopes(Effort.of(100), seed: seed)
    #expect(proof.findings == [], "seed \(seed)")
    #expect(proof.schedules > 300)
  }

  @Test("webs of four classes, in every order of two callers")
  func fourClasses() {
    var proof = Proof()
    let seed = UInt64.random(in: 1...1_000_000)
    proof.some(4, webs: Effort.of(200), seed: seed)
    #expect(proof.findings == [], "seed \(seed)")
    #expect(proof.schedules > proof.webs)
  }

  @Test("random webs of up to ten classes, in random orders of two to four callers")
  func randomOrders() {
    var proof = Proof()
    let seed = UInt64.random(in: 1...1_000_000)
    proof.random(Effort.of(5_000), seed: seed)
    #expect(proof.findings == [], "seed \(seed)")
    #expect(proof.schedules >= Effort.of(5_000))
  }

  @Test("random webs of up to ten classes, made by two to eight threads and tasks")
  func realThreads() {
    var proof = Proof()
    let seed = UInt64.random(in: 1...1_000_000)
    proof.threads(Effort.of(2_000), seed: seed)
    #expect(proof.findings == [], "seed \(seed)")
    #expect(proof.schedules >= Effort.of(2_000))
  }
}
#endif
