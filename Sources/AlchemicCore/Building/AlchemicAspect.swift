/// An adapter or a tool that inspects a model while it is built, and may extend it.
///
/// A scan discovers an aspect when the program starts, like a managed class. Alchemic creates no
/// object of it.
public protocol AlchemicAspect: AnyObject, SendableMetatype {
  /// Called after all declarations, before validation. The aspect can read the declarations in
  /// ``ModelBuilder/factories`` and register more.
  ///
  /// Also called when the model is only validated, and each time that `Alchemic.discover()` finds
  /// new types. The builder then contains the model's factories and the discovered ones. The
  /// builder ignores a repeated registration, with the same source location, product and name.
  static func modelWillResolve(_ model: ModelBuilder)

  /// Called when the model is built and valid, before the start creates any object. Objects that
  /// `AcSet` stores here are available when the start creates the singletons.
  ///
  /// Called once for each model, but not for a model that is only validated. If a discovery finds
  /// the aspect later, with its image, this is called before the objects of that image are created.
  static func modelDidResolve(_ model: Model)

  /// Called after an extension of the model, before any of the new objects is created.
  ///
  /// Replaces ``modelDidResolve(_:)`` for an aspect that was notified of the model earlier.
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
