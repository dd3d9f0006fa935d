#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private enum Job: AlchemicScope {}
private protocol Second: AnyObject, Sendable {}
private final class First: @unchecked Sendable { @Injected var second: (any Second)? }
private final class Late: Second, @unchecked Sendable { @Injected var first: First }

@Suite struct DiscoveryInScopeTests {
  @Test("O1: a discovery that closes a ring leaves the objects of open scopes") func ring()
    async throws
  {
    let model = try makeModel { $0.register(AcScope(Job.self)) { First() } }
    try await CurrentModel.withModel(model) {
      try await Alchemic.withScope(Job.self) {
        let first: First = try AcGet()
        try extend(model) { $0.register(AcScope(Job.self)) { Late() } }
        let late: Late = try AcGet()
        #expect(try AcGet(First.self) === first)
        #expect(late.first === first)
      }
    }
  }
}
#endif
