import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class BesidePart: AlchemicCreatable { init() {} }

private let inside = Locked((now: 0, most: 0))

/// Starts the main model, as long as nobody else does.
private func startAlone() async throws {
  inside.withLock {
    $0.now += 1
    $0.most = max($0.most, $0.now)
  }
  try await Alchemic.start { $0.register(.named("mine")) { 5 } }
  await Task.yield()
  let mine: Int = try AcGet(.named("mine"))
  #expect(mine == 5)
  inside.withLock { $0.now -= 1 }
}

@Suite(.alchemicMain) struct MainModelTraitTests {
  @Test("X1: tests of the main model take turns", arguments: 0..<20) func turn(_: Int) async throws
  {
    try await startAlone()
    #expect(inside.withLock { $0.most } == 1)
  }

  @Test("X1: .alchemicMain nests: a suite and a test may both have it", .alchemicMain)
  func nested() async throws { try await startAlone() }

  @Test("X1: Alchemic.withModel in a test of the main model gives a child of it") func child()
    throws
  {
    try Alchemic.start { $0.register(.named("mine")) { 5 } }
    try Alchemic.withModel {
      $0.register(.named("other")) { 6 }
    } operation: { () throws in
      #expect(try AcGet(.named("mine")) as Int == 5)
      #expect(try AcGet(.named("other")) as Int == 6)
    }
  }
}

@Suite(.alchemicMain) struct OtherMainModelTraitTests {
  @Test("X1: tests of the main model in another suite take turns with them", arguments: 0..<20)
  func turn(_: Int) async throws {
    try await startAlone()
    #expect(inside.withLock { $0.most } == 1)
  }
}

@Suite(.alchemic) struct BesideMainModelTests {
  @Test("X1: a test beside them does not see the main model", arguments: 0..<20)
  func unseen(_: Int) async throws {
    await Task.yield()
    #expect(problems { _ = try AcGet(.named("mine")) as Int }.map(\.id) == [.noMatch])
    _ = try AcGet(BesidePart.self)
  }
}

@Suite struct MainModelGateTests {
  @Test("X1: a test that is cancelled while it waits leaves the others their turns")
  func cancelled() async throws {
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let (ended, end) = AsyncStream<Void>.makeStream()
    let test = try #require(Test.current)
    let trait: MainModelTrait = .alchemicMain
    func pass(
      _ body: @escaping @Sendable () async -> Void
    ) -> Task<Void, any Error> {
      Task { try await trait.provideScope(for: test, testCase: nil) { await body() } }
    }
    let first = pass {
      begin.yield()
      for await _ in ended { break }
    }
    for await _ in begun { break }
    let second = pass {}
    let third = pass {}
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    end.yield()
    try await first.value
    try await third.value
  }
}
