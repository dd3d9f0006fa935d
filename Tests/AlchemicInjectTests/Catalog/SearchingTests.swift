#if Suggestions
import AlchemicInject
import AlchemicTestSupport
import Testing

extension Catalog {
  @Suite struct SearchingTests {
    @Test("E2: no-match: no factory produces the type of a property")
    func nothingMakesIt() throws {
      try example {
        // wrong: no-match
        protocol Till: AnyObject {}
        final class CashTill: Till {}

        final class Shop: AlchemicManaged {
          @Injected var till: any Till
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Shop.init) }
        }
        // end
        try within(Shop.self)
      } right: {
        protocol Till: AnyObject {}
        final class Shop: AlchemicManaged {
          @Injected var till: any Till
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Shop.init) }
        }
        // right: no-match
        final class CashTill: Till, AlchemicCreatable { init() {} }
        // end
        try within(Shop.self, CashTill.self) { _ = try (AcGet() as Shop).till }
      }
    }

    @Test("E2: no-match: a name is misspelt")
    func misspelt() throws {
      try example {
        // wrong: no-match
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register(.named("base currency")) { "EUR" }
          }
        }

        final class Wallet: AlchemicManaged {
          @Injected(.named("base curency")) var base: String
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Wallet.init) }
        }
        // end
        try within(Setup.self, Wallet.self)
      } right: {
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register(.named("base currency")) { "EUR" }
          }
        }
        // right: no-match
        final class Wallet: AlchemicManaged {
          @Injected(.named("base currency")) var base: String
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Wallet.init) }
        }
        // end
        try within(Setup.self, Wallet.self) { () throws in
          #expect(try (AcGet() as Wallet).base == "EUR")
        }
      }
    }

    @Test("E2: no-match: a value with a name is found by that name only")
    func namedValue() throws {
      try example {
        // wrong: no-match
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register(.named("base currency")) { "EUR" }
            model.register(Client.init)
          }
        }

        struct Client {
          let host: String
        }
        // end
        try within(Setup.self)
      } right: {
        // right: no-match
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register(.named("base currency")) { "EUR" }
            model.register(.named("host")) { "api.example.org" }
            model.register(Client.init, .named("host"))
          }
        }
        // end
        struct Client {
          let host: String
        }
        try within(Setup.self) { () throws in
          #expect(try (AcGet() as Client).host == "api.example.org")
        }
      }
    }

    @Test("E2: no-match: an argument is a value that nothing provides")
    func missingValue() throws {
      try example {
        // wrong: no-match
        final class Printer: AlchemicManaged {
          let pages: Int
          init(pages: Int) { self.pages = pages }
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Printer.init, .named("pages"))
          }
        }
        // end
        try within(Printer.self)
      } right: {
        final class Printer: AlchemicManaged {
          let pages: Int
          init(pages: Int) { self.pages = pages }
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Printer.init, .named("pages"))
          }
        }
        // right: no-match
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register(.named("pages")) { 40 }
          }
        }
        // end
        try within(Printer.self, Setup.self) { () throws in
          #expect(try (AcGet() as Printer).pages == 40)
        }
      }
    }

    @Test("E2: no-match: an array of optionals")
    func arrayOfOptionals() throws {
      try example {
        // wrong: no-match
        final class Disk: AlchemicCreatable { init() {} }

        try within(Disk.self) {  // hidden
          let disks: [Disk?] = try AcGet()
          _ = disks  // hidden
        }  // hidden
        // end
      } right: {
        final class Disk: AlchemicCreatable { init() {} }
        try within(Disk.self) {  // hidden
          // right: no-match
          let disks: [Disk] = try AcGet()
          // end
          #expect(disks.count == 1)
        }
      }
    }

    @Test("E2: several-matches: two classes fit")
    func twoClasses() throws {
      try example {
        // wrong: several-matches
        protocol Store: AnyObject {}

        final class Disk: Store, AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Disk.init) }
        }

        final class Cloud: Store, AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Cloud.init) }
        }

        try within(Disk.self, Cloud.self) {  // hidden
          let store: any Store = try AcGet()
          _ = store  // hidden
        }  // hidden
        // end
      } right: {
        protocol Store: AnyObject {}
        final class Disk: Store, AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Disk.init) }
        }
        // right: several-matches
        final class Cloud: Store, AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Cloud.init)
            AcRegister(of, .primary)
          }
        }

        try within(Disk.self, Cloud.self) {  // hidden
          let store: any Store = try AcGet()  // the cloud
          let disk: any Store = try AcGet(.named("Disk"))
          #expect(store is Cloud && disk is Disk)  // hidden
        }  // hidden
        // end
      }
    }

    @Test("E2: several-matches: two primaries fit")
    func twoPrimaries() throws {
      try example {
        final class Rates {}
        // wrong: several-matches
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register(.named("fixed"), .primary) { Rates() }
            model.register(.named("live"), .primary) { Rates() }
          }
        }

        try within(Setup.self) {  // hidden
          let rates: Rates = try AcGet()
          _ = rates  // hidden
        }  // hidden
        // end
      } right: {
        final class Rates {}
        // right: several-matches
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register(.named("fixed")) { Rates() }
            model.register(.named("live"), .primary) { Rates() }
          }
        }
        // end
        try within(Setup.self) { () throws in
          #expect(try (AcGet() as Rates) === (AcGet(.named("live")) as Rates))
        }
      }
    }

    @Test("E2: wrong-type: the named factory produces another type")
    func wrongName() throws {
      try example {
        // wrong: wrong-type
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register(.named("limit")) { 100 }
          }
        }

        try within(Setup.self) {  // hidden
          let limit: Double = try AcGet(.named("limit"))
          _ = limit  // hidden
        }  // hidden
        // end
      } right: {
        // right: wrong-type
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register(.named("limit")) { 100.0 }
          }
        }
        // end
        try within(Setup.self) { () throws in
          #expect(try (AcGet(.named("limit")) as Double) == 100)
        }
      }
    }

    @Test("E2: wrong-type: AcSet gets an object of another type")
    func wrongObject() throws {
      try example {
        // wrong: wrong-type
        protocol Store: AnyObject {}
        final class Disk: Store {}
        final class Cloud: Store {}

        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register(Disk.self, .reference, .named("store"))
          }
        }

        try within(Setup.self) {  // hidden
          try AcSet(Cloud(), .named("store"))
        }  // hidden
        // end
      } right: {
        protocol Store: AnyObject {}
        final class Disk: Store {}
        final class Cloud: Store {}
        // right: wrong-type
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register((any Store).self, .reference, .named("store"))
          }
        }
        // end
        try within(Setup.self) { try AcSet(Cloud(), .named("store")) }
      }
    }

    @Test("E2: wrong-criteria: a name beside a class")
    func nameAndClass() throws {
      try example {
        final class CashTill {}
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) { model.register(CashTill.init) }
        }
        try within(Setup.self) {
          // wrong: wrong-criteria
          let till: CashTill = try AcGet(.named("front"), .ofClass(CashTill.self))
          // end
          _ = till
        }
      } right: {
        final class CashTill {}
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register(CashTill.init, .named("front"))
          }
        }
        try within(Setup.self) {
          // right: wrong-criteria
          let till: CashTill = try AcGet(.named("front"))
          // end
          _ = till
        }
      }
    }
  }
}
#endif
