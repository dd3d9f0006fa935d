#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private typealias Session = WebShop.Session

/// Counts its stops.
private final class Member: AlchemicStopping, Sendable {
  let stopped: Counter
  init(_ stopped: Counter) { self.stopped = stopped }
  func stop() { stopped.increment() }
}

/// Stops when it may.
private final class SlowMember: AlchemicStopping, Sendable {
  let (begun, goesOn, stopped): (Signal, Signal, Counter)

  init(_ begun: Signal, _ goesOn: Signal, _ stopped: Counter) {
    (self.begun, self.goesOn, self.stopped) = (begun, goesOn, stopped)
  }

  func stop() async {
    stopped.increment()
    begun.raise()
    await waitUntil { goesOn.isSet }
  }
}

private final class Reader: @unchecked Sendable {
  @Transient var user: WebShop.User?
}

@Suite(.ownThreads) struct SessionTests {
  @Test("Y2: sessions that open and close beside requests have one object each, which is stopped")
  func oneObject() async throws {
    let (created, stopped, isOver) = (Counter(), Counter(), Signal())
    try await Alchemic.withModel {
      $0.register(AcScope(Session.self)) {
        created.increment()
        return Member(stopped)
      }
    } operation: {
      let here = Alchemic.capture()
      let group = Task.detached {
        onThreads(2) { _ in
          here.run { while !isOver.isSet { _ = try? AcGet(Member.self) } }
        }
      }
      for _ in 0..<Effort.of(4000) {
        try Alchemic.open(Session.self)
        let first = try AcGet(Member.self)
        #expect(try AcGet(Member.self) === first)
        try await Alchemic.close(Session.self, timeout: .seconds(600))
      }
      isOver.raise()
      await group.value
    }
    #expect(created.value == stopped.value)
  }

  @Test("Y2, H1: what is finished while a scope ends is stopped, too")
  func finishedDuringEnd() async throws {
    let (created, stopped) = (Counter(), Counter())
    let names = (0..<100).map { "member \($0)" }
    try await Alchemic.withModel { model in
      for name in names {
        model.register(.named(name), AcScope(WebShop.Job.self)) {
          created.increment()
          return Member(stopped)
        }
      }
    } operation: {
      for _ in 0..<Effort.of(4000) {
        let requests = try await Alchemic.withScope(WebShop.Job.self, timeout: .seconds(600)) {
          let here = Alchemic.capture()
          return Task.detached {
            here.run { for name in names { _ = try? AcGet(Member.self, AcName(name)) } }
          }
        }
        await requests.value
      }
    }
    #expect(created.value == stopped.value)
  }

  @Test("H3: an object that stops slowly in a session is stopped once if the model stops, too")
  func stoppedOnce() async throws {
    let (begun, goesOn, stopped) = (Signal(), Signal(), Counter())
    try await Alchemic.withModel {
      $0.register(AcScope(Session.self)) { SlowMember(begun, goesOn, stopped) }
    } operation: {
      try Alchemic.open(Session.self)
      _ = try AcGet(SlowMember.self)
      async let closing: Void? = try? Alchemic.close(Session.self, timeout: .seconds(600))
      await waitUntil { begun.isSet }
      try? await Alchemic.stop(timeout: .milliseconds(100))
      goesOn.raise()
      await closing
    }
    #expect(stopped.value == 1)
  }

  @Test("H3: the stop of an object in a session cannot stop the model, and says so at once")
  func stopWithinClose() async throws {
    final class Stopper: AlchemicStopping, Sendable {
      let log: Log<String>
      init(_ log: Log<String>) { self.log = log }
      func stop() async {
        let found = await problems { try await Alchemic.stop(timeout: .seconds(600)) }
        log.add(found.map(\.id.rawValue).joined())
      }
    }
    let log = Log<String>()
    try await Alchemic.withModel {
      $0.register(AcScope(Session.self), .named("session")) { Stopper(log) }
      $0.register(AcScope(WebShop.Job.self), .named("job")) { Stopper(log) }
    } operation: {
      try Alchemic.open(Session.self)
      _ = try AcGet(Stopper.self, AcName("session"))
      try await Alchemic.renew(Session.self, timeout: .seconds(600))
      _ = try AcGet(Stopper.self, AcName("session"))
      try await Alchemic.close(Session.self, timeout: .seconds(600))
      try await Alchemic.withScope(WebShop.Job.self, timeout: .seconds(600)) {
        _ = try AcGet(Stopper.self, AcName("job"))
      }
    }
    #expect(log.entries == Array(repeating: "is-stopping", count: 3))
  }

  /// Runs `body` while the end of a session, or of its model, waits for an object to stop.
  private func during(
    _ end: @escaping @Sendable () async throws -> Void, _ body: () async throws -> Void
  ) async throws {
    let (begun, goesOn) = (Signal(), Signal())
    try await Alchemic.withModel {
      $0.register(AcScope(Session.self)) { WebShop.User() }
      $0.register(AcScope(Session.self)) { SlowMember(begun, goesOn, Counter()) }
    } operation: {
      try Alchemic.open(Session.self)
      _ = try AcGet(SlowMember.self)
      async let ending: Void = end()
      await waitUntil { begun.isSet }
      try await body()
      goesOn.raise()
      try await ending
    }
  }

  @Test("H1: while a session closes, an optional property whose object would be new is nil")
  func readDuringClose() async throws {
    let reader = Reader()
    try await during {
      try await Alchemic.close(Session.self, timeout: .seconds(600))
    } _: { () async throws in
      #expect(reader.user == nil)
      #expect(try AcGet(WebShop.User?.self) == nil)
      #expect(try await AcGetAsync(WebShop.User?.self) == nil)
    }
  }

  @Test("H1: a first read while the model stops gets its object, and ends nothing else")
  func readDuringStop() async throws {
    final class Helper: @unchecked Sendable {
      @Injected var user: WebShop.User
    }
    try await during {
      try await Alchemic.stop(timeout: .seconds(600))
    } _: { () async throws in
      let helper = Helper()
      let user = helper.user
      #expect(helper.user === user)
      #expect(try AcGet(SlowMember?.self) != nil)
    }
  }

  @Test("H5: a task that opens a scope within an ended one does not retain that one")
  func chain() async throws {
    final class Ended: @unchecked Sendable {
      // Proof: the scope is written before the task that reads it is started.
      weak var scope: Scope?
    }
    let ended = Ended()
    /// Opens a scope, and returns a task that outlives it.
    @Sendable func open(_ next: @escaping @Sendable () async throws -> Void) async throws -> Signal
    {
      let isOver = Signal()
      _ = try await Alchemic.withScope(WebShop.Job.self) {
        if ended.scope == nil { ended.scope = CurrentScope.captured }
        return Task {
          await waitUntil { isOver.isSet }
          try await next()
        }
      }
      return isOver
    }
    let isChecked = Signal()
    try await Alchemic.withModel { _ in
    } operation: {
      try await open {
        try await open {
          for _ in 0..<1000 where ended.scope != nil {
            try await Task.sleep(for: .milliseconds(10))
          }
          #expect(ended.scope == nil)
          isChecked.raise()
        }.raise()
      }.raise()
      await waitUntil { isChecked.isSet }
    }
  }
}
#endif
