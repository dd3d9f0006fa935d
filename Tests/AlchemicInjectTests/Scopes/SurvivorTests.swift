#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class Inner: Sendable {}

private final class Outer: Sendable {
  let inner: Inner
  init(_ inner: Inner) { self.inner = inner }
}

private final class Innocent: Sendable {}

@Suite(.alchemicMain) struct SurvivorTests {
  /// Runs an operation while events are observed, and returns the warnings.
  private func warnings(of operation: () async throws -> Void) async throws -> [Problem] {
    try await Alchemic.start { model in
      model.register(Inner.init, AcScope(WebShop.Job.self))
      model.register(Outer.init, AcScope(WebShop.Job.self))
      model.register(Innocent.init, AcScope(WebShop.Job.self))
    }
    defer { Alchemic.reset() }
    let found = Log<Problem>()
    Alchemic.observe { if case .warning(let warning) = $0 { found.add(warning) } }
    try await operation()
    return found.entries
  }

  @Test("O6: what is alive after its scope is told, with what has it")
  func held() async throws {
    var kept: Outer?
    let found = try await warnings {
      try await Alchemic.withScope(WebShop.Job.self) {
        kept = try AcGet()
        _ = try AcGet(Innocent.self)
      }
    }
    #expect(found.map(\.id) == [.outlivesScope, .outlivesScope])
    let lines = Set(found.map { $0.headline })
    #expect(
      lines == [
        "[outlives-scope] 'Outer' is alive after the end of its Job.",
        "[outlives-scope] 'Inner' is alive after the end of its Job: 'Outer' needs it, and is alive.",
      ])
    withExtendedLifetime(kept) {}
  }

  @Test("O6: so is what is alive after a session")
  func session() async throws {
    var kept: Inner?
    let found = try await warnings {
      try Alchemic.open(WebShop.Job.self)
      kept = try AcGet()
      _ = try AcGet(Innocent.self)
      try await Alchemic.close(WebShop.Job.self)
    }
    #expect(found.map(\.subject) == ["Inner"])
    withExtendedLifetime(kept) {}
  }

  @Test("O6: nothing is told of a scope whose objects end with it")
  func nothing() async throws {
    let found = try await warnings {
      try await Alchemic.withScope(WebShop.Job.self) { _ = try AcGet(Outer.self) }
    }
    #expect(found.isEmpty)
  }
}
#endif
