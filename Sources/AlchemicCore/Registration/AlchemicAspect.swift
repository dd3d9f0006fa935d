/// Looks at a model while it is built, and may add to it: how an adapter or a tool takes part.
///
/// Found by itself when the program starts, like a managed class. No object of it is made.
public protocol AlchemicAspect: AnyObject, SendableMetatype {
  /// Everything is declared, nothing is checked yet: ``ModelBuilder/factories`` says what there is, and
  /// more can be registered.
  ///
  /// Also called when the model is only validated.
  static func modelWillResolve(_ model: ModelBuilder)

  /// The model is built and sound, and nothing is made yet. What is given with `AcSet` here is there
  /// when the singletons are made.
  ///
  /// Not called when the model is only validated.
  static func modelDidResolve(_ model: Model)
}

extension AlchemicAspect {
  /// Does nothing.
  public static func modelWillResolve(_ model: ModelBuilder) {}
  /// Does nothing.
  public static func modelDidResolve(_ model: Model) {}
}
