#if Scopes
import Alchemic
import AlchemicTestSupport
import Testing

private typealias Call = Tenancy.Call

@Suite struct RetainedScopeTests {
  /// The answer of a server, whose body is written after the request was handled.
  private struct Response: Sendable {
    let write: @Sendable () async throws -> ObjectIdentifier
  }

  private func respond() async throws -> (Response, ObjectIdentifier) {
    try await Alchemic.withScope(Call.self) {
      let scope = try Alchemic.retain(Call.self)
      let answer: Tenancy.Answer = try AcGet()
      let response = Response {
        try Alchemic.withScope(scope) { try ObjectIdentifier(AcGet(Tenancy.Answer.self)) }
      }
      return (response, ObjectIdentifier(answer))
    }
  }

  @Test("O8: a retained scope, and those around it, stay open until the last one lets go")
  func body() async throws {
    try await Tenancy.run { journal in
      var response: Response?
      var answer: ObjectIdentifier?
      try await Tenancy.pool(of: 1) { (response, answer) = try await respond() }
      #expect(journal.entries == ["open 1"])
      let write = try #require(response?.write)
      let found1 = try await Task.detached { try await write() }.value
      #expect(found1 == answer)
      #expect(journal.entries == ["open 1"])
      response = nil
    }
  }

  @Test("O8: a body that is never written ends its scope when it is released")
  func released() async throws {
    try await Tenancy.run { journal in
      try await Tenancy.pool(of: 1) { _ = try await respond() }
      try await eventually { journal.entries == ["open 1", "stop answer", "stop 1"] }
      try await eventually { journal.tracker.living == 0 }
    }
  }

  @Test("O8: a retained scope is closed by hand, after its operation")
  func closed() async throws {
    try await Tenancy.run { journal in
      try await Tenancy.pool(of: 1) {
        let scope = try await Alchemic.withScope(Call.self) {
          _ = try AcGet(Tenancy.Answer.self)
          let scope = try Alchemic.retain(Call.self)
          let found = await problems { try await scope.close() }
          #expect(found.map(\.id) == [.scopeOpen])
          return scope
        }
        #expect(journal.entries == ["open 1"])
        try await scope.close()
        #expect(journal.entries == ["open 1", "stop answer"])
      }
      #expect(journal.entries == ["open 1", "stop answer", "stop 1"])
    }
  }

  @Test("O8: outside a scope there is nothing to retain, nor after its end")
  func outside() async throws {
    try await Tenancy.run { _ in
      #expect(problems { _ = try Alchemic.retain(Call.self) }.map(\.id) == [.noScope])
      let (ended, entered) = (Latch(), Latch())
      var outliving: Task<[ProblemID], Never>?
      try await Alchemic.withScope(Call.self) {
        outliving = Task {
          await entered.open()
          await ended.wait()
          return problems { _ = try Alchemic.retain(Call.self) }.map(\.id)
        }
        await entered.wait()
      }
      await ended.open()
      #expect(await outliving?.value == [.noScope])
    }
  }

  @Test("O8: a task that retains a scope at its very end gets it, or an error")
  func race() async throws {
    try await Tenancy.run { journal in
      let tenant = try await Tenancy.open(1)
      for _ in 0..<Effort.of(20_000) {
        let here = Alchemic.capture()
        let task = try await Alchemic.withScope(tenant) {
          try await Alchemic.withScope(Call.self) {
            Task {
              do {
                let scope = try Alchemic.retain(Call.self)
                try Alchemic.withScope(scope) { _ = try AcGet(Tenancy.Pool.self) }
              } catch {
                #expect((error as? AlchemicError)?.problems.map(\.id) == [.noScope])
              }
            }
          }
        }
        await task.value
        withExtendedLifetime(here) {}
      }
      // Nothing holds the tenant any more.
      try await tenant.close(timeout: .seconds(600))
      try await eventually { journal.tracker.living == 0 }
    }
  }
}
#endif
