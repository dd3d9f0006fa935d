public import AlchemicCore

/// Something that happened in the main model.
public enum AlchemicEvent: Sendable {
  /// Something in the model works but is hardly meant.
  case warning(ModelWarning)
  /// The model is ready.
  case didFinishStarting(factories: Int, singletons: Int, duration: Duration)
}
