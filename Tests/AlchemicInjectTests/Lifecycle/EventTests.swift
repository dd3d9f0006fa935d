import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class Engine: Sendable {}

private final class Session: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

private let hosts = #line
private final class Car: AlchemicAware {
  @Injected var engine: Engine
  @Transient var session: Session?
  init() {}
}

private final class Garage {
  @Injected var engine: Engine
  @Weak var weak: Engine?
  @Transient var session: Session?
}

private struct Shed { @Injected var engine: Engine }

/// An event in a few words, without durations.
private func words(_ event: AlchemicEvent) -> String {
  switch event {
  case .didCreateObject(let factory, let duration):
    "created \(factory.name)\(duration >= .zero ? "" : " in negative time")"
  case .didStoreObject(let factory, let values):
    "stored \(factory.name) \(number(values.old)) \(number(values.new))"
  case .didInject(let host, let variable, _): "injected \(host).\(variable)"
  case .didFinishStarting(let factories, let singletons, _): "started \(factories) \(singletons)"
  case .didBeginPhase(let phase): "began \(phase)"
  case .didFailStarting(_, let duration): "failed\(duration >= .zero ? "" : " in negative time")"
  case .didStop: "stopped"
  case .didDiscover(let factories, let singletons, _): "discovered \(factories) \(singletons)"
  case .warning: "warning"
  }
}

private func number(_ value: Any?) -> String {
  (value as? Session).map { "\($0.number)" } ?? (value == nil ? "nil" : "object")
}

@Suite(.alchemicMain, .ownThreads) struct EventTests {
  private static let configuration = #line
  private func configure(_ model: ModelBuilder) {
    model.register(Engine.init, AcLazy())
    model.register(Session.self, AcReference(), AcNillable())
    model.register(Car.init, AcTemplate())
  }

  /// The events of the classes of this file. The test program has others.
  private func mine(_ events: [String]) -> [String] {
    events.filter { event in
      ["Engine", "Session", "Car", "Garage", "property"].contains { event.contains($0) }
        // Properties of hosts of other files, which a task reads outside its child.
        && (!event.contains("a property — ") || event.contains("EventTests.swift"))
    }
  }

