public import AlchemicInject

// The place of these lines would say nothing to who wrote the class, so its factory has none:
// messages show the class with its module.

extension AlchemicManaged where Self: StoredSettings {
  /// Declares a singleton that is made with the model's `any ValueStore`.
  public static func alchemic(_ of: ClassObjectFactory) {
    of.initialize(
      with: Maker(Self.init(store:), searchedArguments((any ValueStore).self)), at: nil)
  }
}

extension AlchemicSubclass where Self: StoredSettings {
  /// Declares a singleton that is made with the model's `any ValueStore`.
  public static func alchemicSubclass(_ of: ClassObjectFactory) {
    of.initialize(
      with: Maker(Self.init(store:), searchedArguments((any ValueStore).self)), at: nil)
  }
}
