import Alchemic
import AlchemicTesting
import Testing

// The code of Docs/Guides/Testing.md: what becomes stale, and what follows.

// MARK: Log out and in

private final class Session: Sendable {
  let user: String
  init(user: String) { self.user = user }
}

private final class StaleScreen {
  @Injected var session: Session?
  var title: String { session.map { "Hello, \($0.user)" } ?? "Please log in" }
}

private final class Screen {
  @Transient var session: Session?
  var title: String { session.map { "Hello, \($0.user)" } ?? "Please log in" }
}

@Test(
  "a screen that lives on while users log out and in",
  .alchemic { $0.register(Session.self, .reference, .nillable) })
func logOutAndIn() throws {
  try AcSet(Session(user: "Ann"))
  let (stale, screen) = (StaleScreen(), Screen())
  #expect(stale.title == "Hello, Ann")
  #expect(screen.title == "Hello, Ann")

  try AcSet(nil as Session?)
  #expect(stale.title == "Hello, Ann")  // Ann has left
  #expect(screen.title == "Please log in")

  try AcSet(Session(user: "Bob"))
  #expect(stale.title == "Hello, Ann")  // Bob sees what is Ann's
  #expect(screen.title == "Hello, Bob")
}

// MARK: Tenants

private struct Tenant { let name: String }

private final class StaleInvoices {
  @Injected var tenant: Tenant
  var path: String { "/\(tenant.name)/invoices" }
}

private final class Invoices {
  @Transient var tenant: Tenant
  var path: String { "/\(tenant.name)/invoices" }
}

@Test(
  "a service that serves one tenant after the other",
  .alchemic {
    $0.register { Tenant(name: "north") }
    $0.register { StaleInvoices() }
    $0.register { Invoices() }
  })
func tenants() throws {
  let (stale, invoices): (StaleInvoices, Invoices) = (try AcGet(), try AcGet())
  #expect(stale.path == "/north/invoices")
  #expect(invoices.path == "/north/invoices")

  try AcSet(Tenant(name: "south"))
  #expect(stale.path == "/north/invoices")  // another tenant's data
  #expect(invoices.path == "/south/invoices")
}

// MARK: Feature flags

private struct Flags { var hasNewCheckout = false }

private final class StaleCheckout {
  @Injected var flags: Flags
  var steps: Int { flags.hasNewCheckout ? 1 : 3 }
}

private final class Checkout {
  @Transient var flags: Flags
  var steps: Int { flags.hasNewCheckout ? 1 : 3 }
}

@Test("a flag that is turned on while the program runs", .alchemic { $0.register { Flags() } })
func flags() throws {
  let (stale, checkout) = (StaleCheckout(), Checkout())
  #expect(stale.steps == 3)
  #expect(checkout.steps == 3)

  try AcSet(Flags(hasNewCheckout: true))
  #expect(stale.steps == 3)  // the flag does nothing until the next start
  #expect(checkout.steps == 1)
}

// MARK: Expired tokens

private struct Token: Equatable { let text: String }

private final class Server: Sendable {
  /// Returns the status of a request with a token.
  func get(_ token: Token) -> Int { token == Token(text: "second") ? 200 : 401 }
}

private final class StaleClient {
  @Injected var server: Server
  @Injected var token: Token
  func get() -> Int { server.get(token) }
}

private final class Client {
  @Injected var server: Server
  @Transient var token: Token
  func get() -> Int { server.get(token) }
}

@Test(
  "a token that expires",
  .alchemic {
    $0.register { Server() }
    $0.register { Token(text: "first") }
  })
func tokens() throws {
  let (stale, client) = (StaleClient(), Client())
  #expect(stale.get() == 401)
  #expect(client.get() == 401)

  try AcSet(Token(text: "second"))
  #expect(stale.get() == 401)  // logged out for good
  #expect(client.get() == 200)
}
