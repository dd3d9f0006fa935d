#if canImport(CreationWebs)
import AlchemicTestSupport
import AlchemicTesting
import CreationWebs
import ModelEnds
import Testing

/// The ends of models, against threads that use them. The program `CreationProof` tries more.
@Suite(.serialized) struct EndProofTests {
  @Test("no order of two threads uses a model after its end, or keeps it")
  func pairs() {
    var proof = EndProof()
    let parts = Effort.isSanitized ? 264 : 88
    let part = Int.random(in: 0..<parts)
    proof.everyPair(part: part, of: parts, atMost: Effort.of(50_000))
    #expect(proof.findings == [], "part \(part) of \(parts)")
    #expect(proof.schedules > proof.trials)
  }

  @Test("no random order of three threads uses a model after its end, or keeps it")
  func threes() {
    var proof = EndProof()
    let seed = UInt64.random(in: 1...1_000_000)
    proof.sample(Effort.of(5_000), seed: seed)
    #expect(proof.findings == [], "seed \(seed)")
    #expect(proof.answers > 0)
  }

  @Test("a fault in the code that ends a model is found", arguments: Fault.allCases)
  func faults(_ fault: Fault) {
    var proof = EndProof()
    proof.find(fault)
    #expect(proof.findings != [])
  }

  @Test(
    "no model that has ended answers threads that come and go, hooks and deinits", .alchemicMain)
  func load() async {
    let seed = UInt64.random(in: 1...1_000_000)
    let load = EndLoad(seed: seed)
    await load.run(Effort.of(10_000))
    #expect(load.findings == [], "seed \(seed)")
    #expect(load.answers > 0)
    #expect(load.threads > 0)
  }
}
#endif
