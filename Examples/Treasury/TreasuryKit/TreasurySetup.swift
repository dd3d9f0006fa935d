import Alchemic

/// What the model needs besides the classes it finds.
final class TreasurySetup: AlchemicConfig {
  static func configureAlchemic(_ model: ModelBuilder) {
    model.register(.named("base currency")) { "EUR" }
    // The command line's options are registered as a primary.
    model.register { Options() }
  }
}
