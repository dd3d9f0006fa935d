import AlchemicInject
import AlchemicTestSupport
import Synchronization
import Testing

private final class Session {
  let number: Int
  let onEnd: @Sendable () -> Void
  init(_ number: Int, onEnd: @escaping @Sendable () -> Void = {}) {
    (self.number, self.onEnd) = (number, onEnd)
  }
  deinit { onEnd() }
}

private protocol Feed: AnyObject { var name: String { get } }
private final class FirstFeed: Feed {
  let name: String
  init() { name = "first" }
  init(_ name: String) { self.name = name }
}
private final class SecondFeed: Feed {
  let name: String
  init() { name = "second" }
  init(_ name: String) { self.name = name }
}

/// The log of all hosts of one test.
private final class Diary: Sendable {
  let log = Log<String>()
}

private final class Follower: AlchemicAware {
  @Injected var diary: Diary
  @Transient var session: Session?
  @Transient(AcName("other")) var other: Session?
  @Transient var feeds: [any Feed]
  let name: String

  init() { name = "made" }
  init(_ name: String) { self.name = name }

  func didInject(variable: String) {
    guard variable != "diary" else { return }
    diary.log.add("\(name).\(variable)=\(variable == "session" ? session?.number ?? 0 : 0)")
  }
  func didInjectDependencies() { diary.log.add("\(name) done") }
}

private final class Lazy {
  @Transient var session: Session?
  @Transient var feeds: [any Feed]
}

private struct LazyStruct { @Transient var session: Session? }

@Suite(.ownThreads) struct TransientTests {
  private func configure(_ model: ModelBuilder) {
    model.register(Diary.init)
    model.register(
      Session.self, AcReference(), AcNillable(), AcPrimary(), AcFactoryName("session"))
    model.register(Session.self, AcReference(), AcNillable(), AcFactoryName("other"))
    model.register(FirstFeed.init as () -> FirstFeed)
    model.register(SecondFeed.init as () -> SecondFeed)
    model.register(Follower.init as () -> Follower, AcTemplate())
  }

  private func entries(_ body: () throws -> Void) throws -> [String] {
    let before = try (AcGet() as Diary).log.entries.count
    try body()
    return try Array((AcGet() as Diary).log.entries[before...])
  }

  @Test("T1, I5: each read returns the current value, with and without hooks, in structs too")
  func follows() throws {
    try Alchemic.withModel(configure) { () throws in
      let (aware, lazy, value): (Follower, Lazy, LazyStruct) = try (AcGet(), Lazy(), LazyStruct())
      #expect(aware.session == nil && lazy.session == nil && value.session == nil)
      for number in 1...3 {
        try AcSet(Session(number))
        #expect(aware.session?.number == number)
        #expect(lazy.session?.number == number)
        #expect(value.session?.number == number)
      }
      try AcSet(AcNil, AcName("session"))
      #expect(aware.session == nil && lazy.session == nil && value.session == nil)
    }
  }

  @Test("T1: an array is recomputed when any member changes")
  func followsMembers() throws {
    try Alchemic.withModel(configure) { () throws in
      let (aware, lazy): (Follower, Lazy) = try (AcGet(), Lazy())
      #expect(aware.feeds.map(\.name) == ["first", "second"])
      #expect(lazy.feeds.map(\.name) == ["first", "second"])
      try AcSet(SecondFeed("new second"))
      #expect(aware.feeds.map(\.name) == ["first", "new second"])
      #expect(lazy.feeds.map(\.name) == ["first", "new second"])
      let told = try entries { try AcSet(FirstFeed("new first")) }
      #expect(lazy.feeds.map(\.name) == ["new first", "new second"])
      #expect(told == ["made.feeds=0"])
    }
  }

  @Test("T2: following a template is a start error that names both")
  func templatesCannotBeFollowed() throws {
    let found = problems { model in
      model.register(Session.init(_:onEnd:), AcTemplate())
      model.register { 1 }
      model.register { {} as @Sendable () -> Void }
      model.register(Lazy.init)
    }
    #expect(found.map(\.id) == [.transientTemplate])
    #expect(found[0].subject == "Session")
    #expect(found[0].path.map(\.subject) == ["Lazy.session", "Lazy"])
  }

