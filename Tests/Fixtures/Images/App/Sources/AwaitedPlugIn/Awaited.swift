import AlchemicInject
import ShopLibrary

private final class Catalog: AlchemicManaged, Sendable {
  static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, Catalog.load)
    AcRegister(of, AcFactoryName("catalog"))
  }

  static func load() async -> Catalog {
    await Task.yield()
    return Catalog()
  }
}
