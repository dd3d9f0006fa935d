import Alchemic
import AlchemicCore
import AlchemicTestSupport
import Testing

@testable import AlchemicTesting

/// Retains a host beyond its test.
private let kept = Log<UnsafeTransfer<FeedReader>>()

private final class Ring {
  @Injected var feed: any Feed
  var itself: Ring?
}

/// Remembers the suite that has it.
private struct SuiteRecorder: SuiteTrait {
  static let suites = Log<Test>()
  func prepare(for test: Test) async throws { if test.isSuite { Self.suites.add(test) } }
}

@Suite("Warnings of tests", SuiteRecorder())
struct TestWarningTests {
  private let log = Log<Issue>()

  /// Runs a test with a trait, and returns its issues.
  private func issues(
    _ trait: AlchemicTestTrait, _ body: @Sendable () async throws -> Void
  ) async throws -> [Issue] {
    try await withKnownIssue(isIntermittent: true) {
      try await run(trait, body)
    } matching: { issue in
      log.add(issue)
      return true
    }
    return log.entries
  }

  @Test("X4: a replacement that nothing asks for is a warning")
  func unusedReplacement() async throws {
    let issues = try await issues(
      .alchemic {
        $0.register { FakeFeed() as any Feed }
        $0.register(.template) { 1 }
        $0.register(Ring.self, .reference, .nillable)
      }
    ) { _ = try AcGet(Desktop.self) }
    #expect(
      issues.map(\.comments).joined().map(\.rawValue) == [
        """
        No request used 'Int', which the test declares.
           → remove it, declare it in the trait of the suite if other tests use it, or find out what the test uses instead
        """
      ])
    #if compiler(>=6.3)
    #expect(issues.map(\.severity) == [.warning])
    #endif
    #expect(issues.first?.sourceLocation?.fileName == "WarningTests.swift")
  }

  @Test("X4: what a suite declares is no warning in a test that does not use it")
  func suite() async throws {
    let trait: AlchemicTestTrait = .alchemic { $0.register { 1 } }
    let suite = try #require(SuiteRecorder.suites.entries.first)
    try await trait.prepare(for: suite)
    #expect(try await issues(trait) {}.isEmpty)
    // A shorthand in another file is for several tests, too.
    #expect(try await issues(.fakeFeed) {}.isEmpty)
  }

  @Test("X4: a warning that is to fail the test is an error")
  func failing() async throws {
    let issues = try await issues(
      .alchemic { $0.register { 1 } }.failing(on: .unusedReplacements)
    ) {}
    #expect(issues.count == 1)
    #if compiler(>=6.3)
    #expect(issues.map(\.severity) == [.error])
    #endif
  }

  @Test("X4: a host that is alive after its test is a warning, or a failure")
  func livingHost() async throws {
    let issues = try await issues(
      .alchemic {
        $0.register(.template) { FeedReader() }
        $0.register(.template) { Ring() }
      }.failing(on: .livingHosts)
    ) {
      kept.add(UnsafeTransfer(try AcGet()))
      for _ in 0..<200 { _ = try AcGet(FeedReader.self) }
      for _ in 0..<2 {
        let ring: Ring = try AcGet()
        ring.itself = ring
      }
    }
    #expect(
      issues.map(\.comments).joined().map(\.rawValue) == [
        """
        Alive after the end of the test: 'FeedReader', 2 'Ring'.
           → end what retains them: a task that still runs, a static property, or a cycle of objects
        """
      ])
  }

  @Test(
    "X4: a test without mistakes has no warnings",
    .alchemic {
      $0.register { FakeFeed() as any Feed }
      $0.register { FeedReader() }
    }.failing(on: .unusedReplacements, .livingHosts))
  func nothing() throws {
    let reader: FeedReader = try AcGet()
    #expect(reader.feed.name == "fake")
    #expect(reader.desktop.feed.name == "fake")
  }

  @Test("X4: a test that throws is not told what it did not get to")
  func throwing() async throws {
    struct Failed: Error {}
    await #expect(throws: Failed.self) {
      try await run(.alchemic { $0.register { 1 } }.failing()) { throw Failed() }
    }
  }
}
