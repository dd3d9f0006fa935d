#if Invoking && Scopes
import Alchemic
import AlchemicTestSupport
import Testing

extension Catalog {
  @Suite struct CreatingTests {
    @Test("E2: cycle: two initializers need each other's object")
    func arguments() throws {
      try example {
        // wrong: cycle
        final class Bank: AlchemicManaged {
          init(auditor: Auditor) {}
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Bank.init(auditor:)) }
        }

        final class Auditor: AlchemicManaged {
          init(bank: Bank) {}
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Auditor.init(bank:)) }
        }
        // end
        try within(Bank.self, Auditor.self)
      } right: {
        // right: cycle
        final class Bank: AlchemicManaged {
          @Injected var auditor: Auditor
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Bank.init) }
        }

        final class Auditor: AlchemicManaged {
          let bank: Bank
          init(bank: Bank) { self.bank = bank }
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Auditor.init(bank:)) }
        }
        // end
        try within(Bank.self, Auditor.self) {
          let bank: Bank = try AcGet()
          #expect(bank.auditor.bank === bank)
        }
      }
    }

    @Test("E2: cycle: templates that inject each other")
    func templates() throws {
      try example {
        // wrong: cycle
        final class Page: AlchemicManaged, AlchemicAware {
          @Injected var next: Page
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Page.init)
            AcRegister(of, .template)
          }
        }

        try within(Page.self) {  // hidden
          let page: Page = try AcGet()
          _ = page  // hidden
        }  // hidden
        // end
      } right: {
        // right: cycle
        final class Page: AlchemicManaged {  // without hooks: `next` is made when it is read
          @Injected var next: Page
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Page.init)
            AcRegister(of, .template)
          }
        }
        // end
        try within(Page.self) {
          let page: Page = try AcGet()
          #expect(page.next !== page)
        }
      }
    }

    @Test("E2: creation-failed: an initializer throws")
    func creationFailed() throws {
      try example {
        // wrong: creation-failed
        struct NoFile: Error, CustomStringConvertible {
          let name: String
          var description: String { "there is no file '\(name)'" }
        }

        final class Ledger: AlchemicManaged {
          init(file: String) throws { throw NoFile(name: file) }
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Ledger.init(file:), AcString("ledger.txt"))
          }
        }
        // end
        try within(Ledger.self)
      } right: {
        // right: creation-failed
        final class Ledger: AlchemicManaged {
          private(set) var lines: [String] = []
          init() {}  // needs nothing that can fail
          func load(file: String) throws { lines = ["opened \(file)"] }
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Ledger.init) }
        }
        // end
        try within(Ledger.self) {
          let ledger: Ledger = try AcGet()
          try ledger.load(file: "ledger.txt")
          #expect(ledger.lines.count == 1)
        }
      }
    }

    @Test("E2: unset-reference: it is read before it is set")
    func unsetReference() throws {
      try example {
        // wrong: unset-reference
        final class Session: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) { AcRegister(of, .reference) }
        }

        try within(Session.self) {  // hidden
          let session: Session = try AcGet()
          _ = session  // hidden
        }  // hidden
        // end
      } right: {
        final class Session: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) { AcRegister(of, .reference) }
        }
        try within(Session.self) {
          // right: unset-reference
          try AcSet(Session())
          let session: Session = try AcGet()
          // end
          _ = session
        }
      }
    }

    @Test("E2: unset-reference: the model does not retain the object of a weak reference")
    func weakReference() throws {
      try example {
        // wrong: unset-reference
        final class Screen: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) { AcRegister(of, .reference, .weak) }
        }

        try within(Screen.self) {  // hidden
          try AcSet(Screen())  // nobody keeps it
          let screen: Screen = try AcGet()
          _ = screen  // hidden
        }  // hidden
        // end
      } right: {
        // right: unset-reference
        final class Screen: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) {
            AcRegister(of, .reference, .weak, .nillable)
          }
        }

        try within(Screen.self) {  // hidden
          try AcSet(Screen())
          let screen: Screen? = try AcGet()
          #expect(screen == nil)  // hidden
        }  // hidden
        // end
      }
    }

    @Test("E2: unset-reference: a scope has no object for it")
    func unsetReference() async throws {
      try await example {
        // wrong: unset-reference
        enum RequestScope: AlchemicScope {}

        struct User: Sendable {}

        func configureAlchemic(_ model: ModelBuilder) {
          model.register(User.self, .reference, .scope(RequestScope.self))
        }

        func handle() async throws {
          try await Alchemic.withScope(RequestScope.self) {
            let user: User = try AcGet()
            _ = user
          }
        }
        // end
        try await Alchemic.withModel {
          configureAlchemic($0)
        } operation: {
          try await handle()
        }
      } right: {
        enum RequestScope: AlchemicScope {}

        struct User: Sendable {}

        // right: unset-reference
        func handle(_ user: User) async throws {
          try await Alchemic.withScope(RequestScope.self) {
            try $0.set(user)
          } operation: {
            let user: User = try AcGet()
            _ = user
          }
        }
        // end
        try await Alchemic.withModel {
          $0.register(User.self, .reference, .scope(RequestScope.self))
        } operation: {
          try await handle(User())
        }
      }
    }

    @Test("E2: unexpected-nil: an object is asked for, and nothing is set")
    func nothingSet() throws {
      try example {
        // wrong: unexpected-nil
        final class Session: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) {
            AcRegister(of, .reference, .nillable)
          }
        }

        try within(Session.self) {  // hidden
          let session: Session = try AcGet()
          _ = session  // hidden
        }  // hidden
        // end
      } right: {
        final class Session: AlchemicManaged {
          static func alchemic(_ of: ClassObjectFactory) {
            AcRegister(of, .reference, .nillable)
          }
        }
        try within(Session.self) {
          // right: unexpected-nil
          let session: Session? = try AcGet()
          // end
          #expect(session == nil)
        }
      }
    }

    @Test("E2: unexpected-nil: a factory that is not nillable returns nil")
    func madeNil() throws {
      try example {
        struct Logo { init?(file: String) { return nil } }
        // wrong: unexpected-nil
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register { Logo(file: "logo.png") }  // an init? that returns nil
          }
        }
        // end
        try within(Setup.self)
      } right: {
        struct Logo { init?(file: String) { return nil } }
        // right: unexpected-nil
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register(.nillable) { Logo(file: "logo.png") }
          }
        }

        try within(Setup.self) {  // hidden
          let logo: Logo? = try AcGet()
          #expect(logo == nil)  // hidden
        }  // hidden
        // end
      }
    }

    @Test("E2: too-deep: an initializer invokes itself too often")
    func tooDeep() throws {
      try example {
        // wrong: too-deep
        final class Folder: AlchemicManaged {
          let parent: Folder?
          init(depth: Int) throws {
            parent = depth == 0 ? nil : try AcInvoke(.named("Folder"), depth - 1)
          }
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Folder.init(depth:), AcInt(0))
            AcRegister(of, .template)
          }
        }

        try within(Folder.self) {  // hidden
          let folder: Folder = try AcInvoke(.named("Folder"), 100_000)
          _ = folder  // hidden
        }  // hidden
        // end
      } right: {
        // right: too-deep
        final class Folder: AlchemicManaged {
          let parent: Folder?
          init(parent: Folder?) { self.parent = parent }
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Folder.init(parent:), .value(nil))
            AcRegister(of, .template)
          }
        }

        try within(Folder.self) {  // hidden
          var folder: Folder = try AcGet()
          for _ in 0..<100_000 { folder = try AcInvoke(.named("Folder"), folder) }
          while let parent = folder.parent { folder = parent }  // hidden
        }  // hidden
        // end
      }
    }
  }
}
#endif
