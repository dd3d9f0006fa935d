// What a program is told that uses a part that it has left out.
import Alchemic

final class Pool: Sendable { init() {} }
enum Session: AlchemicScope {}

func scopes() async throws {
  // expected-error@+1 {{'withScope(_:timeout:_:operation:)' is unavailable: the part Scopes is left out: add "Scopes" to the traits of the package Alchemic}}
  let pool: Pool = try await Alchemic.withScope(Session.self) { try AcGet() }
  // expected-error@+1 {{'open' is unavailable: the part Scopes is left out: add "Scopes" to the traits of the package Alchemic}}
  try Alchemic.open(Session.self)
  // expected-error@+1 {{'renew(_:timeout:)' is unavailable: the part Scopes is left out: add "Scopes" to the traits of the package Alchemic}}
  try await Alchemic.renew(Session.self)
  // expected-error@+1 {{'close(_:timeout:)' is unavailable: the part Scopes is left out: add "Scopes" to the traits of the package Alchemic}}
  try await Alchemic.close(Session.self)
  _ = pool
}

// expected-error@+1 {{'AlchemicStopping' is unavailable: the part Waiting is left out: add "Waiting" to the traits of the package Alchemic}}
final class Connection: AlchemicStopping {
  func stop() async {}
}

func waiting() async throws {
  // expected-error@+1 {{'startInBackground(profiles:_:)' is unavailable: the part Waiting is left out: add "Waiting" to the traits of the package Alchemic}}
  try Alchemic.startInBackground { $0.register(Pool.init) }
  // expected-error@+1 {{'AcGetAsync' is unavailable: the part Waiting is left out: add "Waiting" to the traits of the package Alchemic}}
  let pool: Pool = try await AcGetAsync()
  // expected-error@+1 {{'run(_:profiles:timeout:operation:)' is unavailable: the part Waiting is left out: add "Waiting" to the traits of the package Alchemic}}
  try await Alchemic.run { _ = pool }
  // expected-error@+1 {{'stop(timeout:)' is unavailable: the part Waiting is left out: add "Waiting" to the traits of the package Alchemic}}
  try await Alchemic.stop()
}

func others() async throws {
  // expected-error@+1 {{'add(_:named:qualifier:order:)' is unavailable: the part Adding is left out: add "Adding" to the traits of the package Alchemic}}
  try Alchemic.add(Pool())
  // expected-error@+1 {{'AcInvoke(_:_:as:)' is unavailable: the part Invoking is left out: add "Invoking" to the traits of the package Alchemic}}
  let invoked: Pool = try AcInvoke(.named("pool"), 5)
  // expected-error@+1 {{'AcInvokeAsync(_:_:as:)' is unavailable: the part Invoking is left out: add "Invoking" to the traits of the package Alchemic}}
  let awaited: Pool = try await AcInvokeAsync(.named("pool"), 5)
  _ = (invoked, awaited)
}
