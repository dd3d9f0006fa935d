import AlchemicInject

/// Registers the user's defaults as the `any ValueStore` of a model that has no other one.
///
/// The factory is lazy, so a program without settings never opens them.
final class DefaultValueStore: AlchemicAspect {
  static func modelWillResolve(_ model: ModelBuilder) {
    guard !model.produces((any ValueStore).self) else { return }
    model.register(AcLazy(), AcFactoryName("user defaults")) {
      UserDefaultsStore() as any ValueStore
    }
  }
}
