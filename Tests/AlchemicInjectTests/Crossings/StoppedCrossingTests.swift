#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private protocol Part: Sendable {}

/// Writes its name into a log when it stops.
private final class Stopped: Part, AlchemicStopping {
  let (name, log): (String, Log<String>)
  let inner: (any Part)?

  init(_ name: String, _ log: Log<String>, around inner: (any Part)? = nil) {
    (self.name, self.log, self.inner) = (name, log, inner)
  }

  func stop() { log.add(name) }
}

private final class Mark: Sendable {}

/// Counts the objects that exist.
private final class Counted: AlchemicStopping, Sendable {
  let (created, released): (Counter, Counter)
  init(_ created: Counter, _ released: Counter) {
    (self.created, self.released) = (created, released)
    created.increment()
  }
  deinit { released.increment() }
  func stop() async {}
}

@Suite struct StoppedCrossingTests {
  @Test("Q1, F1: a child stops the decorator that it has created over an object of its AcSet")
  func decoratorOfChild() async throws {
    let log = Log<String>()
    try await withStartedModel({
      $0.register { Stopped("inner", log) as any Part }
      $0.decorate((any Part).self) { Stopped("decorator", log, around: $0) }
    }) {
      _ = try AcGet((any Part).self)
      try await Alchemic.withModel(sharing: .unaffected) { _ in
      } operation: {
        // The parent's objects.
        _ = try AcGet((any Part).self)
        try await Alchemic.stop()
      }
      #expect(log.entries.isEmpty)
      try await Alchemic.withModel(sharing: .unaffected) { _ in
      } operation: {
        try AcSet(Stopped("set", log) as any Part)
        _ = try AcGet((any Part).self)
        try await Alchemic.stop()
      }
    }
    #expect(log.entries == ["decorator"])
  }

  @Test("Q1, M5: it stops no decorator that it takes after the object of its AcSet is gone")
  func decoratorAfterWeakSet() async throws {
    let log = Log<String>()
    try await withStartedModel({
      $0.register(.weak) { Stopped("inner", log) }
      $0.decorate(Stopped.self) { Stopped("decorator", log, around: $0) }
    }) {
      try await Alchemic.withModel(sharing: .unaffected) { _ in
      } operation: {
        try AcSet(Stopped("set", log))
        let ofParent: Stopped = try AcGet()
        #expect((ofParent.inner as? Stopped)?.name == "inner")
        try await Alchemic.stop()
        withExtendedLifetime(ofParent) {}
      }
    }
    #expect(log.entries.isEmpty)
  }

  @Test("Q1, M5: it stops its decorator also after the object of its AcSet is gone")
  func decoratorWithoutInner() async throws {
    let log = Log<String>()
    try await withStartedModel({
      $0.register(.weak) { Stopped("inner", log) }
      $0.decorate(Stopped.self) { _ in Stopped("decorator", log) }
    }) {
      try await Alchemic.withModel(sharing: .unaffected) { _ in
      } operation: {
        let decorator: Stopped = try {
          let inner = Stopped("set", log)
          try AcSet(inner)
          return try withExtendedLifetime(inner) { try AcGet() }
        }()
        try await Alchemic.stop()
        withExtendedLifetime(decorator) {}
      }
    }
    #expect(log.entries == ["decorator"])
  }

  @Test(
    "Q1, M5: an object that replaces a weak one of AcSet, which was released, is stopped",
    arguments: [false, true])
  func weakAfterSet(isAwaited: Bool) async throws {
    let log = Log<String>()
    try await Alchemic.withModel {
      if isAwaited {
        $0.register(.weak) { () async in Stopped("created", log) }
      } else {
        $0.register(.weak) { Stopped("created", log) }
      }
    } operation: {
      try AcSet(Stopped("set", log))
      let created: Stopped = try await AcGetAsync()
      try await Alchemic.stop()
      withExtendedLifetime(created) {}
    }
    #expect(log.entries == ["created"])
  }

  @Test("O1, H1: a scope whose model has ended takes no object, and no later start receives it")
  func setAfterReset() async {
    await #expect(processExitsWith: .success) {
      @Sendable func configure(_ model: ModelBuilder) {
        model.register(Mark.self, .reference, .scope(WebShop.Job.self))
      }
      func reset() { Alchemic.reset() }
      do {
        try await Alchemic.startAsync(.standard, configure)
        try await Alchemic.withScope(WebShop.Job.self) {
          reset()
          do {
            try $0.set(Mark())
            fatalError("the model has ended")
          } catch let error as AlchemicError where error.problems[0].id == .modelGone {}
        } operation: {
        }
        try await Alchemic.startAsync(.standard, configure)
        if (try? AcGet(Mark.self)) != nil { fatalError("the object was kept") }
      } catch { fatalError("\(error)") }
    }
  }

  @Test("Q1, H1: an object that has stopped is released when the stop returns")
  func releasedAtOnce() async throws {
    let (created, released) = (Counter(), Counter())
    for _ in 0..<Effort.of(5_000) {
      try await Alchemic.withModel {
        $0.register { Counted(created, released) }
      } operation: {
        _ = try AcGet(Counted.self)
        try await Alchemic.stop()
        #expect(created.value == released.value)
      }
    }
  }
}
#endif
