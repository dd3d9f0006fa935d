import AlchemicCore
public import AlchemicInject
public import Testing

/// Gives a test, and each case of a parameterised test, a model of its own.
///
/// Created by `.alchemic` and `.alchemic { … }`. The trait of a test comes after that of its suite,
/// and wins over it.
public struct ChildModelTrait: TestTrait, SuiteTrait, TestScoping {
  private let configure: @Sendable (ModelBuilder) throws -> Void
  private let sourceLocation: SourceLocation

  fileprivate init(
    at sourceLocation: SourceLocation,
    _ configure: @escaping @Sendable (ModelBuilder) throws -> Void
  ) {
    self.configure = configure
    self.sourceLocation = sourceLocation
  }

  /// Whether a trait of a suite applies to the tests in it.
  public var isRecursive: Bool { true }

  /// Returns the trait for a case of a test, and nil for a test or a suite as a whole.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> ChildModelTrait? {
    testCase == nil ? nil : self
  }

  /// Runs a case of a test with a model of its own.
  ///
  /// If the model has a problem, one issue with all problems is recorded at the line of the trait,
  /// and the test does not run.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard !MainModelGate.isHeldHere else {
      return recordConflict(at: sourceLocation)
    }
    let child: ChildModel
    do {
      child = try ChildModel(
        named: "the test '\(test.name)'", of: try CurrentModel.scoped ?? Self.parent(), configure)
    } catch {
      Issue.record(error, sourceLocation: sourceLocation)
      return
    }
    try await CurrentModel.withModel(child.model) {
      defer { child.model.end() }
      try await Self.$isActive.withValue(true) { try await function() }
    }
  }

  /// Whether the calling task is a test with this trait.
  @TaskLocal static var isActive = false

  /// The main model, if the program itself has started it; otherwise all that is discovered. A test
  /// with the trait `.alchemicMain` starts a model for itself alone.
  private static func parent() throws -> Model {
    try MainModelGate.shared.isTaken ? ChildModel.discovered() : ChildModel.ofProgram()
  }
}

extension Trait where Self == ChildModelTrait {
  /// Gives each test a model of its own, with all that the program declares itself.
  ///
  /// ```swift
  /// @Test(.alchemic) func pays() throws { let wallet: Wallet = try AcGet(); … }
  /// ```
  ///
  /// See ``Trait/alchemic(sourceLocation:_:)``.
  public static var alchemic: Self { alchemic { _ in } }

  /// Gives each test, and each case of a parameterised test, a model of its own: a child model, in
  /// which the declarations of the closure win over those of the program.
  ///
  /// ```swift
  /// @Suite(.alchemic { $0.register { FakeStore() as any Store } }) struct ShopTests {
  ///   @Test func pays() throws { let shop: Shop = try AcGet(); … }
  /// }
  /// ```
  ///
  /// Nothing is started. An object is created when the test asks for it, and belongs to the test, so
  /// tests run in parallel. The trait of a test is applied within those of its suites. The test's
  /// child tasks see the model; `Alchemic.capture()` carries it elsewhere.
  ///
  /// - Parameters:
  ///   - sourceLocation: Where a problem of the model is reported.
  ///   - configure: Declares what the test has of its own. Its errors are reported like problems.
  /// - Complexity: Some microseconds a test.
  public static func alchemic(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ configure: @escaping @Sendable (ModelBuilder) throws -> Void
  ) -> Self { Self(at: sourceLocation, configure) }
}

/// Records that a test has both traits.
func recordConflict(at sourceLocation: SourceLocation) {
  Issue.record(
    """
    A test has .alchemic and .alchemicMain, perhaps one of them from its suite.
       → keep .alchemic for a test with a model of its own; keep .alchemicMain for a test that calls \
    Alchemic.start()
    """, sourceLocation: sourceLocation)
}
