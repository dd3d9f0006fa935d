public import AlchemicInject

// The location of these lines would not help the author of the class. The factory therefore has no
// location, and messages show the class with its module.

extension AlchemicManaged where Self: StoredSettings {
  /// Declares a singleton that is created with the model's `any ValueStore`.
  public static func alchemic(_ of: ClassObjectFactory) {
    of.initialize(
      with: Maker(Self.init(store:), searching((any ValueStore).self), at: nil))
  }
}

extension AlchemicSubclass where Self: StoredSettings {
  /// Declares a singleton that is created with the model's `any ValueStore`.
  public static func alchemicSubclass(_ of: ClassObjectFactory) {
    of.initialize(
      with: Maker(Self.init(store:), searching((any ValueStore).self), at: nil))
  }
}
