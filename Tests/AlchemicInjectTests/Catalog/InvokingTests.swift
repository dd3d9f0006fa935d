#if Invoking
import Alchemic
import AlchemicTestSupport
import Testing

extension Catalog {
  @Suite struct InvokingTests {
    @Test("E2, P1: needs-arguments: a property passes no arguments")
    func needsArguments() throws {
      try example {
        // wrong: needs-arguments
        final class HabitView: AlchemicManaged {
          init(id: Int, store: Store) {}
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, HabitView.init(id:store:), .argument, .ofClass(Store.self))
          }
        }

        final class Home: AlchemicManaged {
          @Injected var habit: HabitView
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Home.init) }
        }
        // end
        try within(Store.self, HabitView.self, Home.self)
      } right: {
        final class HabitView: AlchemicManaged {
          init(id: Int, store: Store) {}
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, HabitView.init(id:store:), .argument, .ofClass(Store.self))
          }
        }
        // right: needs-arguments
        final class Home: AlchemicManaged {
          @Injected var habit: Provider<HabitView, Int>
          func show(_ id: Int) throws -> HabitView { try habit(id) }
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Home.init) }
        }
        // end
        try within(Store.self, HabitView.self, Home.self) {
          let home: Home = try AcGet()
          _ = try home.show(7)
        }
      }
    }

    @Test("E2, P1: needs-arguments: a request passes no arguments")
    func requestWithoutArguments() throws {
      try example {
        // wrong: needs-arguments
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register { (name: Given<String>) in Page(of: name.value) }
          }
        }

        try within(Setup.self) {  // hidden
          let page: Page = try AcGet()
          _ = page  // hidden
        }  // hidden
        // end
      } right: {
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register { (name: Given<String>) in Page(of: name.value) }
          }
        }
        try within(Setup.self) {
          // right: needs-arguments
          let page: Page = try AcInvoke(.named("Page"), "Ann")
          let provider: Provider<Page, String> = try AcGet()
          let other = try provider("Bob")
          // end
          #expect(page !== other)
        }
      }
    }

    private final class Store: AlchemicCreatable { init() {} }
    private final class Page {
      init(of name: String) {}
    }

    @Test("E2: wrong-arguments: the arguments are in another order than the parameters")
    func wrongArguments() throws {
      try example {
        // wrong: wrong-arguments
        final class Page: AlchemicManaged {
          init(title: String, number: Int) {}
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Page.init(title:number:), AcString("untitled"), AcInt(1))
            AcRegister(of, .template)
          }
        }

        try within(Page.self) {  // hidden
          let page: Page = try AcInvoke(.named("Page"), 7, "Summary")
          _ = page  // hidden
        }  // hidden
        // end
      } right: {
        final class Page: AlchemicManaged {
          init(title: String, number: Int) {}
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Page.init(title:number:), AcString("untitled"), AcInt(1))
            AcRegister(of, .template)
          }
        }
        try within(Page.self) {
          // right: wrong-arguments
          let page: Page = try AcInvoke(.named("Page"), "Summary", 7)
          let first: Page = try AcInvoke(.named("Page"), "Title")  // number is AcInt(1)
          // end
          #expect(page !== first)
        }
      }
    }

    @Test("E2: wrong-arguments: there are more arguments than the function takes")
    func tooMany() throws {
      try example {
        // wrong: wrong-arguments
        final class Setup: AlchemicConfig {
          static func configureAlchemic(_ model: ModelBuilder) {
            model.register(.named("greeting")) { "Hello" }
          }
        }

        try within(Setup.self) {  // hidden
          let greeting: String = try AcInvoke(.named("greeting"), "Ann")
          _ = greeting  // hidden
        }  // hidden
        // end
      } right: {
        // right: wrong-arguments
        final class Greeter: AlchemicManaged {
          func greeting(_ name: String) -> String { "Hello \(name)" }
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Greeter.init)
            AcMethod(of, Greeter.greeting, AcString("you"), options: .named("greeting"))
          }
        }

        try within(Greeter.self) {  // hidden
          let greeting: String = try AcInvoke(.named("greeting"), "Ann")
          #expect(greeting == "Hello Ann")  // hidden
        }  // hidden
        // end
      }
    }

    @Test("E2, P2: wrong-arguments: a provider has other arguments than the factory")
    func wrongProvider() throws {
      try example {
        // wrong: wrong-arguments
        final class HabitView: AlchemicManaged {
          init(id: Int, store: Store) {}
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, HabitView.init(id:store:), .argument, .ofClass(Store.self))
          }
        }

        final class Home: AlchemicManaged {
          @Injected var habit: Provider<HabitView, String>
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Home.init) }
        }
        // end
        try within(Store.self, HabitView.self, Home.self)
      } right: {
        final class HabitView: AlchemicManaged {
          init(id: Int, store: Store) {}
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, HabitView.init(id:store:), .argument, .ofClass(Store.self))
          }
        }
        // right: wrong-arguments
        final class Home: AlchemicManaged {
          @Injected var habit: Provider<HabitView, Int>
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Home.init) }
        }
        // end
        try within(Store.self, HabitView.self, Home.self) {
          let home: Home = try AcGet()
          _ = try home.habit(7)
        }
      }
    }

    @Test("E2: not-invocable: a reference has no function")
    func reference() throws {
      try example {
        // wrong: not-invocable
        final class Session: AlchemicManaged {
          init(user: String) {}
          static func alchemic(_ of: ClassObjectFactory) { AcRegister(of, .reference) }
        }

        try within(Session.self) {  // hidden
          let session: Session = try AcInvoke(.named("Session"), "Ann")
          _ = session  // hidden
        }  // hidden
        // end
      } right: {
        // right: not-invocable
        final class Session: AlchemicManaged {
          init(user: String) {}
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Session.init(user:), AcString("nobody"))
            AcRegister(of, .template)
          }
        }

        try within(Session.self) {  // hidden
          let session: Session = try AcInvoke(.named("Session"), "Ann")
          _ = session  // hidden
        }  // hidden
        // end
      }
    }
  }
}
#endif
