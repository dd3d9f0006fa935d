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
            AcRegister(of, .template)
          }
        }

        try within(Rates.self) {  // hidden
          try AcSet(Rates())
        }  // hidden
        // end
      } right: {
        // right: not-settable
        final class Rates: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) { AcRegister(of, .reference) }
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
            model.register(Rates.self, .reference, .named("buying"))
            model.register(Rates.self, .reference, .named("selling"))
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
            model.register(Rates.self, .reference, .named("buying"))
            model.register(Rates.self, .reference, .named("selling"))
          }
        }
        try within(Setup.self) {
          // right: not-settable
          try AcSet(Rates(), .named("selling"))
          // end
        }
      }
    }

    @Test("E2: not-nillable: nil is set on a factory that is not nillable")
    func notNillable() throws {
      try example {
        // wrong: not-nillable
        final class Session: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) { AcRegister(of, .reference) }
        }

        try within(Session.self) {  // hidden
          try AcSet(AcNil, .named("Session"))
        }  // hidden
        // end
      } right: {
        // right: not-nillable
        final class Session: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) {
            AcRegister(of, .reference, .nillable)
          }
        }

        try within(Session.self) {  // hidden
          try AcSet(AcNil, .named("Session"))
          let session: Session? = try AcGet()
          #expect(session == nil)  // hidden
        }  // hidden
        // end
      }
    }
  }
}
