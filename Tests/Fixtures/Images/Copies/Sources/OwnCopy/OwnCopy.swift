import AlchemicFoundation

private final class OwnRule: AlchemicCreatable {
  init() {}
}

private final class OwnSettings: AlchemicConfig {
  static func configureAlchemic(_ model: ModelBuilder) {}
}
