#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private enum Job: AlchemicScope {}
private final class Late: Sendable {}
private final class Act: AlchemicStopping, Sendable {
  let onStop: @Sendable () async throws -> Void
  init(_ onStop: @escaping @Sendable () async throws -> Void) { self.onStop = onStop }
  func stop() async throws { try await onStop() }
}

@Suite struct EndsWithinStopsTests {
  @Test("O6: an object that a renewal stops can neither renew nor close") func renewal()
    async throws
  {
    let ids = Log<ProblemID?>()
    try await Alchemic.withModel {
      $0.register(AcScope(Job.self)) {
        Act {
          ids.add(await problems { try await Alchemic.renew(Job.self) }.first?.id)
          ids.add(await problems { try await Alchemic.close(Job.self) }.first?.id)
        }
      }
    } operation: {
      try Alchemic.open(Job.self)
      _ = try AcGet(Act.self)
      try await Alchemic.renew(Job.self)
    }
    #expect(ids.entries == [.isStopping, .isStopping])
  }

  @Test("Q2: a scope that an object opens in its own stop() may create what it needs")
  func scopeWithin() async throws {
    let ids = Log<ProblemID?>()
    try await Alchemic.withModel {
      $0.register { Late() }
      $0.register(AcScope(Job.self), AcFactoryName("inner")) {
        Act {
          ids.add(problems { _ = try AcGet(Late.self) }.first?.id)
          do { try await Alchemic.stop(timeout: .seconds(600)) } catch {
            ids.add((error as? AlchemicError)?.problems.first?.id)
          }
        }
      }
      $0.register(AcFactoryName("outer")) {
        Act {
          try await Alchemic.withScope(Job.self, timeout: .seconds(600)) {
            _ = try AcGet(Act.self, AcName("inner"))
          }
        }
      }
    } operation: {
      _ = try AcGet(Act.self, AcName("outer"))
      try await Alchemic.stop(timeout: .seconds(600))
    }
    #expect(ids.entries == [nil, .isStopping])
  }
}
#endif
