import AlchemicInject
import AlchemicTestSupport
import Testing

extension Catalog {
  @Suite struct DeclaringTests {
    @Test("E2: not-makeable: a class declares nothing")
    func classSaysNothing() throws {
      try example {
        // wrong: not-makeable
        final class Street: AlchemicManaged {
          let name: String
          init(name: String) { self.name = name }
        }
        // end
        try within(Street.self)
      } right: {
        // right: not-makeable
        final class Street: AlchemicManaged {
          let name: String
          init(name: String) { self.name = name }
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Street.init(name:), AcString("High Street"))
          }
        }
        // end
        try within(Street.self) { () throws in
          #expect(try (AcGet() as Street).name == "High Street")
        }
      }
    }

    @Test("E2: not-makeable: a type is registered without a function")
    func typeOnly() throws {
      try example {
        final class Clock {}
        // wrong: not-makeable
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register(Clock.self)
          }
        }
        // end
        try within(Setup.self)
      } right: {
        final class Clock {}
        // right: not-makeable
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register(Clock.init)
          }
        }
        // end
        try within(Setup.self) { _ = try AcGet() as Clock }
      }
    }

    @Test("E2: registered-twice: a second call changes the first")
    func registeredTwice() throws {
      try example {
        // wrong: registered-twice
        final class Wallet: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Wallet.init)
            AcRegister(of, .template)
            AcRegister(of, .named("wallet"))
          }
        }
        // end
        try within(Wallet.self)
      } right: {
        // right: registered-twice
        final class Wallet: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Wallet.init)
            AcRegister(of, .template, .named("wallet"))
          }
        }
        // end
        try within(Wallet.self) { _ = try AcGet(.named("wallet")) as Wallet }
      }
    }

    @Test("E2: duplicate-name: a name is given twice")
    func nameGivenTwice() throws {
      try example {
        // wrong: duplicate-name
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register(.named("currency")) { "EUR" }
            model.register(.named("currency")) { "USD" }
          }
        }
        // end
        try within(Setup.self)
      } right: {
        // right: duplicate-name
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register(.named("base currency")) { "EUR" }
            model.register(.named("second currency")) { "USD" }
          }
        }
        // end
        try within(Setup.self)
      }
    }

    @Test("E2: duplicate-name: two factories without a name make the same type")
    func sameType() throws {
      try example {
        struct Rule { var limit: Int }
        // wrong: duplicate-name
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register { Rule(limit: 10) }
            model.register { Rule(limit: 500) }
          }
        }
        // end
        try within(Setup.self)
      } right: {
        struct Rule { var limit: Int }
        // right: duplicate-name
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register(.named("per day")) { Rule(limit: 10) }
            model.register(.named("per year")) { Rule(limit: 500) }
          }
        }
        // end
        try within(Setup.self) { () throws in
          #expect(try (AcGet() as [Rule]).map(\.limit) == [10, 500])
        }
      }
    }

    @Test("E2: option-conflict: two options exclude each other")
    func twoOptions() throws {
      try example {
        // wrong: option-conflict
        final class Wallet: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Wallet.init)
            AcRegister(of, .template, .nillable)
          }
        }
        // end
        try within(Wallet.self)
      } right: {
        // right: option-conflict
        final class Wallet: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Wallet.init)
            AcRegister(of, .template)
          }
        }
        // end
        try within(Wallet.self) { _ = try AcGet() as Wallet }
      }
    }

    @Test("E2: option-conflict: a reference has an initializer")
    func referenceIsMade() throws {
      try example {
        // wrong: option-conflict
        final class Session: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Session.init)
            AcRegister(of, .reference)
          }
        }
        // end
        try within(Session.self)
      } right: {
        // right: option-conflict
        final class Session: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) { AcRegister(of, .reference) }
        }
        // end
        try within(Session.self) { try AcSet(Session()) }
      }
    }

    @Test("E2: wrong-initializer: an initializer creates another class")
    func wrongInitializer() throws {
      try example {
        // wrong: wrong-initializer
        class Account {}
        final class Savings: Account {}

        final class Bank: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Savings.init) }
        }
        // end
        try within(Bank.self)
      } right: {
        // right: wrong-initializer
        final class Bank: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Bank.init) }
        }
        // end
        try within(Bank.self) { _ = try AcGet() as Bank }
      }
    }

    @Test("E2: wrong-method: a method is one of another class")
    func wrongMethod() throws {
      try example {
        // wrong: wrong-method
        final class Connection {}

        final class Bank: AlchemicManaged {
          func connection() -> Connection { Connection() }
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Bank.init) }
        }

        final class Branch: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Branch.init)
            AcMethod(of, Bank.connection)
          }
        }
        // end
        try within(Bank.self, Branch.self)
      } right: {
        final class Connection {}
        // right: wrong-method
        final class Bank: AlchemicManaged {
          func connection() -> Connection { Connection() }
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Bank.init)
            AcMethod(of, Bank.connection)
          }
        }

        final class Branch: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Branch.init) }
        }
        // end
        try within(Bank.self, Branch.self) { _ = try AcGet() as Connection }
      }
    }

    @Test("E2: no-product: a closure returns nothing")
    func noProduct() throws {
      try example {
        final class Till {
          init() {}
          func open() {}
        }
        // wrong: no-product
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register {
              let till = Till()
              till.open()
            }
          }
        }
        // end
        try within(Setup.self)
      } right: {
        final class Till {
          init() {}
          func open() {}
        }
        // right: no-product
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register {
              let till = Till()
              till.open()
              return till
            }
          }
        }
        // end
        try within(Setup.self) { _ = try AcGet() as Till }
      }
    }

    @Test("E2: unmarked-subclass: a creatable subclass of a managed class has no marker")
    func unmarkedSubclass() throws {
      try example {
        // wrong: unmarked-subclass
        class Account: AlchemicManaged {
          required init() {}
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Account.init) }
        }

        final class Savings: Account, AlchemicCreatable {}
        // end
        try within(Account.self, Savings.self)
      } right: {
        // right: unmarked-subclass
        class Account: AlchemicManaged {
          required init() {}
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Account.init) }
        }

        final class Savings: Account, AlchemicCreatable, AlchemicSubclass {}
        // end
        try Alchemic.withModel {
          $0.register(Savings.init)
        } operation: {
          _ = try AcGet() as Savings
        }
      }
    }

    @Test("E2: weak-template: a weak property gets a template's object, which has no owner")
    func weakTemplate() throws {
      try example {
        // wrong: weak-template
        final class Auditor: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Auditor.init)
            AcRegister(of, .template)
          }
        }

        final class Wallet: AlchemicManaged {
          @Weak var auditor: Auditor?
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Wallet.init) }
        }
        // end
        try within(Auditor.self, Wallet.self)
      } right: {
        // right: weak-template
        final class Auditor: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Auditor.init) }
        }

        final class Wallet: AlchemicManaged {
          @Weak var auditor: Auditor?
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Wallet.init) }
        }
        // end
        try within(Auditor.self, Wallet.self) { () throws in
          #expect(try (AcGet() as Wallet).auditor === (AcGet() as Auditor))
        }
      }
    }

    @Test("E2: transient-template: a property follows a template, which cannot be set")
    func transientTemplate() throws {
      try example {
        // wrong: transient-template
        final class Rates: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Rates.init)
            AcRegister(of, .template)
          }
        }

        final class Wallet: AlchemicManaged {
          @Transient var rates: Rates
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Wallet.init) }
        }
        // end
        try within(Rates.self, Wallet.self)
      } right: {
        // right: transient-template
        final class Rates: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Rates.init) }
        }

        final class Wallet: AlchemicManaged {
          @Transient var rates: Rates  // changes with AcSet
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Wallet.init) }
        }
        // end
        try within(Rates.self, Wallet.self) { _ = try (AcGet() as Wallet).rates }
      }
    }
  }
}
