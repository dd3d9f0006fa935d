#if Waiting
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private protocol Network: AnyObject, Sendable {}
private final class HTTPNetwork: Network, AlchemicManaged {
  init() {}
  static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, HTTPNetwork.init)
    AcRegister(of, AcLive())
  }
}
private final class FakeNetwork: Network {}

private final class Sync: AlchemicManaged, Sendable {
  let network: any Network
  init(network: any Network) { self.network = network }
  static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Sync.init) }
}

private final class Page {
  @Injected var network: any Network
}

private struct Now: Sendable {}

private final class Settings: AlchemicConfig {
  static func configureAlchemic(_ model: ModelBuilder) {
    model.register(.live, .named("clock")) { Now() }
    model.register(.live, .lazy) { () async in Remote() }
    model.register(.live, .qualifier(Spare.self)) { SpareStock() }
  }
}

private final class Remote: Sendable {}

private enum Spare: AcQualifier {}
private struct SpareStock: Sendable {}
private final class Part: Sendable {}

private final class Plant: AlchemicManaged, Sendable {
  init() {}
  func part() -> Part { Part() }
  static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, Plant.init)
    AcMethod(of, Plant.part, options: .live)
  }
}

@Suite("Strict tests")
struct StrictTests {
  private let log = Log<Issue>()

  /// Runs a test with a trait, and returns the problems of its issues.
  private func problems(
    _ trait: AlchemicTestTrait, _ body: @Sendable () async throws -> Void
  ) async throws -> [Problem] {
    try await withKnownIssue(isIntermittent: true) {
      try await run(trait, body)
    } matching: { issue in
      log.add(issue)
      return true
    }
    return log.entries.flatMap { ($0.error as? AlchemicError)?.problems ?? [] }
  }

  @Test("X2: a live factory that a strict test uses is an issue at the line of the request")
  func request() async throws {
    let line = #line + 2
    let found = try await problems(.alchemic(.strict)) {
      let sync: Sync = try AcGet()
      #expect(sync.network is HTTPNetwork)
      _ = try AcGet((any Network).self)
    }
    #expect(found.map(\.id) == [.liveInTest])
    #expect(log.entries.map { $0.sourceLocation?.line } == [line])
    #expect(
      found.first?.description.contains(
        "→ replace it in the trait of the test: $0.register { … as any Network }") == true)
    #expect(found.first?.path.map(\.subject) == ["Sync", "AcGet"])
  }

  @Test("X2: a property that is read is an issue at its line, and has its value")
  func property() async throws {
    let found = try await problems(.alchemic(.strict)) { () throws in
      #expect(Page().network is HTTPNetwork)
    }
    #expect(found.map(\.id) == [.liveInTest])
    #expect(log.entries.map { $0.sourceLocation?.fileName } == ["StrictTests.swift"])
  }

  @Test("X2: a value, an asynchronous factory and other threads are reported, too")
  func otherUses() async throws {
    let found = try await problems(.alchemic(.strict)) {
      let here = Alchemic.capture()
      let error = await Task.detached {
        alchemicError { try here.run { _ = try AcGet(Now.self, .named("clock")) } }
      }.value
      #expect(error == nil)
      _ = try await AcGetAsync(Remote.self)
    }
    #expect(Set(found.map(\.subject)) == ["clock", "Remote"])
    #expect(
      found.contains { $0.description.contains("$0.register(.named(\"clock\")) { … as Now }") })
  }

  @Test("X2: so are a factory with a qualifier, and one whose product a method makes")
  func qualifierAndMethod() async throws {
    let found = try await problems(.alchemic(.strict)) { () throws in
      _ = try AcGet(SpareStock.self, .qualified(Spare.self))
      _ = try AcGet(Part.self)
    }
    #expect(Set(found.map(\.subject)) == ["SpareStock (Spare)", "Plant.Part"])
    #expect(
      found.contains {
        $0.description.contains("$0.register(.qualifier(Spare.self)) { … as SpareStock }")
      })
  }

  @Test(
    "X2: what a strict test replaces is no issue",
    .alchemic(.strict) { $0.register { FakeNetwork() as any Network } })
  func replaced() throws {
    #expect(try AcGet(Sync.self).network is FakeNetwork)
    #expect(Page().network is FakeNetwork)
  }

  @Test("X2: what nothing asks for is no issue", .alchemic(.strict))
  func unused() throws {
    #expect(try AcGet((any Feed).self).name == "live")
  }

  @Test("X2: the mark has no effect in other tests", .alchemic)
  func standard() throws {
    #expect(try AcGet(Sync.self).network is HTTPNetwork)
  }

  @Test("X2: a strict suite applies to its tests, and reports each use once")
  func suite() async throws {
    let found = try await problems(.alchemic(.strict)) {
      try await run(.alchemic(.strict)) {
        try await run(.alchemic) { _ = try AcGet(Sync.self) }
      }
    }
    #expect(found.map(\.id) == [.liveInTest])
  }

  @Test("X2: a live reference is a start error")
  func reference() throws {
    let found = AlchemicTestSupport.problems { $0.register(Remote.self, .reference, .live) }
    #expect(found.map(\.id) == [.optionConflict])
  }
}
#endif
