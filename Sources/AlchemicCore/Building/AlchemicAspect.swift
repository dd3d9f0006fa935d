/// An adapter or a tool that inspects a model while it is built, and may extend it.
///
/// Discovered when the program starts, like a managed class. Alchemic creates no object of it.
public protocol AlchemicAspect: AnyObject, SendableMetatype {
  /// Called when everything is declared and nothing is validated yet. ``ModelBuilder/factories``
  /// lists the declarations, and the aspect can register more.
  ///
  /// Also called when the model is only validated, and each time that `Alchemic.discover()` finds
  /// something. The builder then contains the model's factories and the discovered ones. A repeated
  /// registration, with the same source location, product and name, is ignored.
  static func modelWillResolve(_ model: ModelBuilder)

  /// Called when the model is built and valid, before any object is created. Objects that `AcSet`
  /// stores here are available when the singletons are created.
  ///
  /// Called once for each model, but not for a model that is only validated. For an aspect that is
  /// discovered later, with its image, this is called before the objects of that image are created.
  static func modelDidResolve(_ model: Model)

  /// Called when the model was extended, before any of the new objects is created.
  ///
  /// Replaces ``modelDidResolve(_:)`` for an aspect that was notified of the model before.
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
