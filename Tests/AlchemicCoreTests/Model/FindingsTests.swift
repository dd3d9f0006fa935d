import AlchemicRuntime
import AlchemicTestSupport
import Testing

@testable import AlchemicCore

@Suite struct FindingsTests {
  @Test("a finding holds for its revision, and an earlier one does not replace it")
  func revisions() {
    let findings = Findings()
    let factories = (0..<2).map { position in
      let facts = FactoryFacts(
        name: "\(position)", product: Int.self, origin: .code, making: .anywhere, location: nil)
      return Factory(facts, at: position, .none)
    }
    func settable() -> Factory? { findings.settable(for: Int.self)?.object }
    findings.add(.settable, of: Int.self, in: 1, factories[0])
    #expect(settable() === factories[0])
    findings.advance()
    #expect(settable() == nil)
    let (wasSettable, wasPlain) = (
      findings.wasKnown(.settable, of: Int.self), findings.wasKnown(.plain, of: Int.self)
    )
    #expect(wasSettable && !wasPlain)
    findings.add(.settable, of: Int.self, in: 2, factories[1])
    findings.add(.settable, of: Int.self, in: 1, factories[0])
    #expect(settable() === factories[1])
  }
}
