/// Declares types that cannot declare themselves: types of other modules, values, closures.
///
/// Discovered when the program starts, like a managed class. Alchemic creates no object of it. A
/// class is found where it conforms itself: a subclass of a configuration is not called.
public protocol AlchemicConfig: AnyObject, SendableMetatype {
  /// Adds factories to the model. Called once, while the model is built.
  nonisolated static func configureAlchemic(_ model: ModelBuilder)
}
