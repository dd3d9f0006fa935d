import AlchemicRuntime
package import AlchemicCore

/// The model from which the first children of a process inherit.
package enum ProgramModel {
  private static let rule = LazyReference()

  private final class Rule: Sendable {
    let find: @Sendable () -> Model?

    init(_ find: @escaping @Sendable () -> Model?) { self.find = find }
  }

  /// Sets the function that returns the main model, or nil for a task that must not have children
  /// of it: another test may have started it for itself. Called once.
  package static func findMain(_ find: @escaping @Sendable () -> Model?) {
    _ = rule.object { Rule(find) }
  }

  /// Returns what a child inherits from the main model, if the calling task may have children of
  /// it, and if it has not just ended; otherwise, from the model of the program.
  static func inheritance() throws -> Inheritance {
    let rule: Borrowed<Rule>? = rule.reference?.assumed()
    let inheritance =
      rule.map { $0.with { $0.find()?.home.model?.inheritanceForChild() } }
      ?? CurrentModel.inheritanceOfMain()
    return try inheritance ?? discovered().inheritanceForChild()
  }

  /// By the test target that limits the declarations.
  private static let known = Locked<[(target: String?, model: Model)]>([])

  /// Returns the model of everything that Alchemic discovers in the program, or for a test target.
  /// In a process without a main model, it is the parent of the children. It creates no object, and
  /// is built once.
  package static func discovered() throws -> Model {
    let target = CurrentTest.part?.target
    if let known = known.withLock({ $0.first { $0.target == target }?.model }) { return known }
    let builder = ModelBuilder()
    try Alchemic.discover(into: builder)
    let model = builder.buildRegardless(injector: ModelHostInjector()).model
    return known.withLock { known in
      if let first = known.first(where: { $0.target == target })?.model { return first }
      known.append((target, model))
      // It never ends.
      model.home.lend()
      return model
    }
  }
}