  @Test("T3: following does not retain a host, and a released host is never called")
  func doesNotKeepHosts() throws {
    try Alchemic.withModel(configure) { () throws in
      weak var gone: Follower?
      do {
        let host = Follower("short-lived")
        AcInjectDependencies(host)
        gone = host
      }
      #expect(gone == nil)
      #expect(try entries { try AcSet(Session(1)) }.isEmpty)
    }
  }

  @Test("T3: many thousand hosts come and go, and no entry stays")
  func leavesNoEntries() throws {
    let model = try makeModel(configure)
    try CurrentModel.withModel(model) {
      for _ in 0..<Effort.of(100_000, atLeast: 5_000) { _ = try AcGet() as Follower }
      let resolver = try model.resolver(for: Session?.self)
      #expect(TransientRegistry.followerCount(of: resolver) == 0)
      let host: Follower = try AcGet()
      #expect(TransientRegistry.followerCount(of: resolver) == 1)
      withExtendedLifetime(host) {}
    }
  }

  @Test("T3: a wrapper that outlives its host still returns the current value")
  func wrapperOutlivesHost() throws {
    final class Careless: AlchemicAware {
      @Transient var session: Session?
      func giveAway() -> Transient<Session?> { _session }
    }
    try Alchemic.withModel(configure) { () throws in
      var host: Careless? = Careless()
      host.map { AcInjectDependencies($0) }
      let wrapper = try #require(host?.giveAway())
      host = nil
      try AcSet(Session(5))
      #expect(wrapper.wrappedValue?.number == 5)
    }
  }

