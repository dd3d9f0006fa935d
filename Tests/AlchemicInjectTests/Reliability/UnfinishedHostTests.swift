import AlchemicInject
import AlchemicTestSupport
import Testing

private struct Broken: Error {}

/// An object that is not ready before its hook has run.
private final class Source: AlchemicAware, @unchecked Sendable {
  private(set) var isReady = false
  let onHook: @Sendable (Source) -> Void
  init(_ onHook: @escaping @Sendable (Source) -> Void) { self.onHook = onHook }
  func didInjectDependencies() {
    onHook(self)
    isReady = true
  }
}

/// A host with hooks that refers to the source.
private final class Cup: AlchemicAware, @unchecked Sendable {
  @Injected var source: Source
  private(set) var hooks = 0
  init() {}
  func didInjectDependencies() { hooks += 1 }
}

private final class WeakReader: @unchecked Sendable { @Weak var source: Source? }
private struct WeakParts: @unchecked Sendable { @Weak var source: Source? }
private final class WeakCup: AlchemicAware, @unchecked Sendable {
  @Weak var source: Source?
  private(set) var hooks = 0
  init() {}
  func didInjectDependencies() { hooks += 1 }
}

private final class Ping: Sendable {}

/// Follows a ping, and refers to the source.
private final class Follower: AlchemicAware, @unchecked Sendable {
  @Transient var ping: Ping?
  @Injected var source: Source
  let calls = Log<Bool>()
  init() {}
  func didInject(variable: String) { if variable == "ping" { calls.add(source.isReady) } }
}

/// Needed by the source, so that both are finished together. Its hooks run on the main actor.
private final class Window: @MainActor AlchemicAware, @unchecked Sendable {
  @Injected var source: Source
  let calls = Log<Bool>()
  init() {}
  func didInjectDependencies() { calls.add(source.isReady) }
}

private final class Needy: AlchemicAware {
  @Injected var part: Leaf?
  private(set) var isReady = false
  init() {}
  func didInjectDependencies() { isReady = true }
}

private final class Leaf {}

private final class First: Sendable {}
private final class Second: Sendable {}
private final class Other: Sendable {}
private final class OtherReader { @Injected var other: Other }
private final class Follows: @unchecked Sendable { @Transient var second: Second }
private final class AwareReader: AlchemicAware {
  @Injected var second: Second
  init() {}
}

private final class Root {
  let hasOnePeer: Bool
  init(_ holder: Holder) { hasOnePeer = holder.peer === holder.peer }
}
/// Its injection waits until the root exists, so none of its properties was read before.
private final class Holder: AlchemicAware {
  @Injected var root: Root
  @Injected var peer: Peer
  init() {}
}
private final class Peer { init(_ holder: Holder) {} }

private final class Whole: Sendable {}
private final class Upper: AlchemicAware {
  @Injected var whole: Whole
  init() {}
}
private final class Survivor: AlchemicAware, @unchecked Sendable {
  @Transient var ping: Ping?
  @Injected var upper: Upper
  let calls = Log<String>()
  init() {}
  func didInject(variable: String) { calls.add(variable) }
}

/// Tests of unfinished objects, and of hosts that other threads can read.
@Suite(.ownThreads) struct UnfinishedHostTests {
  enum Way: CaseIterable { case set, read, inject }

  @Test(
    "a host with hooks that other threads have is injected when its needed object is finished",
    arguments: Way.allCases)
  private func foreignHost(_ way: Way) throws {
    let cup = Cup()
    let seen = Log<Bool?>()
    let box = Locked<Model?>(nil)
    let model = try makeModel { model in
      model.register(AcLazy()) {
        Source { _ in
          switch way {
          case .set: try? AcSet(cup)
          case .read: #expect(!cup.source.isReady)
          case .inject: AcInjectDependencies(cup)
          }
          let isAsked = Signal()
          startThread {
            isAsked.raise()
            CurrentModel.withModel(box.withLock { $0 }!) { seen.add(cup.source.isReady) }
          }
          isAsked.wait()
          pause(milliseconds: 5)
        }
      }
      model.register(Cup.self, AcReference())
    }
    box.withLock { $0 = model }
    defer { box.withLock { $0 = nil } }
    try CurrentModel.withModel(model) {
      let source: Source = try AcGet()
      #expect(cup.source === source && cup.hooks == 1)
    }
    waitUntil(seconds: 20) { !seen.entries.isEmpty }
    #expect(seen.entries == [true])
  }

