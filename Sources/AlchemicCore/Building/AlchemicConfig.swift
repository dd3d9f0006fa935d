/// Declares what cannot declare itself: types that are not yours, values, closures.
///
/// Found by itself when the program starts, like a managed class. No object of it is made.
public protocol AlchemicConfig: AnyObject, SendableMetatype {
  /// Adds factories to the model. Runs once, while the model is built.
  nonisolated static func configureAlchemic(_ model: ModelBuilder)
}