  @Test(
    "T4: hosts are notified once for each changed property, in the order of their injection")
  func tellsInOrder() throws {
    try Alchemic.withModel(configure) { () throws in
      let hosts = (0..<5).map { Follower("host \($0)") }
      for host in hosts.reversed() { AcInjectDependencies(host) }
      let told = try entries { try AcSet(Session(7), AcName("session")) }
      #expect(told == (0..<5).reversed().map { "host \($0).session=7" })
      #expect(
        try entries { try AcSet(Session(8), AcName("other")) }.map { $0.suffix(7) }
          == Array(repeating: "other=0", count: 5))
      withExtendedLifetime(hosts) {}
    }
  }

  @Test("T4: hosts with different requests for one object are notified in one order")
  func tellsAcrossRequests() throws {
    final class ByClass: AlchemicAware {
      @Transient var feed: FirstFeed
      @Injected var diary: Diary
      func didInject(variable: String) { if variable == "feed" { diary.log.add("class") } }
    }
    final class ByName: AlchemicAware {
      @Transient(AcName("FirstFeed")) var feed: any Feed
      @Injected var diary: Diary
      func didInject(variable: String) { if variable == "feed" { diary.log.add("name") } }
    }
    try Alchemic.withModel(configure) { () throws in
      let hosts: [any AlchemicAware] = [ByClass(), ByName(), ByName(), ByClass(), ByName()]
      hosts.forEach { AcInjectDependencies($0) }
      #expect(
        try entries { try AcSet(FirstFeed("new")) } == ["class", "name", "name", "class", "name"])
      withExtendedLifetime(hosts) {}
    }
  }

  @Test("T5: the old value is released before AcSet returns")
  func releasesOld() throws {
    try Alchemic.withModel(configure) { () throws in
      let host: Follower = try AcGet()
      let lazy = Lazy()
      let ended = Counter()
      try AcSet(Session(1, onEnd: { ended.increment() }))
      _ = (host.session, lazy.session)
      #expect(ended.value == 0)
      try AcSet(Session(2))
      #expect(ended.value == 1)
      withExtendedLifetime(host) {}
    }
  }

  @Test("T4: a set in the deinit of one follower notifies the others")
  func hostGoesMeanwhile() throws {
    final class Going: AlchemicAware {
      @Transient(AcName("session")) var session: Session?
      deinit { try? AcSet(Session(2), AcName("session")) }
    }
    try Alchemic.withModel(configure) { () throws in
      var going: Going? = Going()
      going.map { AcInjectDependencies($0) }
      let staying = Follower("staying")
      AcInjectDependencies(staying)
      #expect(try entries { going = nil } == ["staying.session=2"])
      withExtendedLifetime((going, staying)) {}
    }
  }

  @Test("T6, T4: a host that is injected after the last set is not notified of it")
  func comesAfterLastSet() throws {
    final class Maker: AlchemicAware {
      @Transient var session: Session?
      var made: Follower?
      func didInject(variable: String) {
        guard session?.number == 1 else { return }
        try? AcSet(Session(2))
        let host = Follower("late")
        AcInjectDependencies(host)
        made = host
      }
    }
    try Alchemic.withModel(configure) { () throws in
      let maker = Maker()
      AcInjectDependencies(maker)
      let told = try entries { try AcSet(Session(1)) }
      #expect(told.filter { $0 == "late.session=2" }.count == 1)
      withExtendedLifetime(maker) {}
    }
  }

  @Test("T4: a host is notified of a set during its injection when the injection has ended")
  func setsWhileInjecting() throws {
    final class Early: AlchemicAware {
      @Transient var session: Session?
      var seen: [Int] = []
      func didInject(variable: String) {
        seen.append(session?.number ?? 0)
        if session == nil { try? AcSet(Session(9)) }
      }
      func didInjectDependencies() { seen.append(-1) }
    }
    try Alchemic.withModel(configure) { () throws in
      let host = Early()
      AcInjectDependencies(host)
      #expect(host.seen == [0, -1, 9])
    }
  }

  @Test("T5: a deinit may call AcGet and AcSet")
  func deinitMaySet() throws {
    try Alchemic.withModel(configure) { () throws in
      let host: Follower = try AcGet()
      let seen = Log<Int?>()
      try AcSet(
        Session(
          1,
          onEnd: {
            seen.add(try? (AcGet(AcName("session")) as Session?)?.number)
            try? AcSet(Session(3), AcName("session"))
          }))
      _ = host.session
      try AcSet(Session(2))
      #expect(seen.entries == [2])
      #expect(host.session?.number == 3)
    }
  }

  @Test("T6: a hook may set the same factory; the round that runs ends first, the last value wins")
  func setsFromHook() throws {
    final class Setter: AlchemicAware {
      @Transient var session: Session?
      func didInject(variable: String) {
        if session?.number == 1 { try? AcSet(Session(2)) }
      }
    }
    try Alchemic.withModel(configure) { () throws in
      let hosts = [Follower("before"), Follower("after")]
      AcInjectDependencies(hosts[0])
      let setter = Setter()
      AcInjectDependencies(setter)
      AcInjectDependencies(hosts[1])
      let told = try entries { try AcSet(Session(1)) }
      #expect(
        told == ["before.session=1", "after.session=2", "before.session=2", "after.session=2"])
      #expect(setter.session?.number == 2)
      withExtendedLifetime(hosts) {}
    }
  }

  @Test(
    "T7: a host that a hook creates during a round has the new value, and is not notified again")
  func hostMadeWhileTelling() throws {
    final class Maker: AlchemicAware {
      @Transient var session: Session?
      var made: [Follower] = []
      func didInject(variable: String) {
        if session != nil { made.append(contentsOf: (try? [AcGet() as Follower]) ?? []) }
      }
    }
    try Alchemic.withModel(configure) { () throws in
      let maker = Maker()
      AcInjectDependencies(maker)
      let told = try entries { try AcSet(Session(4)) }
      #expect(maker.made.map { $0.session?.number } == [4])
      #expect(told.filter { $0 == "made.session=4" }.count == 1)
    }
  }

  @Test("T8: hosts without a registration follow too")
  func unregisteredHosts() throws {
    try Alchemic.withModel(configure) { () throws in
      let given = Follower("given")
      AcInjectDependencies(given)
      let found = Follower("found")
      _ = found.session
      #expect(
        try entries { try AcSet(Session(6)) } == ["given.session=6", "found.session=6"])
      withExtendedLifetime((given, found)) {}
    }
  }

  @Test("T3: a host with hooks is a follower of a resolver, a host without hooks is none")
  func followers() throws {
    try Alchemic.withModel(configure) { () throws in
      let resolver = try Alchemic.model.resolver(for: Session?.self)
      #expect(TransientRegistry.followerCount(of: resolver) == 0)
      let lazy = Lazy()
      #expect(lazy.session == nil)
      #expect(TransientRegistry.followerCount(of: resolver) == 0)
      let aware: Follower = try AcGet()
      #expect(TransientRegistry.followerCount(of: resolver) == 1)
      withExtendedLifetime((aware, lazy)) {}
    }
  }

  @Test("T1, E3: reading a property that follows a released object stops the program")
  func followedIsGone() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      final class Host { @Transient var session: Session }
      try Alchemic.withModel {
        $0.register(Session.self, AcReference(), AcWeak())
      } operation: { () throws in
        let host = Host()
        try withExtendedLifetime(Session(1)) { (session) throws in
          try AcSet(session)
          precondition(host.session === session)
        }
        _ = host.session
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("[unset-reference] The weak reference 'Session' was read before AcSet"))
    #expect(text.contains("needed by   Host.session — AlchemicInjectTests/TransientTests.swift:"))
  }

  @Test("T9: initializer arguments are captured, and never updated")
  func argumentsAreCaptured() throws {
    final class Holder {
      let feed: FirstFeed
      init(feed: FirstFeed) { self.feed = feed }
    }
    try Alchemic.withModel { model in
      configure(model)
      model.register(Holder.init)
    } operation: { () throws in
      let holder: Holder = try AcGet()
      try AcSet(FirstFeed("new"))
      #expect(holder.feed.name == "first")
      #expect(try (AcGet() as Holder).feed.name == "first")
    }
  }

  @Test("T1: readers on other threads never see an old value after AcSet returned")
  func readersSeeNewValues() throws {
    final class Number: Sendable {
      let value: Int
      init(_ value: Int) { self.value = value }
    }
    struct Reader: Sendable { @Transient var number: Number? }
    let numbers = try makeModel { $0.register(Number.self, AcReference(), AcNillable()) }
    let reader = Reader()
    let latest = Atomic<Int>(0)
    let stale = Counter()
    onThreads(3) { thread in
      CurrentModel.withModel(numbers) {
        for round in 1...20_000 {
          if thread == 0 {
            try? AcSet(Number(round))
            latest.store(round, ordering: .sequentiallyConsistent)
          } else {
            let expected = latest.load(ordering: .sequentiallyConsistent)
            if (reader.number?.value ?? 0) < expected { stale.increment() }
          }
        }
      }
    }
    #expect(stale.value == 0)
    #expect(reader.number?.value == 20_000)
  }

  @Test("T7: concurrent sets and hosts: all end with the same value")
  func concurrentSets() throws {
    final class Number: Sendable {
      let value: Int
      init(_ value: Int) { self.value = value }
    }
    final class Host: AlchemicAware, Sendable {
      struct Parts: Sendable { @Transient var number: Number? }
      let parts = Parts()
      let last = Atomic<Int>(-1)
    }
    final class Watcher: AlchemicAware, @unchecked Sendable {
      @Transient var number: Number?
      let told = Counter()
      func didInject(variable: String) { told.increment() }
    }
    let model = try makeModel { $0.register(Number.self, AcReference(), AcNillable()) }
    try CurrentModel.withModel(model) {
      for _ in 0..<50 {
        let watchers = Log<Watcher>()
        onThreads(4) { thread in
          CurrentModel.withModel(model) {
            for round in 0..<50 {
              if thread < 2 {
                try? AcSet(Number(thread * 1000 + round))
              } else {
                let watcher = Watcher()
                AcInjectDependencies(watcher)
                if round % 10 == 0 { watchers.add(watcher) }
              }
            }
          }
        }
        let current = try (AcGet() as Number?)
        #expect(watchers.entries.allSatisfy { $0.number === current })
      }
    }
  }
}
