import AlchemicInject

protocol Till: AnyObject {}

class Account: AlchemicManaged {
  required init() {}
  static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Account.init) }
}

// Not found: it inherits the conformance, and has no marker.
final class Savings: Account, AlchemicCreatable {}

final class Basket: AlchemicManaged {
  @Injected var till: any Till
  init() { print("a basket was made") }
  static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Basket.init) }
}

final class Shop: AlchemicManaged {
  init(till: any Till, basket: Basket) {}
  static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, Shop.init(till:basket:))
  }
}

final class Street: AlchemicManaged {
  init() {}
}

final class Clerk: AlchemicManaged {
  init(name: String) {}
  static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, Clerk.init(name:), AcName("first naem"))
  }
}

final class Setup: AlchemicConfig {
  static func configureAlchemic(_ model: ModelBuilder) {
    model.register(AcFactoryName("first name")) { "Ann" }
    model.register(AcFactoryName("first name")) { "Bob" }
  }
}
