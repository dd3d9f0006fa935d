public import AlchemicInject

extension AlchemicManaged where Self: StoredSettings {
  /// Declares a singleton that is made with the model's `any ValueStore`.
  public static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, Self.init(store:))
  }
}

extension AlchemicSubclass where Self: StoredSettings {
  /// Declares a singleton that is made with the model's `any ValueStore`.
  public static func alchemicSubclass(_ of: ClassObjectFactory) {
    AcInitializer(of, Self.init(store:))
  }
}
