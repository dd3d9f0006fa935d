#if Scopes
import Alchemic
import AlchemicTestSupport

/// The scopes and the objects of these tests.
enum WebShop {
  enum Session: AlchemicScope {}

  enum Request: AlchemicScope {
    static let outer = Session.self
  }

  /// A scope that has nothing to do with the others.
  enum Job: AlchemicScope {}

  struct Context: Sendable {
    let user: String
    init(_ user: String) { self.user = user }
  }

  final class Prices: Sendable {}

  final class Cart: Sendable {
    let context: Context
    let prices: Prices
    init(_ context: Context, _ prices: Prices) { (self.context, self.prices) = (context, prices) }
  }

  /// Asks for its parts when they are read.
  final class Checkout: @unchecked Sendable {
    @Injected var cart: Cart
    @Injected var prices: Prices
  }

  final class User: Sendable {}

  static func declare(_ model: ModelBuilder) {
    model.register { Prices() }
    model.register(Context.self, .reference, AcScope(Request.self))
    model.register(Cart.init, AcScope(Request.self))
    model.register(AcScope(Request.self)) { Checkout() }
    model.register(AcScope(Session.self)) { User() }
  }

  /// Runs an operation in a request of a user.
  static func request<Result: Sendable>(
    of user: String = "ann", _ operation: () async throws -> Result
  ) async throws -> Result {
    try await Alchemic.withScope(Request.self) {
      try $0.set(Context(user))
    } operation: {
      try await operation()
    }
  }
}
#endif
