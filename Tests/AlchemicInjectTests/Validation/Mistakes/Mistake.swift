import AlchemicInject

/// A mistake in a sound model, and its correction. Its types are its own, so that all mistakes fit
/// into one model.
struct Mistake: CustomStringConvertible, Sendable {
  let description: String
  let id: ProblemID
  /// What the message has to name: the host or the factory.
  let culprit: String
  let wrong: @Sendable (ModelBuilder) -> Void
  let right: @Sendable (ModelBuilder) -> Void

  init(
    _ description: String, _ id: ProblemID, _ culprit: String,
    wrong: @escaping @Sendable (ModelBuilder) -> Void,
    right: @escaping @Sendable (ModelBuilder) -> Void
  ) {
    self.description = description
    self.id = id
    self.culprit = culprit
    self.wrong = wrong
    self.right = right
  }

  static let all = missing() + ambiguous() + named() + lifetimes() + options() + declarations()
}
