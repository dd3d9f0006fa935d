import AlchemicInject

/// Gives a model the user's defaults as its `any ValueStore`, where it has none of its own.
///
/// Lazy: a program without settings never opens them.
final class DefaultValueStore: AlchemicAspect {
  static func modelWillResolve(_ model: ModelBuilder) {
    guard !model.produces((any ValueStore).self) else { return }
    model.register(AcLazy(), AcFactoryName("user defaults")) {
      UserDefaultsStore() as any ValueStore
    }
  }
}
