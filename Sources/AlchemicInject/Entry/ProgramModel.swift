package import AlchemicCore

/// The model from which the first children of a process inherit.
package enum ProgramModel {
  private static let rule = Locked<(@Sendable () -> Model?)?>(nil)

  /// Lets a function decide which tasks may have children of the main model: a test may have
  /// started it for itself.
  package static func findMain(_ rule: @escaping @Sendable () -> Model?) {
    Self.rule.withLock { $0 = rule }
  }

  /// The main model, if the calling task may have children of it.
  package static var main: Model? {
    guard let rule = rule.withLock({ $0 }) else { return CurrentModel.main }
    return rule()
  }

  private static let known = Locked<Model?>(nil)

  /// Returns the model of all that the program declares itself. It creates no object, and is the
  /// parent of the children in a process that has no main model. Built once.
  package static func discovered() throws -> Model {
    if let known = known.withLock({ $0 }) { return known }
    let builder = ModelBuilder()
    try Alchemic.discover(into: builder)
    let model = builder.buildRegardless(injector: ModelHostInjector()).model
    return known.withLock { known in
      let first = known ?? model
      known = first
      return first
    }
  }
}
