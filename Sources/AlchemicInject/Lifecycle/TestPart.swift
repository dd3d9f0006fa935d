package import AlchemicCore
import AlchemicRuntime

/// The part of the library by which tests run.
package protocol TestPart: SendableMetatype {
  /// The test target whose declarations a model has; nil for those of all modules.
  static var target: String? { get }

  /// Lets a builder leave out what other test targets declare.
  static func limit(_ builder: ModelBuilder)

  /// Returns why the calling test must not start the main model; nil if it may.
  static func refusal() -> Problem?
}

/// The test that is running, as far as a model depends on it.
enum CurrentTest {
  /// Nil in a process that runs no tests, or tests without that part.
  static let part: (any TestPart.Type)? =
    ModelBuilder.isInTestProcess
    ? linkedTypes(conformingTo: (any TestPart).self, as: (any TestPart.Type).self).first : nil
}
