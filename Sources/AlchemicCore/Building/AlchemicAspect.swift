/// Looks at a model while it is built, and may add to it: how an adapter or a tool takes part.
///
/// Found by itself when the program starts, like a managed class. No object of it is made.
public protocol AlchemicAspect: AnyObject, SendableMetatype {
  /// Everything is declared, nothing is checked yet: ``ModelBuilder/factories`` says what there is,
  /// and more can be registered.
  ///
  /// Also called when the model is only validated, and once more each time that
  /// `Alchemic.discover()` finds something: then the builder has what the model has and what was
  /// found. What is registered again that the model has already, at the same line with the same
  /// product and name, is left out.
  static func modelWillResolve(_ model: ModelBuilder)

  /// The model is built and sound, and nothing is made yet. What is given with `AcSet` here is
  /// there when the singletons are made.
  ///
  /// Once for each model. Not called when it is only validated. An aspect that is found later, with
  /// its image, is called then, when nothing is made yet of what comes with it.
  static func modelDidResolve(_ model: Model)

  /// Something was added to the model, and nothing of that is made yet.
  ///
  /// In place of ``modelDidResolve(_:)``, for an aspect that has seen the model already.
  static func modelDidExtend(_ model: Model, with factories: [FactoryFacts])
}

extension AlchemicAspect {
  /// Does nothing.
  public static func modelWillResolve(_ model: ModelBuilder) {}
  /// Does nothing.
  public static func modelDidResolve(_ model: Model) {}
  /// Does nothing.
  public static func modelDidExtend(_ model: Model, with factories: [FactoryFacts]) {}
}
