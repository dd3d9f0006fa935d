// Code that a model runs to create an object finds that model as the current one, in every task and
// on every thread.
extension Model {
  /// Whether this is the current model of the calling task or thread.
  package var isCurrent: Bool { injector?.isCurrent(self) ?? true }

  /// Creates an object of this model while the model is the current one.
  package func asCurrent<Result>(_ create: () throws -> Result) rethrows -> Result {
    guard let injector, !injector.isCurrent(self) else { return try create() }
    return try injector.run(as: self, create)
  }
}
