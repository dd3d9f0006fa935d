import AlchemicInject
import AlchemicTestSupport
import Testing

extension Catalog {
  @Suite struct InvokingTests {
    @Test("E2: wrong-arguments: the arguments are in another order than the parameters")
    func wrongArguments() throws {
      try example {
        // wrong: wrong-arguments
        final class Page: AlchemicManaged {
          init(title: String, number: Int) {}
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Page.init(title:number:), AcString("untitled"), AcInt(1))
            AcRegister(of, AcTemplate())
          }
        }

        try within(Page.self) {  // hidden
          let page: Page = try AcInvoke(AcName("Page"), 7, "Summary")
          _ = page  // hidden
        }  // hidden
        // end
      } right: {
        final class Page: AlchemicManaged {
          init(title: String, number: Int) {}
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Page.init(title:number:), AcString("untitled"), AcInt(1))
            AcRegister(of, AcTemplate())
          }
        }
        try within(Page.self) {
          // right: wrong-arguments
          let page: Page = try AcInvoke(AcName("Page"), "Summary", 7)
          let first: Page = try AcInvoke(AcName("Page"), "Title")  // number is AcInt(1)
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
            model.register(AcFactoryName("greeting")) { "Hello" }
          }
        }

        try within(Setup.self) {  // hidden
          let greeting: String = try AcInvoke(AcName("greeting"), "Ann")
          _ = greeting  // hidden
        }  // hidden
        // end
      } right: {
        // right: wrong-arguments
        final class Greeter: AlchemicManaged {
          func greeting(_ name: String) -> String { "Hello \(name)" }
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Greeter.init)
            AcMethod(of, Greeter.greeting, AcString("you"), options: AcFactoryName("greeting"))
          }
        }

        try within(Greeter.self) {  // hidden
          let greeting: String = try AcInvoke(AcName("greeting"), "Ann")
          #expect(greeting == "Hello Ann")  // hidden
        }  // hidden
        // end
      }
    }

    @Test("E2: not-invocable: a reference has no function")
    func reference() throws {
      try example {
        // wrong: not-invocable
        final class Session: AlchemicManaged {
          init(user: String) {}
          static func alchemic(_ of: ClassObjectFactory) { AcRegister(of, AcReference()) }
        }

        try within(Session.self) {  // hidden
          let session: Session = try AcInvoke(AcName("Session"), "Ann")
          _ = session  // hidden
        }  // hidden
        // end
      } right: {
        // right: not-invocable
        final class Session: AlchemicManaged {
          init(user: String) {}
          static func alchemic(_ of: ClassObjectFactory) {
            AcInitializer(of, Session.init(user:), AcString("nobody"))
            AcRegister(of, AcTemplate())
          }
        }

        try within(Session.self) {  // hidden
          let session: Session = try AcInvoke(AcName("Session"), "Ann")
          _ = session  // hidden
        }  // hidden
        // end
      }
    }
  }
}
