import AlchemicCore
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
/// A process has only one main model. So tests with this trait take turns, in the order in which
/// they begin, while other tests run in parallel. Alchemic is not started before and after each
/// turn. If a suite and a test in it have the trait, or a helper enters the trait again, the test
/// has one turn.
///
/// Use `.alchemic { … }` instead for a test that only replaces services. Such a test does not wait
/// for other tests.
public struct AlchemicMainTrait: TestTrait, SuiteTrait, TestScoping {
  fileprivate init() {}

  /// Each test of a suite has its own turn.
  public var isRecursive: Bool { true }

  /// Returns the trait itself for one case of a test; nil for a suite, or for a test as a whole.
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
      Lifecycle.main.reset()
      defer { Lifecycle.main.reset() }
      try await function()
    }
  }
}

extension Trait where Self == AlchemicMainTrait {
  /// Lets the test use the main model, while no other test does.
  public static var alchemicMain: Self { AlchemicMainTrait() }
}

extension Test {
  /// Whether the test or its suites have traits of both kinds.
  var hasExcludingTraits: Bool {
    traits.contains { $0 is AlchemicTestTrait } && traits.contains { $0 is AlchemicMainTrait }
  }

  /// Records the failure of a test with traits of both kinds. Such a test does not run.
  func recordExcludingTraits(at sourceLocation: SourceLocation) {
    Issue.record(
      Comment(rawValue: Wording.note(.hasTwoModels, title)), sourceLocation: sourceLocation)
  }
}
