import AlchemicCore
import AlchemicInject
public import Testing

/// Lets a test use the main model, of which there is one in the process: such tests take turns, and
/// each begins and ends before the start.
///
/// Created by `.alchemicMain`.
public struct MainModelTrait: TestTrait, SuiteTrait, TestScoping {
  private let sourceLocation: SourceLocation

  fileprivate init(at sourceLocation: SourceLocation) { self.sourceLocation = sourceLocation }

  /// Whether a trait of a suite applies to the tests in it.
  public var isRecursive: Bool { true }

  /// Returns the trait for a case of a test, and nil for a test or a suite as a whole.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> MainModelTrait? {
    testCase == nil ? nil : self
  }

  /// Runs a case of a test when it is its turn.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if ChildModelTrait.isActive { return recordConflict(at: sourceLocation) }
    // A suite and a test in it may both have the trait.
    if MainModelGate.isHeldHere { return try await function() }
    try await MainModelGate.shared.pass(as: test.name) {
      Alchemic.reset()
      defer { Alchemic.reset() }
      try await function()
    }
  }
}

extension Trait where Self == MainModelTrait {
  /// Lets a test start the main model. Such tests run one after the other, also those of different
  /// suites; each finds Alchemic not started, and it is reset afterwards.
  ///
  /// ```swift
  /// @Test(.alchemicMain) func starts() throws { try Alchemic.start(); … }
  /// ```
  ///
  /// For tests of the start itself. A test that needs objects has `.alchemic`, and runs beside
  /// others. If the program has started Alchemic before the tests, as the host application of a test
  /// bundle does, that model is reset too.
  public static var alchemicMain: Self { alchemicMain() }

  /// The same, with the location at which a conflict with `.alchemic` is reported.
  public static func alchemicMain(sourceLocation: SourceLocation = #_sourceLocation) -> Self {
    Self(at: sourceLocation)
  }
}
