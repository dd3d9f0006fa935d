import AlchemicInject
import AlchemicTestSupport
import Testing

private protocol Service: AnyObject { var name: String { get } }
private final class Real: Service {
  let name: String
  init(_ name: String) { self.name = name }
}

private protocol Measure { var size: Int { get } }
private struct Meter: Measure { let size = 1 }

private struct Refused: Error {}

/// Its first property is the weak one, whose read claims the whole host for one injection.
private final class Aware: AlchemicAware {
  @Weak var service: (any Service)?
  @Injected var number: Int
  let log = Log<String>()
  func didInject(variable: String) { log.add(variable) }
  func didInjectDependencies() { log.add("all") }
}

@Suite struct WeakTests {
  private func configure(_ model: ModelBuilder) {
    model.register(AcFactoryName("a"), AcPrimary()) { Real("a") as any Service }
    model.register(AcFactoryName("b")) { Real("b") as any Service }
    model.register { 5 }
  }

  @Test("I4: a weak property takes criteria, and may be of a struct or a local variable")
  func criteriaAndLocals() throws {
    struct Parts { @Weak(AcName("b")) var service: (any Service)? }
    try Alchemic.withModel(configure) { () throws in
      #expect(Parts().service?.name == "b")
      @Weak var local: (any Service)?
      #expect(local?.name == "a")
      @Weak var missing: Counter?
      #expect(missing == nil)
    }
  }

  @Test("I4: a weak property of a struct follows a transient factory, and retains no object")
  func following() throws {
    final class Host {
      @Weak(AcName("Real")) var weak: Real?
      @Injected(AcName("Real")) var real: Real?
    }
    @Weak var real: Real?
    try Alchemic.withModel { model in
      model.register(Real.self, AcReference(), AcNillable(), AcTransient())
      model.register(Host.init, AcTemplate())
    } operation: { () throws in
      #expect(real == nil)
      try AcSet(Real("first"))
      #expect(real?.name == "first")
      weak let first = real
      try AcSet(Real("second"))
      #expect(real?.name == "second")
      #expect(first == nil)
      let host: Host = try AcGet()
      #expect(host.weak === real && host.real === real)
      try AcSet(Real("third"))
      #expect(host.weak?.name == "third" && host.real?.name == "third")
    }
    // The model is gone.
    #expect(real == nil)
  }

  @Test("I4, I7: the first read of a weak property injects a host with hooks")
  func firstRead() throws {
    try Alchemic.withModel(configure) {
      let host = Aware()
      #expect(host.service?.name == "a")
      #expect(host.log.entries == ["service", "number", "all"])
      #expect(host.number == 5)
      #expect(host.log.entries.count == 3)
      withExtendedLifetime(host) {}
    }
  }

  @Test("I4, I7: a host whose injection failed after its weak property is injected again")
  func failure() throws {
    let tries = Counter()
    try Alchemic.withModel { model in
      model.register(AcFactoryName("a")) { Real("a") as any Service }
      model.register(Aware.self, AcReference())
      model.register(AcLazy()) { () throws -> Int in
        tries.increment()
        if tries.value == 1 { throw Refused() }
        return 6
      }
    } operation: { () throws in
      let host = Aware()
      #expect(problems { try AcSet(host) }.map(\.id) == [.creationFailed])
      #expect(host.log.entries == ["service"])
      try AcSet(host)
      #expect(host.log.entries.suffix(2) == ["number", "all"])
      #expect(host.number == 6)
      try AcSet(host)
      #expect(host.log.entries.count { $0 == "all" } == 1)
    }
  }

  @Test("I4: a weak property of a value that is no object is an error of the host's injection")
  func values() throws {
    final class Host: AlchemicAware { @Weak var measure: (any Measure)? }
    try Alchemic.withModel { model in
      model.register { Meter() as any Measure }
      model.register(Host.self, AcReference())
    } operation: { () throws in
      let found = problems { try AcSet(Host()) }
      #expect(found.map(\.id) == [.wrongType])
      #expect(found[0].description.contains("'Measure' cannot be held weakly: it is no object."))
      #expect(found[0].path.first?.subject == "Host.measure")
    }
  }
}
