#if Scopes
import Alchemic
import AlchemicTestSupport
import Testing

@testable import AlchemicCore

extension Catalog {
  /// Throws the warnings of a model.
  private static func warnings(_ configure: (ModelBuilder) -> Void) throws {
    let warnings = try makeModel(configure).warnings
    guard warnings.isEmpty else { throw AlchemicError(warnings) }
  }

  @Suite struct ScopePageTests {
    @Test("E2: no-scope: an object is asked for outside its scope")
    func noScope() async throws {
      try await example {
        // wrong: no-scope
        enum RequestScope: AlchemicScope {}

        final class Cart: Sendable {}

        func configureAlchemic(_ model: ModelBuilder) {
          model.register(Cart.init, .scope(RequestScope.self))
        }

        func handle() throws {
          let cart: Cart = try AcGet()
          _ = cart
        }
        // end
        try Alchemic.withModel {
          configureAlchemic($0)
        } operation: {
          try handle()
        }
      } right: {
        // right: no-scope
        enum RequestScope: AlchemicScope {}

        final class Cart: Sendable {}

        func handle() async throws {
          try await Alchemic.withScope(RequestScope.self) {
            let cart: Cart = try AcGet()
            _ = cart
          }
        }
        // end
        try await Alchemic.withModel {
          $0.register(Cart.init, .scope(RequestScope.self))
        } operation: {
          try await handle()
        }
      }
    }

    @Test("E2: no-scope: a singleton has a property that only a scope can answer")
    func follower() throws {
      try example {
        // wrong: no-scope
        enum RequestScope: AlchemicScope {}

        struct User: Sendable {}

        final class Greeter: AlchemicManaged {
          @Transient var user: User
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Greeter.init) }
        }

        func configureAlchemic(_ model: ModelBuilder) {
          model.register(User.init, .scope(RequestScope.self))
        }
        // end
        try warnings {
          declare(Greeter.self, in: $0)
          configureAlchemic($0)
        }
      } right: {
        // right: no-scope
        enum RequestScope: AlchemicScope {}

        struct User: Sendable {}

        final class Greeter: AlchemicManaged {
          @Transient var user: User?
          static func alchemic(_ of: ClassObjectFactory) { AcInitializer(of, Greeter.init) }
        }

        func configureAlchemic(_ model: ModelBuilder) {
          model.register(User.init, .scope(RequestScope.self))
        }
        // end
        try warnings {
          declare(Greeter.self, in: $0)
          configureAlchemic($0)
        }
      }
    }

    @Test("E2: scope-open: two scopes of one kind within each other")
    func scopeOpen() async throws {
      try await example {
        // wrong: scope-open
        enum RequestScope: AlchemicScope {}

        func handle() async throws {
          try await Alchemic.withScope(RequestScope.self) { try await answer() }
        }

        func answer() async throws {
          try await Alchemic.withScope(RequestScope.self) {}
        }
        // end
        try await Alchemic.withModel { _ in
        } operation: {
          try await handle()
        }
      } right: {
        // right: scope-open
        enum RequestScope: AlchemicScope {}

        enum AnswerScope: AlchemicScope {
          static let outer = RequestScope.self
        }

        func handle() async throws {
          try await Alchemic.withScope(RequestScope.self) { try await answer() }
        }

        func answer() async throws {
          try await Alchemic.withScope(AnswerScope.self) {}
        }
        // end
        try await Alchemic.withModel { _ in
        } operation: {
          try await handle()
        }
      }
    }

    @Test("E2: captive-dependency: a singleton would keep an object of a request")
    func captiveDependency() throws {
      try example {
        // wrong: captive-dependency
        enum RequestScope: AlchemicScope {}

        final class Cart: Sendable {}

        final class Checkout: Sendable {
          let cart: Cart
          init(cart: Cart) { self.cart = cart }
        }

        func configureAlchemic(_ model: ModelBuilder) {
          model.register(Cart.init, .scope(RequestScope.self))
          model.register(Checkout.init)
        }
        // end
        try Alchemic.withModel({ configureAlchemic($0) }, operation: {})
      } right: {
        // right: captive-dependency
        enum RequestScope: AlchemicScope {}

        final class Cart: Sendable {}

        final class Checkout: Sendable {
          let cart: Provider<Cart>
          init(cart: Provider<Cart>) { self.cart = cart }
          func pay() throws { _ = try cart() }
        }

        func configureAlchemic(_ model: ModelBuilder) {
          model.register(Cart.init, .scope(RequestScope.self))
          model.register(Checkout.init)
        }
        // end
        try Alchemic.withModel({ configureAlchemic($0) }, operation: {})
      }
    }

    @Test("E2: captive-dependency: a singleton would keep an object that expires")
    func keepsExpiring() throws {
      try example {
        // wrong: captive-dependency
        final class Token: Sendable {}

        final class Client: Sendable {
          let token: Token
          init(token: Token) { self.token = token }
        }

        func configureAlchemic(_ model: ModelBuilder) {
          model.register(Token.init, .expires(after: .seconds(60)))
          model.register(Client.init)
        }
        // end
        _ = try makeModel(.strict) { configureAlchemic($0) }
      } right: {
        // right: captive-dependency
        final class Token: Sendable {}

        final class Client: Sendable {
          let token: Provider<Token>
          init(token: Provider<Token>) { self.token = token }
        }

        func configureAlchemic(_ model: ModelBuilder) {
          model.register(Token.init, .expires(after: .seconds(60)))
          model.register(Client.init)
        }
        // end
        _ = try makeModel(.strict) { configureAlchemic($0) }
      }
    }
  }
}
#endif
