/// Declares types that cannot declare themselves: types of other modules, values, and closures.
///
/// A scan discovers a configuration when the program starts, like a managed class. Alchemic creates
/// no object of it. Only a class that itself states the conformance is called; its subclasses are
/// not.
public protocol AlchemicConfig: AnyObject, SendableMetatype {
  /// Adds factories to the model. Called once, while the model is built.
  nonisolated static func configureAlchemic(_ model: ModelBuilder)
}
