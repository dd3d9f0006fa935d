#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private enum Job: AlchemicScope {}
private final class Scoped: Sendable {}

@Suite(.alchemic { $0.register(AcScope(Job.self)) { Scoped() } }) struct OutlivingTaskTests {
  private func leave<R: Sendable>(_ body: @escaping @Sendable () async throws -> R) async throws
    -> R
  {
    let ended = Signal()
    let task = try await Alchemic.withScope(Job.self) {
      Task {
        await waitUntil { ended.isSet }
        return try await body()
      }
    }
    ended.raise()
    return try await task.value
  }

  @Test("O1: an optional is nil after the end of the scope") func optional() async throws {
    #expect(try await leave { try AcGet(Scoped?.self) } == nil)
  }

  @Test("O1: a task that outlives its scope opens one of its own") func another() async throws {
    try await leave { try await Alchemic.withScope(Job.self) { _ = try AcGet(Scoped.self) } }
  }

  @Test("O2: a task that outlives its scope sees one that is open for the model") func ofModel()
    async throws
  {
    try await leave {
      try Alchemic.open(Job.self)
      _ = try AcGet(Scoped.self)
      try await Alchemic.close(Job.self)
    }
  }
}
#endif
