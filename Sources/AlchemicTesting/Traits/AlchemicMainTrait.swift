import AlchemicInject
public import Testing

/// Lets a test use the main model itself: start it, stop it, and observe its events.
///
/// ```swift
/// @Test(.alchemicMain) func startsWithoutNetwork() throws {
///   try Alchemic.start { $0.register { NoNetwork() as any Network } }
///   …
/// }
/// ```
///
/// There is one main model in a process. So these tests take turns, in the order in which they
/// begin, while other tests run beside them. Before and after each, Alchemic is not started. If a
/// suite and a test in it have the trait, or a helper enters it again, the test has one turn.
///
/// A test that only replaces services needs `.alchemic { … }` instead, and waits for no other.
public struct AlchemicMainTrait: TestTrait, SuiteTrait, TestScoping {
  fileprivate init() {}

  /// Each test of a suite has its own turn.
  public var isRecursive: Bool { true }

  /// Returns the trait itself for a test, or for one case of it.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  /// Runs a test while no other test uses the main model.
  ///
  /// - Throws: `CancellationError` if the task is cancelled while it waits for its turn.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if test.hasExcludingTraits {
      test.recordExcludingTraits(at: test.sourceLocation)
      return
    }
    if MainModelGate.main.isHeldByTask { return try await function() }
    try await MainModelGate.main.run(test.title) {
      Alchemic.reset()
      defer { Alchemic.reset() }
      try await function()
    }
  }
}

extension Trait where Self == AlchemicMainTrait {
  /// Lets the test use the main model, while no other test does.
  public static var alchemicMain: Self { AlchemicMainTrait() }
}

extension Test {
  /// Whether the test, with those of its suites, has traits of both kinds.
  var hasExcludingTraits: Bool {
    traits.contains { $0 is AlchemicTestTrait } && traits.contains { $0 is AlchemicMainTrait }
  }

  /// Fails the test, which does not run.
  func recordExcludingTraits(at sourceLocation: SourceLocation) {
    Issue.record(
      """
      '\(title)' has .alchemic and .alchemicMain, by itself or by its suites: a model of its own, \
      and the main model.
         → keep .alchemic, which runs in parallel, if the test replaces services; keep \
      .alchemicMain if it starts or resets the main model, and pass what it replaces to \
      Alchemic.start { … }
      """,
      sourceLocation: sourceLocation)
  }
}
