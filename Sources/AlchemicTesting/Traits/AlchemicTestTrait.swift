public import AlchemicCore
import Synchronization
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
/// A strict test, `.alchemic(.strict)`, fails where it uses a factory marked `.live` that it does
/// not replace. At the end of a test, what is probably a mistake is reported as a warning, or as a
/// failure: see ``failing(on:)``.
///
/// Traits combine: a test's model is a child of that of its suite's trait, and wins over it. All of
/// them are checked together, so a suite may register what needs the doubles of its tests.
public struct AlchemicTestTrait: TestTrait, SuiteTrait, TestScoping {
  /// The location of the trait; nil for that of the test.
  let sourceLocation: SourceLocation?
  private let mode: Mode
  private var failures: Set<AlchemicTestWarning> = []
  /// Whether the trait is that of a suite, which is known before its first test runs.
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

  /// How much a test has to replace.
  @nonexhaustive
  public enum Mode: Sendable {
    /// The test replaces what it wants to.
    case standard
    /// The use of a factory marked `.live` that the test does not replace is an issue.
    case strict
  }

  /// The number of such traits that the task's test has been given.
  @TaskLocal private static var depth = 0

  private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
  }

  /// Returns the same trait, for which warnings at the end of a test are failures.
  ///
  /// - Parameter warnings: The warnings; all if none is given.
  public func failing(on warnings: AlchemicTestWarning...) -> Self {
    var trait = self
    trait.failures.formUnion(warnings.isEmpty ? AlchemicTestWarning.allCases : warnings)
    return trait
  }

  /// Remembers that the trait is that of a suite, whose declarations are for several tests.
  public func prepare(for test: Test) async throws {
    if test.isSuite { isOfSuite.set() }
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
    let report = TestReport(test, at: sourceLocation, failing: failures)
    let isStrict = mode == .strict && TestObserver.current?.isStrict != true
    let observer = TestObserver(isStrict: isStrict) { report.recordLive($0) }
    do {
      let model: TestModel
      let isInnermost = Self.depth + 1 >= test.traits.count { $0 is AlchemicTestTrait }
      do { model = try TestModel(of: test, observer, isInnermost: isInnermost, configure) } catch {
        Issue.record(error, sourceLocation: sourceLocation)
        return
      }
      try await Self.$depth.withValue(Self.depth + 1) { try await model.run(function) }
    } catch {
      // What a test did not get to, it does not use.
      report.recordEnd(of: observer, unused: [])
      throw error
    }
    report.recordEnd(of: observer, unused: isOf(test) ? observer.unused : [])
  }

  /// Whether the trait is written at the test, as opposed to its suite, or to a shorthand before it
  /// or in another file.
  private func isOf(_ test: Test) -> Bool {
    guard let sourceLocation, !isOfSuite.isSet else { return false }
    return sourceLocation.fileID == test.sourceLocation.fileID
      && sourceLocation.line >= test.sourceLocation.line
  }
}

extension Trait where Self == AlchemicTestTrait {
  /// Gives the test a model of its own, with what the program declares.
  public static var alchemic: Self { AlchemicTestTrait(.standard, at: nil) }

  /// Gives the test a model of its own.
  ///
  /// - Parameters:
  ///   - mode: Whether the test has to replace all live factories that it uses.
  ///   - sourceLocation: The location of an issue about the model.
  ///   - configure: Declares what the test has of its own, which wins over what the program
  ///     declares. Called for each test, and for each case of a parameterised one.
  public static func alchemic(
    _ mode: AlchemicTestTrait.Mode = .standard,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ configure: @escaping @Sendable (ModelBuilder) throws -> Void = { _ in }
  ) -> Self {
    AlchemicTestTrait(mode, at: sourceLocation, configure)
  }
}
