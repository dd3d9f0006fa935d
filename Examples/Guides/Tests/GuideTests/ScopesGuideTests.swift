import Alchemic
import AlchemicTesting
import Testing

// The code of Docs/Guides/Scopes.md.

enum RequestScope: AlchemicScope {}

struct RequestContext: Sendable {
  let user: String
}

final class Cart: Sendable {
  let context: RequestContext
  init(context: RequestContext) { self.context = context }
}

final class Receipt: Sendable {
  let cart: Cart
  init(cart: Cart) { self.cart = cart }
}

func configureScopes(_ model: ModelBuilder) {
  model.register(RequestContext.self, .reference, .scope(RequestScope.self))
  model.register(Cart.init, .scope(RequestScope.self))
  model.register(Receipt.init, .scope(RequestScope.self))
}

func handle(user: String) async throws -> String {
  try await Alchemic.withScope(RequestScope.self) {
    try $0.set(RequestContext(user: user))
  } operation: {
    let receipt: Receipt = try AcGet()
    let cart: Cart = try AcGet()
    assert(receipt.cart === cart)
    return cart.context.user
  }
}

enum SessionScope: AlchemicScope {}

final class Account: Sendable {}

final class Toolbar: Sendable {
  let account = Transient<Account?>()
}

func liveThroughSessions() async throws {
  try Alchemic.open(SessionScope.self)
  let toolbar: Toolbar = try AcGet()
  let first = toolbar.account()

  try await Alchemic.renew(SessionScope.self)
  assert(toolbar.account() !== first)

  try await Alchemic.close(SessionScope.self)
  assert(toolbar.account() == nil)
}

enum TenantScope: AlchemicKeyedScope {
  typealias Key = String
  static let idleLimit = 100
}

struct TenantContext: Sendable {
  let id: String
}

final class TenantPool: Sendable {
  let tenant: TenantContext
  init(tenant: TenantContext) { self.tenant = tenant }
}

func answer(for id: String) async throws -> String {
  try await Alchemic.withScope(TenantScope.self, for: id) {
    try $0.set(TenantContext(id: id))
  } operation: {
    let pool: TenantPool = try AcGet()
    return pool.tenant.id
  }
}

func serveOne() async throws {
  let tenant = try await Alchemic.open(TenantScope.self, for: "a") {
    try $0.set(TenantContext(id: "a"))
  }
  let id = try Alchemic.withScope(tenant) { try AcGet(TenantPool.self).tenant.id }
  assert(id == "a")
  try await tenant.close()
}

struct Body: Sendable {
  let write: @Sendable () throws -> String
}

func respond(user: String) async throws -> Body {
  try await Alchemic.withScope(RequestScope.self) {
    try $0.set(RequestContext(user: user))
  } operation: {
    let scope = try Alchemic.retain(RequestScope.self)
    return Body {
      try Alchemic.withScope(scope) { try AcGet(Cart.self).context.user }
    }
  }
}

enum OrderScope: AlchemicScope {
  static let outer = SessionScope.self
}

@Suite("The guide to scopes") struct ScopesGuideTests {
  @Test("a receipt is for the cart of its request", .alchemic { configureScopes($0) })
  func receipt() async throws {
    #expect(try await handle(user: "ann") == "ann")
  }

  @Test("O1: requests beside each other have their own objects", .alchemic { configureScopes($0) })
  func beside() async throws {
    async let first = handle(user: "ann")
    async let second = handle(user: "eve")
    #expect(try await [first, second] == ["ann", "eve"])
  }

  @Test(
    "O7: requests of a tenant share its pool",
    .alchemic {
      $0.register(TenantContext.self, .reference, .scope(TenantScope.self))
      $0.register(TenantPool.init, .scope(TenantScope.self))
    })
  func tenants() async throws {
    let first = try await answer(for: "a")
    let second = try await answer(for: "b")
    #expect([first, second] == ["a", "b"])
    try await serveOne()
  }

  @Test("O8: a body is written after its request", .alchemic { configureScopes($0) })
  func body() async throws {
    let body = try await respond(user: "ann")
    #expect(try body.write() == "ann")
  }

  @Test(
    "O2: a toolbar follows the session",
    .alchemic {
      $0.register(Account.init, .scope(SessionScope.self))
      $0.register { Toolbar() }
    })
  func session() async throws { try await liveThroughSessions() }

  @Test(
    "O3: an object of an order may have the account of its session",
    .alchemic {
      $0.register(Account.init, .scope(SessionScope.self))
      $0.register(
        { (_: Account) in Cart(context: RequestContext(user: "ann")) }, .scope(OrderScope.self))
    })
  func outer() async throws {
    try Alchemic.open(SessionScope.self)
    let user = try await Alchemic.withScope(OrderScope.self) { try AcGet(Cart.self).context.user }
    #expect(user == "ann")
  }
}
