import AlchemicInject
import AlchemicTestSupport
import Testing

private final class Session: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

private final class Diary: Sendable { let log = Log<String>() }

/// Has the same session in a property of every kind.
private final class Host: AlchemicAware {
  @Injected var diary: Diary
  @Injected var session: Session
  @Injected var perhaps: Session?
  @InjectedArray var all: [Session]
  @Weak var weak: Session?

  init() {}

  func didInject(variable: String) { diary.log.add("\(variable) \(session.number)") }
  func didInjectDependencies() { diary.log.add("done") }
}

private final class LazyHost {
  @Injected var session: Session
  @InjectedArray var all: [Session]
  @Weak var weak: Session?
}

private struct Value { @Injected var session: Session }

private final class Keeper {
  let session: Session
  init(session: Session) { self.session = session }
}

@Suite(.ownThreads) struct TransientFactoryTests {
  private func configure(_ model: ModelBuilder) {
    model.register(Diary.init)
    model.register(AcTransient()) { Session(0) }
    model.register(Keeper.init(session:))
    model.register(Host.init, AcTemplate())
  }

  @Test("M8: every property that takes its value from a transient factory follows it")
  func follows() throws {
    try Alchemic.withModel(configure) { () throws in
      let (host, lazy, value): (Host, LazyHost, Value) = try (AcGet(), LazyHost(), Value())
      for number in 0...3 {
        if number > 0 { try AcSet(Session(number)) }
        #expect(host.session.number == number)
        #expect(host.perhaps?.number == number)
        #expect(host.all.map(\.number) == [number])
        #expect(host.weak?.number == number)
        #expect(lazy.session.number == number)
        #expect(lazy.all.map(\.number) == [number])
        #expect(lazy.weak?.number == number)
        #expect(value.session.number == number)
      }
      withExtendedLifetime((host, lazy)) {}
    }
  }

  @Test("M8, T4: hooks of hosts that follow a transient factory are called as for @Transient")
  func hooks() throws {
    try Alchemic.withModel(configure) { () throws in
      let diary: Diary = try AcGet()
      let host: Host = try AcGet()
      #expect(
        diary.log.entries == [
          "diary 0", "session 0", "perhaps 0", "all 0", "weak 0", "done",
        ])
      try AcSet(Session(1))
      #expect(
        Array(diary.log.entries.dropFirst(6)) == [
          "session 1", "perhaps 1", "all 1", "weak 1",
        ])
      withExtendedLifetime(host) {}
    }
  }

  @Test("M8, T3: a host that follows a transient factory is not retained, nor notified when gone")
  func hostsGo() throws {
    try Alchemic.withModel(configure) { () throws in
      let diary: Diary = try AcGet()
      weak var gone: Host?
      do {
        let host: Host = try AcGet()
        gone = host
        withExtendedLifetime(host) {}
      }
      #expect(gone == nil)
      let before = diary.log.entries.count
      try AcSet(Session(1))
      #expect(diary.log.entries.count == before)
    }
  }

  @Test("M8, T5: the old object of a transient factory is released when AcSet returns")
  func oldObjectGoes() throws {
    try Alchemic.withModel { model in
      model.register(AcTransient()) { Session(0) }
    } operation: { () throws in
      let (host, value) = (LazyHost(), Value())
      weak var old: Session?
      do { old = host.session }
      #expect(value.session.number == 0 && host.all.count == 1 && host.weak != nil)
      #expect(old != nil)
      try AcSet(Session(1))
      #expect(old == nil)
      withExtendedLifetime((host, value)) {}
    }
  }

  @Test("M8, T9: arguments are captured all the same")
  func arguments() throws {
    try Alchemic.withModel(configure) { () throws in
      let retainer: Keeper = try AcGet()
      try AcSet(Session(1))
      #expect(retainer.session.number == 0)
    }
  }

  @Test("M8: threads that read first at once, while others set, end with the last value")
  func threads() throws {
    for _ in 0..<50 {
      let model = try makeModel { $0.register(AcTransient()) { Session(0) } }
      CurrentModel.withModel(model) {
        let hosts = (0..<4).map { _ in Value() }
        onThreads(4) { thread in
          CurrentModel.withModel(model) {
            if thread == 0 { try? AcSet(Session(7)) }
            for host in hosts { _ = host.session.number }
          }
        }
        for host in hosts { #expect(host.session.number == 7) }
      }
    }
  }

  @Test("M8, T2: an array of a transient factory and a template is an error")
  func mixed() throws {
    let model = try makeModel { model in
      model.register(AcTransient(), AcFactoryName("one")) { Session(0) }
      model.register(AcTemplate(), AcFactoryName("two")) { Session(0) }
      model.register { Mixed() }
    }
    let found = problems { _ = try model.createSingletons() }
    #expect(found.map(\.id) == [.transientTemplate])
    #expect(found[0].path.first?.subject == "Mixed.all")
  }
}

private final class Mixed { @InjectedArray var all: [Session] }
