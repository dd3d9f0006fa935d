package import AlchemicCore
import AlchemicInject
import Testing

/// The test that is running.
///
/// It is not internal, because a release build omits an internal type that no code refers to.
package enum RunningTest: TestPart {
  /// The test target of the last start of the main model.
  private static let startedFor = Locked<String?>(nil)

  /// The target of the calling task's test, or of the test that uses the main model: its threads
  /// have no test.
  package static var target: String? {
    Test.current?.id.moduleName ?? ofTrait ?? MainModelGate.main.module
  }

  /// The target of the test for which a trait makes a model, perhaps in a detached task.
  @TaskLocal static var ofTrait: String?

  /// The main model, unless a test of another target has started it.
  static var main: Model? { startedFor.withLock { $0 } == target ? CurrentModel.main : nil }

  /// One program contains all test targets of a package. A test has the declarations of its own
  /// target, and of all modules that are no test targets: of those whose names do not end with
  /// "Tests".
  package static func limit(_ builder: ModelBuilder) {
    guard let target else { return }
    builder.leaveOut { $0 != target && $0.hasSuffix("Tests") }
  }

  /// A test with its own model must not start the main model: it would stay started for all tests
  /// that run later.
  package static func refusal() -> Problem? {
    if TestObserver.current != nil, let test = Test.current {
      return Problem(.startInTest, test.title)
    }
    let target = target
    startedFor.withLock { $0 = target }
    return nil
  }
}
