import AlchemicInject
import ShopLibrary

private final class PlugInRule: Rule, AlchemicCreatable {
  let name = "rule of a plug-in"
  init() {}
}

private final class PlugInDiscount: Discount, AlchemicCreatable {
  init() {}
}

// Cannot be found, which is a warning.
private final class GenericRule<Element>: AlchemicCreatable {
  init() {}
}

/// Needs what the program has.
private final class PlugInTill: Till, AlchemicManaged {
  @InjectedArray var rules: [any Rule]
  private let store: any Store

  init(_ store: any Store) { self.store = store }

  var text: String { rules.map(\.name).sorted().joined(separator: ", ") }

  static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, PlugInTill.init)
    AcRegister(of, AcFactoryName("till of a plug-in"), AcPrimary())
  }
}

private final class PlugInConfiguration: AlchemicConfig {
  static func configureAlchemic(_ model: ModelBuilder) {
    let number = model.extendsModel ? 7 : 0
    model.register(AcFactoryName("plug-in's number")) { number }
  }
}

private final class PlugInAspect: AlchemicAspect {
  static func modelDidResolve(_ model: Model) { print("the plug-in's aspect has seen the model") }
}
