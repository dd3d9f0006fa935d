public import AlchemicCore
import Synchronization
public import Testing

/// Gives a test, or each test of a suite, its own model.
///
/// ```swift
/// @Test(.alchemic { $0.register { FakeRates() as any RateSource } })
/// func pays() throws {
///   let wallet: Wallet = try AcGet()
///   …
/// }
/// ```
///
/// The model is a child of the model that the program declares. It inherits the declarations of the
/// program, but uses none of the program's objects. The declarations of the test win over inherited
/// ones. The model creates an object only when the object is requested. Each case of a
/// parameterised test has its own model. Tests run in parallel. The model ends with the test: a
/// later use fails with `model-gone` and the name of the test.
///
/// A strict test, `.alchemic(.strict)`, fails if it uses a factory with the option `.live` without
/// a replacement. At the end of a test, Alchemic reports probable mistakes as warnings, or as
/// failures: see ``failing(on:)``.
///
/// The trait of a test is applied within the traits of its suites: its model is a child of the
/// suite's model, and its declarations win. All these traits are validated together, so the trait
/// of a suite may register a factory that needs declarations of the test.
public struct AlchemicTestTrait: TestTrait, SuiteTrait, TestScoping {
  /// The location of the trait; nil for the location of the test.
  let sourceLocation: SourceLocation?
  private let mode: Mode
  private var failures: Set<AlchemicTestWarning> = []
  /// Whether the trait is applied to a suite. Set before the first test of the suite runs.
  private let isOfSuite = Flag()
  private let configure: @Sendable (ModelBuilder) throws -> Void

  fileprivate init(
    _ mode: Mode, at sourceLocation: SourceLocation?,
    _ configure: @escaping @Sendable (ModelBuilder) throws -> Void = { _ in }
  ) {
    self.mode = mode
    self.sourceLocation = sourceLocation
    self.configure = configure
  }

  /// Whether a test must replace live factories.
  @nonexhaustive
  public enum Mode: Sendable {
    /// The test may use live factories.
    case standard
    /// The use of a factory with the option `.live` is an issue, unless the test replaces it.
    case strict
  }

  /// The number of traits of this kind that surround the calling task.
  @TaskLocal private static var depth = 0

  private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
  }

  /// Returns a copy of the trait that turns warnings at the end of a test into failures.
  ///
  /// - Parameter warnings: The warnings to turn into failures. Without an argument, all of them.
  public func failing(on warnings: AlchemicTestWarning...) -> Self {
    var trait = self
    trait.failures.formUnion(warnings.isEmpty ? AlchemicTestWarning.allCases : warnings)
    return trait
  }

  /// Records whether the trait is applied to a suite. The declarations of a suite are for several
  /// tests.
  public func prepare(for test: Test) async throws {
    if test.isSuite { isOfSuite.set() }
  }

  /// True: the trait of a suite gives each test of the suite its own model.
  public var isRecursive: Bool { true }

  /// Returns the trait itself for one case of a test; nil for a suite, or for a test as a whole.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  /// Runs a test with its own model.
  ///
  /// If the model has problems, the test fails with all of them, at the line of the trait, and does
  /// not run.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let sourceLocation = sourceLocation ?? test.sourceLocation
    if test.hasExcludingTraits {
      test.recordExcludingTraits(at: sourceLocation)
      return
    }
    let report = TestReport(test, at: sourceLocation, failing: failures)
    let isStrict = mode == .strict && TestObserver.current?.isStrict != true
    let observer = TestObserver(isStrict: isStrict) { report.recordLive($0) }
    do {
      let model: TestModel
      let isInnermost = Self.depth + 1 >= test.traits.count { $0 is AlchemicTestTrait }
      do {
        model = try RunningTest.$ofTrait.withValue(test.id.moduleName) {
          try TestModel(of: test, observer, isInnermost: isInnermost, configure)
        }
      } catch {
        Issue.record(error, sourceLocation: sourceLocation)
        return
      }
      try await Self.$depth.withValue(Self.depth + 1) { try await model.run(function) }
    } catch {
      // A test that throws may not have reached the code that uses a factory, so there is no
      // warning.
      report.recordEnd(of: observer, unused: [])
      throw error
    }
    report.recordEnd(of: observer, unused: isOf(test) ? observer.unused : [])
  }

  /// Whether the source location of the trait is at the test: not at its suite, nor before the test
  /// or in another file, where a shorthand may define the trait.
  private func isOf(_ test: Test) -> Bool {
    guard let sourceLocation, !isOfSuite.isSet else { return false }
    return sourceLocation.fileID == test.sourceLocation.fileID
      && sourceLocation.line >= test.sourceLocation.line
  }
}

extension Trait where Self == AlchemicTestTrait {
  /// Gives the test its own model, with the declarations of the program.
  public static var alchemic: Self { AlchemicTestTrait(.standard, at: nil) }

  /// Gives the test its own model, with the declarations of the program and of a closure.
  ///
  /// - Parameters:
  ///   - mode: Whether the test must replace all live factories that it uses.
  ///   - sourceLocation: The location of issues about the model.
  ///   - configure: Adds the declarations of the test, which win over those of the program. Called
  ///     once for each test, or once for each case of a parameterised test.
  public static func alchemic(
    _ mode: AlchemicTestTrait.Mode = .standard,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ configure: @escaping @Sendable (ModelBuilder) throws -> Void = { _ in }
  ) -> Self {
    AlchemicTestTrait(mode, at: sourceLocation, configure)
  }
}