  @Test("L4: an observer receives an event for each creation, store and injection, in order")
  func observer() throws {
    let log = Log<String>()
    Alchemic.observe { log.add(words($0)) }
    try Alchemic.start(configure)
    #expect(mine(log.entries) == [])
    #expect(log.entries.last?.hasPrefix("started ") == true)
    let car: Car = try AcGet()
    try AcSet(Session(1))
    try AcSet(Session(2))
    try AcSet(AcNil, AcName("Session"))
    #expect(
      mine(log.entries) == [
        "created Car", "created Engine", "stored Engine nil object", "injected Car.engine",
        "injected Car.session",
        "stored Session nil 1", "injected Car.session",
        "stored Session 1 2", "injected Car.session",
        "stored Session 2 nil", "injected Car.session",
      ])
    withExtendedLifetime(car) {}
  }

  @Test("L4: properties that resolve when they are read have one event each, with their location")
  func lazyProperties() throws {
    try Alchemic.start(configure)
    let log = Log<String>()
    let places = Log<CodeLocation>()
    Alchemic.observe {
      log.add(words($0))
      if case .didInject(_, _, let location) = $0 { places.add(location) }
    }
    let (garage, shed) = (Garage(), Shed())
    for _ in 0..<2 {
      _ = (garage.engine, garage.weak, garage.session, shed.engine)
    }
    #expect(
      log.entries == [
        "created Engine", "stored Engine nil object", "injected Garage.engine",
        "injected Garage.weak", "injected Garage.session", "injected a property.",
      ])
    #expect(places.entries.map(\.line) == [8, 9, 10, 13].map { hosts + $0 })
    withExtendedLifetime(garage) {}
  }

  @Test("L4: the event of a store has the value before it, and the location of the factory")
  func storeEvent() throws {
    try Alchemic.start(configure)
    let (first, second) = (Session(1), Session(2))
    try AcSet(first)
    let log = Log<Bool>()
    Alchemic.observe { event in
      guard case .didStoreObject(let factory, let values) = event else { return }
      log.add(values.old as? Session === first)
      log.add(values.new as? Session === second)
      log.add(factory.location?.fileID == "AlchemicInjectTests/EventTests.swift")
      // The object is stored already.
      log.add((try? AcGet() as Session?) === second)
    }
    try AcSet(second)
    #expect(log.entries == [true, true, true, true])
  }

  @Test("L4: the duration of a creation includes that of its initializer")
  func duration() throws {
    let durations = Log<Duration>()
    Alchemic.observe { event in
      if case .didCreateObject(let factory, let duration) = event, factory.name == "slow" {
        durations.add(duration)
      }
    }
    try Alchemic.start { model in
      model.register(AcFactoryName("slow")) { () -> Int in
        let end = ContinuousClock.now + .milliseconds(2)
        while ContinuousClock.now < end {}
        return 1
      }
    }
    #expect(durations.entries.count == 1)
    #expect(durations.entries[0] >= .milliseconds(2))
  }

  @Test("L4: a cancelled observer receives no more events, others do; a reset ends all of them")
  func cancel() throws {
    let (first, second) = (Log<String>(), Log<String>())
    let observation = Alchemic.observe { first.add(words($0)) }
    Alchemic.observe { second.add(words($0)) }
    observation.cancel()
    try Alchemic.start(configure)
    #expect(first.entries.isEmpty)
    #expect(!second.entries.isEmpty)
    Alchemic.reset()
    let before = second.entries.count
    try Alchemic.start(configure)
    #expect(second.entries.count == before)
  }

  @Test("L4: after a reset, those who observe are told nothing of the start before")
  func resetByObserver() throws {
    let (warnings, later) = (Log<String>(), Log<String>())
    Alchemic.observe { event in
      guard case .warning = event else { return }
      warnings.add(words(event))
      Alchemic.reset()
      Alchemic.observe { later.add(words($0)) }
    }
    try Alchemic.start { model in
      configure(model)
      model.register({ (engine: Engine?) in engine == nil }, AcName("enginge"), options: .lazy)
      model.register(
        { (engine: Engine?) in engine == nil ? 1 : 2 }, AcName("engin"), options: .lazy)
    }
    #expect(warnings.entries.count == 1)
    #expect(later.entries.isEmpty)
  }

  @Test("L4: an observer may call Alchemic, also during the event of a store")
  func observerUsesAlchemic() throws {
    try Alchemic.start(configure)
    Alchemic.observe { event in
      guard case .didStoreObject(_, let values) = event, (values.new as? Session)?.number == 1
      else { return }
      try? AcSet(Session(2))
    }
    try AcSet(Session(1))
    #expect(try (AcGet() as Session).number == 2)
  }

  @Test("L4: events are a sequence too, which ends with a reset and retains no object")
  func sequence() async throws {
    let events = Alchemic.events
    try await Alchemic.start(configure)
    weak var gone: Session?
    do {
      let session = Session(1)
      gone = session
      try AcSet(session)
    }
    #expect(gone != nil)
    try AcSet(AcNil, AcName("Session"))
    #expect(gone == nil)
    Alchemic.reset()
    var all: [String] = []
    for await event in events { all.append(words(event)) }
    let own = mine(all).filter { $0 != "injected a property." }
    #expect(own == ["stored Session nil nil", "stored Session nil nil"])
    #expect(all.contains { $0.hasPrefix("started ") })
  }

  @Test("L4: a sequence that is not read stores the newest 65,536 events")
  func unread() async throws {
    let events = Alchemic.events
    try await Alchemic.start(configure)
    for number in 1...70_000 { try AcSet(Session(number)) }
    let last = Session(0)
    try AcSet(last)
    Alchemic.reset()
    var (count, hasLast) = (0, false)
    for await event in events {
      count += 1
      if case .didStoreObject(_, let values) = event, values.new as? Session === last {
        hasLast = true
      }
    }
    #expect(count == 65_536 && hasLast)
  }

  @Test("L4: the text of an event in a sequence names its objects, also after their release")
  func linesOfWhatIsGone() async throws {
    let events = Alchemic.events
    try await Alchemic.start(configure)
    let kept = Session(1)
    try AcSet(kept)
    try AcSet(Session(2))
    try AcSet(AcNil, AcName("Session"))
    Alchemic.reset()
    var stored: [String] = []
    for await event in events {
      if case .didStoreObject(let factory, _) = event, factory.name == "Session" {
        stored.append("\(event)")
      }
    }
    let location = " — AlchemicInjectTests/EventTests.swift:\(Self.configuration + 3)"
    #expect(
      stored
        == ["nil → Session", "Session → Session (gone)", "Session (gone) → nil"]
        .map { "stored 'Session': \($0)\(location)" })
    withExtendedLifetime(kept) {}
  }

  @Test("L4: a task that stops reading a sequence is no longer a listener")
  func sequenceEnds() async throws {
    try await Alchemic.start(configure)
    let before = EventHubProbe.listenerCount
    let task = Task { for await _ in Alchemic.events { return } }
    await waitUntil { EventHubProbe.listenerCount != before }
    let during = EventHubProbe.listenerCount
    try AcSet(Session(2))
    await task.value
    for _ in 0..<100_000 where EventHubProbe.listenerCount == during { await Task.yield() }
    #expect(EventHubProbe.listenerCount == before)
  }

  @Test("L4: events come from any thread, and none is lost")
  func threads() throws {
    let log = Log<String>()
    Alchemic.observe { log.add(words($0)) }
    try Alchemic.start { model in
      for number in 0..<4 { model.register(AcTemplate(), AcFactoryName("t\(number)")) { number } }
    }
    let before = log.entries.count
    onThreads(4) { thread in
      for _ in 0..<100 { _ = try? AcGet(AcName("t\(thread)")) as Int }
    }
    #expect(log.entries.count == before + 400)
  }

  @Test("L4: the description of each event is a line for the log")
  func lines() throws {
    let log = Log<String>()
    Alchemic.observe { if case .warning = $0 {} else { log.add("\($0)") } }
    try Alchemic.start(configure)
    let car: Car = try AcGet()
    try AcSet(Session(1))
    _ = Shed().engine
    let file = "AlchemicInjectTests/EventTests.swift"
    let lines = mine(log.entries).map { $0.replacing(/in [0-9.e-]+ seconds/, with: "in … seconds") }
    #expect(lines[0] == "created 'Car' in … seconds — \(file):\(Self.configuration + 4)")
    #expect(lines[2] == "stored 'Engine': nil → Engine — \(file):\(Self.configuration + 2)")
    #expect(lines[3] == "injected Car.engine — \(file):\(hosts + 2)")
    #expect(lines[5] == "stored 'Session': nil → Session — \(file):\(Self.configuration + 3)")
    #expect(lines.last == "injected a property — \(file):\(hosts + 13)")
    withExtendedLifetime(car) {}
  }
}
