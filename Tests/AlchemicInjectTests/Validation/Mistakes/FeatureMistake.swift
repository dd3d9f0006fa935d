import Alchemic
import AlchemicTestSupport
import AlchemicTesting

/// A mistake in the use of one feature, and the program with its remedy applied.
struct FeatureMistake: CustomStringConvertible, Sendable {
  let description: String
  let id: ProblemID
  /// What the advice of the message says.
  let advice: String
  let wrong: @Sendable () async throws -> Void
  let right: @Sendable () async throws -> Void

  /// A mistake that only running shows.
  static func call(
    _ description: String, _ id: ProblemID, _ advice: String,
    wrong: @escaping @Sendable () async throws -> Void,
    right: @escaping @Sendable () async throws -> Void
  ) -> Self { Self(description: description, id: id, advice: advice, wrong: wrong, right: right) }

  /// A mistake that strict validation names.
  static func model(
    _ description: String, _ id: ProblemID, _ advice: String,
    wrong: @escaping @Sendable (ModelBuilder) -> Void,
    right: @escaping @Sendable (ModelBuilder) -> Void
  ) -> Self {
    call(description, id, advice) {
      _ = try makeModel(.strict, wrong)
    } right: {
      _ = try makeModel(.strict, right)
    }
  }
}

#if Suggestions && Scopes && Waiting
extension FeatureMistake {
  static let all =
    scopes + children + decorators + providers + profiles + qualifiers + expiry + maps
    + foreignClasses + stopping + testing
}
#endif
