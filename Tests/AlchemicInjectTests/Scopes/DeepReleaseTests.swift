#if Scopes
import AlchemicCore
import AlchemicInject
import AlchemicScopes
import AlchemicTestSupport
import AlchemicTesting
import Testing

private enum Job: AlchemicScope {}
private final class Small: Sendable {}

@Suite struct DeepReleaseTests {
  @Test("O6: a scope of 4,000 objects is released on half a megabyte") func release() throws {
    let count = 4_000
    let model = try makeModel { model in
      for number in 0..<count {
        model.register(AcScope(Job.self), AcFactoryName("\(number)")) { Small() }
      }
    }
    onStack(of: 512 << 10) {
      CurrentModel.withModel(model) {
        guard var scope = try? model.beginScope(of: ScopeKind(Job.self), by: .init("test", nil))
        else { return }
        CurrentScope.run(in: scope) {
          for number in 0..<count { _ = try? AcGet(Small.self, AcName("\(number)")) }
        }
        _ = Scope.endAtOnce(&scope)
      }
    }
  }
}
#endif