  @Test("a weak property of a host that others have stores no unfinished object either")
  func weakProperties() throws {
    let (reader, parts, cup) = (WeakReader(), WeakParts(), WeakCup())
    let model = try makeModel { model in
      model.register(AcLazy()) {
        Source { source in
          #expect(reader.source === source && parts.source === source)
          AcInjectDependencies(cup)
          #expect(cup.hooks == 0)
        }
      }
    }
    try CurrentModel.withModel(model) {
      let source: Source = try AcGet()
      #expect(cup.hooks == 1 && cup.source === source)
      #expect(reader.source === source && parts.source === source)
    }
  }

  @Test("a discarded object is not stored by a host that other threads have")
  func givenUp() throws {
    let cup = Cup()
    let tries = Counter()
    let model = try makeModel { model in
      model.register(AcLazy()) { () throws -> Leaf in
        let source: Source = try AcGet()
        withExtendedLifetime(source) {}
        return Leaf()
      }
      model.register(AcLazy()) { () throws -> Source in
        tries.increment()
        let isFirst = tries.value == 1
        return Source { _ in
          AcInjectDependencies(cup)
          if isFirst { _ = try? AcGet(AcName("broken")) as Leaf }
        }
      }
      model.register(AcLazy(), AcFactoryName("outer")) { () throws -> Ping in
        _ = try AcGet() as Source
        if tries.value == 1 { throw Broken() }
        return Ping()
      }
    }
    try CurrentModel.withModel(model) {
      #expect(!problems { _ = try AcGet(AcName("outer")) as Ping }.isEmpty)
      let source: Source = try AcGet()
      #expect(cup.source === source && source.isReady && cup.hooks == 1)
    }
  }

  @Test("T4: a set by another thread calls no hook of a host whose circle is not finished")
  func hookOfUnfinishedHost() throws {
    let model = try makeModel { model in
      model.register(AcLazy()) {
        Source { _ in
          // The follower refers to the source, and is finished with it.
          _ = try? AcGet() as Follower
          let model = try? Alchemic.model
          onThreads(1) { _ in
            guard let model else { return }
            CurrentModel.withModel(model) { try? AcSet(Ping()) }
          }
        }
      }
      model.register(Follower.init, AcLazy())
      model.register(Ping.self, AcReference(), AcNillable())
    }
    let follower = try CurrentModel.withModel(model) {
      _ = try AcGet() as Source
      return try AcGet() as Follower
    }
    // First during the injection, by the thread that creates both. Then for the set, when both were
    // finished.
    #expect(follower.calls.entries == [false, true])
  }

  @Test("I8: hooks of the main actor run when the circle of their host is finished")
  func mainActorHook() async throws {
    let model = try makeModel { model in
      model.register(AcLazy()) { (window: Window) in Source { _ in pause(milliseconds: 20) } }
      model.register(Window.init, AcLazy())
    }
    onThreads(1) { _ in _ = try? model.get(Source.self) }
    let window = try model.get(Window.self)
    await waitUntil(seconds: 20) { !window.calls.entries.isEmpty }
    #expect(window.calls.entries == [true])
  }

  @Test(
    "a host that this thread creates stores unfinished objects: its template is created once")
  func ownHost() throws {
    let model = try makeModel { model in
      model.register(Root.init, AcLazy())
      model.register(Holder.init, AcLazy())
      model.register(Peer.init, AcTemplate())
    }
    let root = try CurrentModel.withModel(model) { try AcGet(Root.self) }
    #expect(root.hasOnePeer)
  }

  @Test(
    "a host that is retained after it was discarded is notified of changes like any other")
  func survivor() throws {
    let survivors = Log<Survivor>()
    let model = try makeModel { model in
      model.register(Upper.init, AcLazy())
      model.register(Survivor.init, AcLazy())
      model.register(Ping.self, AcReference(), AcNillable())
      model.register(AcLazy()) { () throws -> Whole in
        _ = try AcGet(Upper.self)
        survivors.add(try AcGet())
        throw Broken()
      }
    }
    try CurrentModel.withModel(model) {
      #expect(throws: AlchemicError.self) { try AcGet(Whole.self) }
      let survivor = try #require(survivors.entries.first)
      let before = survivor.calls.entries.count
      try AcSet(Ping())
      #expect(survivor.calls.entries.dropFirst(before) == ["ping"])
    }
  }

