#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private protocol Partner: AnyObject, Sendable {}

private final class Husband: Partner, @unchecked Sendable {
  @Injected var wife: Wife
  @Injected var perhaps: Wife?
  let life: LifeTracker.Life
  init(_ life: LifeTracker.Life) { self.life = life }
}

private final class Wife: @unchecked Sendable {
  @Injected var husband: Husband
  @Injected var partner: any Partner
  let life: LifeTracker.Life
  init(_ life: LifeTracker.Life) { self.life = life }
}

/// A ring of hosts with hooks.
private final class First: AlchemicAware, @unchecked Sendable {
  @Injected var second: Second
  let life: LifeTracker.Life
  init(_ life: LifeTracker.Life) { self.life = life }
  deinit { _ = second.life }
}

private final class Second: AlchemicAware, @unchecked Sendable {
  @Injected var third: Third
  let life: LifeTracker.Life
  init(_ life: LifeTracker.Life) { self.life = life }
}

private final class Third: AlchemicAware, @unchecked Sendable {
  @Injected var first: First
  let life: LifeTracker.Life
  init(_ life: LifeTracker.Life) { self.life = life }
}

private func declare(_ model: ModelBuilder, _ tracker: LifeTracker, _ options: FactoryOption...) {
  let option = options.first ?? .lazy
  model.register(option) { Husband(tracker.life()) }
  model.register(option) { Wife(tracker.life()) }
  model.register(option) { First(tracker.life()) }
  model.register(option) { Second(tracker.life()) }
  model.register(option) { Third(tracker.life()) }
}

private func use() throws {
  let (husband, wife): (Husband, Wife) = (try AcGet(), try AcGet())
  #expect(husband.wife === wife && wife.husband === husband)
  #expect(husband.perhaps === wife && wife.partner === husband)
  _ = try AcGet(First.self)
}

@Suite struct CircleTests {
  @Test("H2: objects that need each other by properties are released with their model")
  func models() throws {
    let tracker = LifeTracker()
    for _ in 0..<3 {
      try Alchemic.withModel {
        declare($0, tracker)
      } operation: {
        try use()
      }
    }
    #expect(tracker.living == 0)
    #expect(tracker.made >= 15)
  }

  @Test("H2: and with their scope, and their session")
  func scopes() async throws {
    let tracker = LifeTracker()
    try await Alchemic.withModel {
      declare($0, tracker, .scope(WebShop.Job.self))
    } operation: {
      for _ in 0..<3 { try await Alchemic.withScope(WebShop.Job.self) { try use() } }
      #expect(tracker.living == 0)
      for _ in 0..<3 {
        try Alchemic.open(WebShop.Job.self)
        try use()
        try await Alchemic.close(WebShop.Job.self)
      }
      #expect(tracker.living == 0)
    }
  }

  @Test("H2: and with the main model", .alchemicMain)
  func mainModel() async throws {
    let tracker = LifeTracker()
    func start() throws { try Alchemic.start { declare($0, tracker) } }
    for number in 0..<4 {
      try start()
      try use()
      if number % 2 == 0 { Alchemic.reset() } else { try await Alchemic.stop() }
    }
    #expect(tracker.living == 0)
  }

  @Test("H2: what the program retains keeps all that it needs")
  func used() throws {
    let tracker = LifeTracker()
    var wife: Wife?
    try Alchemic.withModel {
      declare($0, tracker)
    } operation: {
      try use()
      wife = try AcGet(Wife.self)
    }
    #expect(tracker.living == 2)
    let husband = wife?.husband
    #expect(husband?.wife === wife)
  }
}
#endif
