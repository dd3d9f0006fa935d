#if Waiting
import Alchemic
import AlchemicTesting
import Testing

private protocol Service: AnyObject {}
private final class Pool: Service {}
private final class Cache: Service {}
private final class Absent: Service {}
/// Needs the pool through a factory that is no service.
private final class Store { init(_ pool: Pool) {} }
private final class Alerts: Service { init(_ store: Store, _ cache: Cache) {} }
private final class Web: Service { let alerts = Injected<Alerts>() }
private final class Traced: Service {
  let inner: any Service
  init(_ inner: any Service) { self.inner = inner }
}

/// The types of the services, in their order.
private func types() throws -> [String] {
  try Alchemic.services(of: (any Service).self).map { "\(Swift.type(of: $0))" }
}

@Suite struct ServicesTests {
  private static func declare(_ model: ModelBuilder) {
    model.register(Alerts.init, .named("a"))
    model.register(.named("b")) { Web() }
    model.register(.named("c")) { Cache() }
    model.register(.named("z")) { Pool() }
    model.register(Store.init)
  }

  @Test("Q4: services come after those that they need", .alchemic { declare($0) })
  func order() throws {
    #expect(try types() == ["Cache", "Pool", "Alerts", "Web"])
    let services = try Alchemic.services(of: (any Service).self).map { ObjectIdentifier($0) }
    let all = try AcGet([any Service].self).map { ObjectIdentifier($0) }
    #expect(Set(services) == Set(all))
  }

  @Test(
    "Q4: a decorated service has the rank of what it wraps, an absent one none",
    .alchemic {
      declare($0)
      $0.register(.nillable, .named("y")) { () -> Absent? in nil }
      $0.decorate((any Service).self) { Traced($0) }
    })
  func decorated() throws {
    let services = try Alchemic.services(of: (any Service).self)
    let inner = services.map { ($0 as? Traced).map { "\(Swift.type(of: $0.inner))" } }
    #expect(inner == ["Cache", "Pool", "Alerts", "Web"])
  }

  @Test("Q4: a child orders what it inherits, and what it declares", .alchemic { declare($0) })
  func child() throws {
    final class Jobs: Service { init(_ watch: Watch) {} }
    final class Watch: Service {}
    try Alchemic.withModel {
      _ in
    } operation: { () throws in
      #expect(try types() == ["Cache", "Pool", "Alerts", "Web"])
    }
    // Its declarations win over those that it inherits.
    try Alchemic.withModel {
      $0.register(.named("0")) { (watch: Watch) in Jobs(watch) }
      $0.register(.named("1")) { Watch() }
    } operation: { () throws in
      #expect(try types() == ["Watch", "Jobs"])
    }
  }

  #if Adding
  @Test("Q4: added objects come last", .alchemic { declare($0) })
  func added() throws {
    final class Plug: Service {}
    let token = try Alchemic.add(Plug() as any Service)
    #expect(try types() == ["Cache", "Pool", "Alerts", "Web", "Plug"])
    withExtendedLifetime(token) {}
  }
  #endif
}
#endif
