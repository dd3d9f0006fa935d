import AlchemicInject
import AlchemicTestSupport
import Testing

extension Catalog {
  @Suite struct SettingTests {
    @Test("E2: not-settable: a template stores no object")
    func template() throws {
      try example {
        // wrong: not-settable
        final class Rates: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Rates.init)
            AcRegister(of, AcTemplate())
          }
        }

        try within(Rates.self) {  // hidden
          try AcSet(Rates())
        }  // hidden
        // end
      } right: {
        // right: not-settable
        final class Rates: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) { AcRegister(of, AcReference()) }
        }

        try within(Rates.self) {  // hidden
          try AcSet(Rates())
        }  // hidden
        // end
      }
    }

    @Test("E2: not-settable: several factories could store the object")
    func several() throws {
      try example {
        final class Rates {}
        // wrong: not-settable
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register(Rates.self, AcReference(), AcFactoryName("buying"))
            model.register(Rates.self, AcReference(), AcFactoryName("selling"))
          }
        }

        try within(Setup.self) {  // hidden
          try AcSet(Rates())
        }  // hidden
        // end
      } right: {
        final class Rates {}
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register(Rates.self, AcReference(), AcFactoryName("buying"))
            model.register(Rates.self, AcReference(), AcFactoryName("selling"))
          }
        }
        try within(Setup.self) {
          // right: not-settable
          try AcSet(Rates(), AcName("selling"))
          // end
        }
      }
    }

    @Test("E2: not-nillable: nil is set on a factory that is not nillable")
    func notNillable() throws {
      try example {
        // wrong: not-nillable
        final class Session: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) { AcRegister(of, AcReference()) }
        }

        try within(Session.self) {  // hidden
          try AcSet(AcNil, AcName("Session"))
        }  // hidden
        // end
      } right: {
        // right: not-nillable
        final class Session: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) {
            AcRegister(of, AcReference(), AcNillable())
          }
        }

        try within(Session.self) {  // hidden
          try AcSet(AcNil, AcName("Session"))
          let session: Session? = try AcGet()
          #expect(session == nil)  // hidden
        }  // hidden
        // end
      }
    }
  }
}
