import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

private struct Broken: Error {}

private final class Part: Sendable {
  let life: LifeTracker.Life
  init(_ tracker: LifeTracker) { life = tracker.life() }
}

private final class AwareHost: AlchemicAware {
  @Injected var part: Part
  @InjectedArray var parts: [Part]
  @Weak var weak: Part?
  @Transient var transient: Part
  let life: LifeTracker.Life
  init(_ tracker: LifeTracker) { life = tracker.life() }
}

private final class PlainHost {
  @Injected var part: Part
  @InjectedArray var parts: [Part]
  @Weak var weak: Part?
  @Transient var transient: Part
  let life: LifeTracker.Life
  init(_ tracker: LifeTracker) { life = tracker.life() }
  func readAll() { _ = (part, parts, weak, transient) }
}

/// Fails during its injection, after a part was injected.
private final class Failing: AlchemicAware {
  @Injected var part: Part
  @Injected var never: Never
  let life: LifeTracker.Life
  init(_ tracker: LifeTracker) { life = tracker.life() }
  final class Never {}
}

/// Tests that the library does not retain objects after the release of their owner.
@Suite struct LifeTests {
  @Test("a reset releases every object; captured ones are released with their hosts", .alchemicMain)
  func reset() throws {
    let (parts, hosts) = (LifeTracker(), LifeTracker())
    do {
      try Alchemic.start { model in
        model.register { Part(parts) }
        model.register { AwareHost(hosts) }
        model.register(AcFactoryName("plain")) { PlainHost(hosts) }
      }
      let host = PlainHost(hosts)
      host.readAll()
      try (AcGet() as PlainHost).readAll()
      #expect(parts.living == 1 && hosts.living == 3)
      Alchemic.reset()
      #expect(hosts.living == 1)
      withExtendedLifetime(host) {}
    }
    #expect(parts.living == 0 && hosts.living == 0)
  }

  @Test(
    "a released host leaves nothing: with hooks, without, injected by AcInjectDependencies")
  func hosts() throws {
    let (parts, hosts) = (LifeTracker(), LifeTracker())
    try Alchemic.withModel { model in
      model.register { Part(parts) }
      model.register(AcTemplate()) { AwareHost(hosts) }
    } operation: { () throws in
      for _ in 0..<100 {
        _ = try AcGet(AwareHost.self)
        let (plain, given) = (PlainHost(hosts), AwareHost(hosts))
        plain.readAll()
        AcInjectDependencies(given)
        try AcSet(Part(parts))
      }
      #expect(hosts.made == 300 && hosts.living == 0)
      // Only the part that was set last is alive.
      #expect(parts.made == 101 && parts.living == 1)
    }
    #expect(parts.living == 0)
  }

  @Test("hosts retain the objects that they captured, and no model")
  func models() throws {
    let (parts, hosts) = (LifeTracker(), LifeTracker())
    weak var model: Model?
    let plain = PlainHost(hosts)
    let aware = AwareHost(hosts)
    do {
      let made = try makeModel { $0.register { Part(parts) } }
      model = made
      CurrentModel.withModel(made) {
        plain.readAll()
        AcInjectDependencies(aware)
      }
      #expect(model != nil)
    }
    #expect(model == nil)
    #expect(parts.living == 1 && plain.part === aware.part)
    withExtendedLifetime((plain, aware)) {}
  }

  @Test("neither an error nor a failed creation retains an object")
  func errors() throws {
    let (parts, hosts) = (LifeTracker(), LifeTracker())
    var kept: [AlchemicError] = []
    do {
      let model = try makeModel { model in
        model.register(AcLazy()) { Part(parts) }
        model.register(AcLazy()) { Failing(hosts) }
        model.register(AcLazy()) { () throws -> Failing.Never in throw Broken() }
        model.register(AcTemplate(), AcFactoryName("template")) { Failing(hosts) }
      }
      CurrentModel.withModel(model) {
        for name in ["Failing", "template"] {
          for _ in 0..<10 {
            alchemicError { _ = try AcGet(Failing.self, AcName(name)) }.map { kept.append($0) }
          }
        }
      }
      #expect(hosts.living == 0 && parts.living == 1)
    }
    #expect(kept.count == 20 && hosts.made == 20)
    #expect(hosts.living == 0 && parts.living == 0)
  }

  @Test("unread events retain no object", .alchemicMain)
  func events() async throws {
    let parts = LifeTracker()
    let events = Alchemic.events
    try await Alchemic.start { $0.register { Part(parts) } }
    for _ in 0..<10 { try AcSet(Part(parts)) }
    #expect(parts.made == 11 && parts.living == 1)
    Alchemic.reset()
    #expect(parts.living == 0)
    var stored = 0
    for await event in events { if case .didStoreObject = event { stored += 1 } }
    #expect(stored >= 11)
  }
}