  @Test("M6: an object that waited for nil is finished for other threads too")
  func nilWithPostponedHost() throws {
    let model = try makeModel { model in
      model.register(Needy.init, AcLazy())
      model.register(AcNillable(), AcLazy()) { (needy: Needy) -> Leaf? in nil }
    }
    #expect(try model.get(Leaf?.self) == nil)
    let isReady = Log<Bool?>()
    inTime(20) { onThreads(1) { _ in isReady.add((try? model.get(Needy.self))?.isReady) } }
    #expect(isReady.entries == [true])
  }

  /// Two threads. Each runs an initializer before either requests the other's object.
  private func meet(
    _ first: @escaping @Sendable () -> Void, _ second: @escaping @Sendable () throws -> Void,
    _ more: (ModelBuilder) -> Void = { _ in }
  ) throws {
    let begun = Counter()
    @Sendable func meet() {
      begun.increment()
      waitUntil(seconds: 10) { begun.value >= 2 }
    }
    let model = try makeModel { model in
      model.register(AcLazy()) { () -> First in
        meet()
        first()
        return First()
      }
      model.register(AcLazy()) { () throws -> Second in
        meet()
        try second()
        return Second()
      }
      model.register(Other.init, AcLazy())
      more(model)
    }
    let failed = Counter()
    inTime {
      onThreads(2) { thread in
        CurrentModel.withModel(model) {
          if (try? thread == 0 ? AcGet(First.self) as AnyObject : AcGet(Second.self)) == nil {
            failed.increment()
          }
        }
      }
    }
    #expect(failed.value == 0)
  }

  @Test(
    "a thread that has to start over, and catches that error, may read a property before it does")
  func swallowed() throws {
    for _ in 0..<50 {
      try meet {
        _ = try? AcGet(Second.self)
        _ = OtherReader().other
      } _: {
        _ = try? AcGet(First.self)
        _ = OtherReader().other
      }
    }
  }

  @Test(
    "of two threads, the one that reads a property of a host with hooks first does not start over")
  func firstAccess() throws {
    for _ in 0..<50 {
      try meet {
        _ = AwareReader().second
      } _: {
        _ = try? AcGet(First.self)
      }
    }
  }

  @Test(
    "of two threads, the one that reads a property that follows does not start over, in any read",
    arguments: [false, true])
  func followingRead(wasRead: Bool) throws {
    let host = Follows()
    let begun = Counter()
    let areMeeting = Signal()
    @Sendable func meet() {
      begun.increment()
      waitUntil(seconds: 10) { begun.value >= 2 }
    }
    let model = try makeModel { model in
      model.register(AcLazy()) { () -> First in
        meet()
        // The other thread waits by then.
        pause(milliseconds: 20)
        _ = host.second
        return First()
      }
      // Weak, so that it is created again.
      model.register(AcLazy(), AcWeak()) { () -> Second in
        guard areMeeting.isSet else { return Second() }
        meet()
        _ = try? AcGet(First.self)
        return Second()
      }
    }
    if wasRead { CurrentModel.withModel(model) { _ = host.second } }
    areMeeting.raise()
    let made = Counter()
    inTime {
      onThreads(2) { thread in
        CurrentModel.withModel(model) {
          if (try? thread == 0 ? AcGet(First.self) as AnyObject : AcGet(Second.self)) != nil {
            made.increment()
          }
        }
      }
    }
    #expect(made.value == 2)
  }

  @Test(
    "after a set or a reset during a creation the set object stays; the created host is injected",
    arguments: [false, true])
  func overtaken(byReset: Bool) throws {
    let (set, made) = (Cup(), Cup())
    let box = Locked<Model?>(nil)
    let tries = Counter()
    let model = try makeModel { model in
      model.register(AcLazy()) { Source { _ in } }
      model.register(AcLazy()) { () throws -> Cup in
        tries.increment()
        if byReset { box.withLock { $0 }?.end() } else { try AcSet(set) }
        return made
      }
    }
    box.withLock { $0 = model }
    defer { box.withLock { $0 = nil } }
    let found = Log<Cup>()
    inTime {
      CurrentModel.withModel(model) {
        for _ in 0..<2 { (try? AcGet(Cup.self)).map(found.add) }
        #expect(made.hooks == 1 && made.source.isReady)
      }
    }
    let cups = found.entries
    // The end of the model lets the creation go on. After it, there is no answer.
    #expect(cups.first === (byReset ? made : set))
    #expect(cups.count == (byReset ? 1 : 2))
    #expect(byReset || cups[1] !== made && cups[1].hooks == 1)
    #expect(tries.value == 1)
  }
}
