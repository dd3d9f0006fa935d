public import AlchemicCore
public import Testing

/// Gives a test, or each test of a suite, a model of its own.
///
/// ```swift
/// @Test(.alchemic { $0.register { FakeRates() as any RateSource } })
/// func pays() throws {
///   let wallet: Wallet = try AcGet()
///   …
/// }
/// ```
///
/// The model is a child of all that the program declares, whose declarations it inherits and whose
/// objects it does not see. What the test declares wins. Nothing is created before it is asked for.
/// Each case of a parameterised test has its own model, and tests run in parallel. The model ends
/// with the test: a later use fails with `model-gone` and the name of the test.
///
/// Traits combine: a test's model is a child of that of its suite's trait, and wins over it.
public struct AlchemicTestTrait: TestTrait, SuiteTrait, TestScoping {
  /// The location of the trait; nil for that of the test.
  let sourceLocation: SourceLocation?
  private let configure: @Sendable (ModelBuilder) throws -> Void

  fileprivate init(
    at sourceLocation: SourceLocation?,
    _ configure: @escaping @Sendable (ModelBuilder) throws -> Void = { _ in }
  ) {
    self.sourceLocation = sourceLocation
    self.configure = configure
  }

  /// A suite has no model; each of its tests does.
  public var isRecursive: Bool { true }

  /// Returns the trait itself for a test, or for one case of it.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  /// Runs a test with a model of its own.
  ///
  /// A model that is not valid fails the test with all its problems, at the line of the trait, and
  /// the test does not run.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let sourceLocation = sourceLocation ?? test.sourceLocation
    if test.hasExcludingTraits {
      test.recordExcludingTraits(at: sourceLocation)
      return
    }
    let model: TestModel
    do { model = try TestModel(of: test, configure) } catch {
      Issue.record(error, sourceLocation: sourceLocation)
      return
    }
    try await model.run(function)
  }
}

extension Trait where Self == AlchemicTestTrait {
  /// Gives the test a model of its own, with what the program declares.
  public static var alchemic: Self { AlchemicTestTrait(at: nil) }

  /// Gives the test a model of its own.
  ///
  /// - Parameters:
  ///   - sourceLocation: The location of an issue about the model.
  ///   - configure: Declares what the test has of its own, which wins over what the program
  ///     declares. Called for each test, and for each case of a parameterised one.
  public static func alchemic(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ configure: @escaping @Sendable (ModelBuilder) throws -> Void
  ) -> Self {
    AlchemicTestTrait(at: sourceLocation, configure)
  }
}
