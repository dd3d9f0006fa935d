#if Suggestions
import AlchemicInject
import AlchemicTestSupport
import Testing

@testable import AlchemicCore

extension Catalog {
  /// Throws the warnings of a model with classes as if they had been found.
  private static func warnings(of types: AnyClass..., generics: [String] = []) throws {
    let model = try makeModel { model in
      if types.isEmpty, generics.isEmpty { model.add(Discovery.Findings()) }
      types.forEach { declare($0, in: model) }
      // As a scan that finds them does. A test target must not have such classes.
      model.warnings += generics.map { Problem(.genericClass, $0) }
    }
    guard model.warnings.isEmpty else { throw AlchemicError(model.warnings) }
  }

  @Suite struct WarningPageTests {
    @Test("E2: generic-class: a generic class declares itself")
    func generic() throws {
      try example {
        // wrong: generic-class
        final class Repository<Item>: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Repository.init) }
        }
        // end
        try warnings(generics: ["Repository"])
      } right: {
        // right: generic-class
        final class Repository<Item> {}

        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register(Repository<Int>.init)
            model.register(Repository<String>.init)
          }
        }
        // end
        try warnings(of: Setup.self)
      }
    }

    @Test("E2: nothing-declared: the program declares nothing")
    func nothing() throws {
      try example {
        // wrong: nothing-declared
        final class Till { init() {} }
        // end
        try warnings()
      } right: {
        // right: nothing-declared
        final class Till: AlchemicCreatable { init() {} }
        // end
        try warnings(of: Till.self)
      }
    }

    @Test("E2: may-be-ambiguous: only a criterion chooses")
    func ambiguous() throws {
      try example {
        // wrong: may-be-ambiguous
        protocol Store: AnyObject {}

        final class Disk: Store, AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Disk.init) }
        }

        final class Cloud: Store, AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Cloud.init) }
        }

        final class Backup: AlchemicManaged {
          @Injected(.named("Disk")) var source: any Store
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Backup.init) }
        }
        // end
        try warnings(of: Cloud.self, Disk.self, Backup.self)
      } right: {
        enum Local: AcQualifier {}
        protocol Store: AnyObject {}
        final class Cloud: Store, AlchemicCreatable { init() {} }
        // right: may-be-ambiguous
        final class Disk: Store, AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Disk.init)
            AcRegister(of, .qualifier(Local.self))  // enum Local: AcQualifier {}
          }
        }

        final class Backup: AlchemicManaged {
          @Qualified<Local>.Injected var source: any Store
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Backup.init) }
        }
        // end
        try warnings(of: Cloud.self, Disk.self, Backup.self)
      }
    }

    @Test("E2: may-be-missing: only a constant makes it right")
    func missing() throws {
      try example {
        // wrong: may-be-missing
        final class Drawer {}

        final class Till: AlchemicManaged {
          @Injected var drawer: Drawer
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Till.init) }
        }
        // end
        try warnings(of: Till.self)
      } right: {
        final class Till: AlchemicManaged {
          @Injected var drawer: Drawer
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Till.init) }
        }
        // right: may-be-missing
        final class Drawer: AlchemicCreatable { init() {} }
        // end
        try warnings(of: Till.self, Drawer.self)
      }
    }

    @Test("E2: waits-for-reference: a singleton needs what AcSet gives later")
    func waiting() throws {
      try example {
        // wrong: waits-for-reference
        final class Session: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) { AcRegister(of, .reference) }
        }

        final class Profile: AlchemicManaged {
          init(session: Session) {}
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Profile.init) }
        }
        // end
        try warnings(of: Session.self, Profile.self)
      } right: {
        final class Session: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) { AcRegister(of, .reference) }
        }
        // right: waits-for-reference
        final class Profile: AlchemicManaged {
          init(session: Session) {}
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Profile.init)
            AcRegister(of, .lazy)
          }
        }
        // end
        try warnings(of: Session.self, Profile.self)
      }
    }

    @Test("E2: unknown-name: an optional argument asks for a name that nothing has")
    func unknown() throws {
      try example {
        // wrong: unknown-name
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register(.named("proxy")) { "proxy.example.org" }
          }
        }

        final class Client: AlchemicManaged {
          init(proxy: String?) {}
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Client.init(proxy:), .named("porxy"))
          }
        }
        // end
        try warnings(of: Setup.self, Client.self)
      } right: {
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register(.named("proxy")) { "proxy.example.org" }
          }
        }
        // right: unknown-name
        final class Client: AlchemicManaged {
          init(proxy: String?) {}
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Client.init(proxy:), .named("proxy"))
          }
        }
        // end
        try warnings(of: Setup.self, Client.self)
      }
    }

    @Test("E2: of-adapter: a stored setting cannot be read")
    func adapter() throws {
      let remedy = "remove what is stored, or override setting(_:couldNotBeRead:)"
      func read(_ stored: Any) throws {
        guard stored is Bool else {
          throw AlchemicError(
            Problem(
              .ofAdapter("'Options.sound' reads as its default: it is no Bool", remedy: remedy),
              "Options.sound"))
        }
      }
      try example {
        // wrong: of-adapter
        let stored: [String: Any] = ["sound": "loud"]  // class Options: @Setting var sound = true
        // end
        try read(stored["sound"] ?? true)
      } right: {
        // right: of-adapter
        let stored: [String: Any] = ["sound": false]
        // end
        try read(stored["sound"] ?? true)
      }
    }
  }
}
#endif
