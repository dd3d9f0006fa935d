// B1: the compiler names the trait of a part that the program has left out
import Alchemic

final class Pool: Sendable { init() {} }
enum Session: AlchemicScope {}

func scopes() async throws {
  // expected-error@+1 {{is left out: add "Scopes" to the traits of the package Alchemic}}
  let pool: Pool = try await Alchemic.withScope(Session.self) { try AcGet() }
  // expected-error@+1 {{is left out: add "Scopes" to the traits of the package Alchemic}}
  try Alchemic.open(Session.self)
  // expected-error@+1 {{is left out: add "Scopes" to the traits of the package Alchemic}}
  try await Alchemic.renew(Session.self)
  // expected-error@+1 {{is left out: add "Scopes" to the traits of the package Alchemic}}
  try await Alchemic.close(Session.self)
  _ = pool
}

// expected-error@+1 {{is left out: add "Waiting" to the traits of the package Alchemic}}
final class Connection: AlchemicStopping {
  func stop() async {}
}

func waiting() async throws {
  // expected-error@+1 {{is left out: add "Waiting" to the traits of the package Alchemic}}
  try Alchemic.startInBackground { $0.register(Pool.init) }
  // expected-error@+1 {{is left out: add "Waiting" to the traits of the package Alchemic}}
  let pool: Pool = try await AcGetAsync()
  // expected-error@+1 {{is left out: add "Waiting" to the traits of the package Alchemic}}
  try await Alchemic.run { _ = pool }
  // expected-error@+1 {{is left out: add "Waiting" to the traits of the package Alchemic}}
  try await Alchemic.stop()
}

func others() async throws {
  // expected-error@+1 {{is left out: add "Adding" to the traits of the package Alchemic}}
  try Alchemic.add(Pool())
  // expected-error@+1 {{is left out: add "Invoking" to the traits of the package Alchemic}}
  let invoked: Pool = try AcInvoke(.named("pool"), 5)
  // expected-error@+1 {{is left out: add "Invoking" to the traits of the package Alchemic}}
  let awaited: Pool = try await AcInvokeAsync(.named("pool"), 5)
  _ = (invoked, awaited)
}
