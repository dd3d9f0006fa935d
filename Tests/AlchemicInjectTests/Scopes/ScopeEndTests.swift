#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class Pool: Stoppable, @unchecked Sendable {}

/// Uses the pool only when somebody asks it, so that it is created before the pool.
private final class Cache: Stoppable, @unchecked Sendable {
  @Injected var pool: Pool
}

/// Asks for what it has not used before, in order to stop.
private final class Writer: AlchemicStopping, @unchecked Sendable {
  @Injected var pool: Pool
  @Injected var log: StopLog

  func stop() async throws {
    log.add("Writer")
    log.add(pool === (try AcGet(Pool.self)) ? "same pool" : "other pool")
  }
}

private struct Broken: Error {}

private final class Failing: AlchemicStopping, Sendable {
  func stop() async throws { throw Broken() }
}

private final class Slow: AlchemicStopping, Sendable {
  func stop() async throws { await forEver() }
}

/// Records that it is released.
private final class Inner: Sendable {
  let log: StopLog
  init(_ log: StopLog) { self.log = log }
  deinit { log.add("Inner") }
}

private final class Outer: Sendable {
  let inner: Inner
  init(_ inner: Inner) { self.inner = inner }
  deinit { inner.log.add("Outer") }
}

/// Begins a task in its stop, which stops the model later.
private final class Leaving: AlchemicStopping, Sendable {
  let scopeHasEnded = Signal()
  let task = Log<Task<Void, any Error>>()

  func stop() async {
    task.add(
      Task {
        await waitUntil { scopeHasEnded.isSet }
        try await stopCurrent()
      })
  }
}

@Suite(
  .alchemic {
    $0.register(.lazy) { StopLog() }
    $0.register(AcScope(WebShop.Job.self)) { Pool() }
    $0.register(AcScope(WebShop.Job.self)) { Cache() }
    $0.register(AcScope(WebShop.Job.self)) { Writer() }
  })
struct ScopeEndTests {
  private func inJob(_ operation: () async throws -> Void) async throws {
    try await Alchemic.withScope(WebShop.Job.self, timeout: .seconds(600)) { try await operation() }
  }

  @Test(
    "O6: a task that an object has begun in its stop is no part of the stop after the end",
    .alchemic { $0.register(AcScope(WebShop.Job.self)) { Leaving() } })
  func taskOfStop() async throws {
    let leaving = Log<Leaving>()
    try await inJob { leaving.add(try AcGet()) }
    leaving.entries[0].scopeHasEnded.raise()
    try await leaving.entries[0].task.entries[0].value
  }

  @Test("O6: the end of a scope stops its objects, dependents first, by properties too")
  func order() async throws {
    let log: StopLog = try AcGet()
    try await inJob { _ = (try AcGet(Cache.self), try AcGet(Pool.self)) }
    #expect(log.entries == ["Cache", "Pool"])
  }

  @Test("O6: closing and renewing a session do, too")
  func session() async throws {
    let log: StopLog = try AcGet()
    try Alchemic.open(WebShop.Job.self)
    _ = (try AcGet(Cache.self), try AcGet(Pool.self))
    try await Alchemic.renew(WebShop.Job.self, timeout: .seconds(600))
    #expect(log.entries == ["Cache", "Pool"])
    _ = try AcGet(Pool.self)
    try await Alchemic.close(WebShop.Job.self, timeout: .seconds(600))
    #expect(log.entries == ["Cache", "Pool", "Pool"])
  }

  @Test("O6: what an object needs in order to stop is created in its scope, and stopped")
  func neededByStop() async throws {
    let log: StopLog = try AcGet()
    try await inJob { _ = try AcGet(Writer.self) }
    #expect(log.entries == ["Writer", "same pool", "Pool"])
    try Alchemic.open(WebShop.Job.self)
    _ = try AcGet(Writer.self)
    try await Alchemic.close(WebShop.Job.self, timeout: .seconds(600))
    #expect(log.entries.suffix(3) == ["Writer", "same pool", "Pool"])
  }

  @Test("O6: the error of the operation comes before what did not stop")
  func operationFails() async throws {
    let log: StopLog = try AcGet()
    await #expect(throws: Broken.self) {
      try await inJob {
        _ = try AcGet(Pool.self)
        throw Broken()
      }
    }
    #expect(log.entries == ["Pool"])
  }

  @Test("O6: a cancelled operation's objects are stopped, too")
  func cancelled() async throws {
    let log: StopLog = try AcGet()
    let task = Task {
      try await inJob {
        _ = try AcGet(Pool.self)
        try await untilCancelled()
      }
    }
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
    #expect(log.entries == ["Pool"] || log.entries == [])
  }

  @Test(
    "O6: what fails to stop, or does not, is named, and the rest is stopped",
    .alchemic {
      $0.register(AcScope(WebShop.Job.self)) { Failing() }
      $0.register(AcScope(WebShop.Job.self)) { Slow() }
    })
  func failures() async throws {
    let log: StopLog = try AcGet()
    let found = await problems {
      try await Alchemic.withScope(WebShop.Job.self, timeout: .milliseconds(300)) {
        _ = (try AcGet(Failing.self), try AcGet(Slow.self), try AcGet(Pool.self))
      }
    }
    #expect(Set(found.map(\.id)) == [.stopFailed, .stopTimeout])
    #expect(log.entries == ["Pool"])
  }

  @Test(
    "O6: objects are released before those that their initializers received",
    .alchemic {
      $0.register(Inner.init, AcScope(WebShop.Job.self))
      $0.register(Outer.init, AcScope(WebShop.Job.self))
    })
  func released() async throws {
    let log: StopLog = try AcGet()
    try await inJob { _ = (try AcGet(Inner.self), try AcGet(Outer.self)) }
    #expect(log.entries == ["Outer", "Inner"])
  }

  @Test("bad use: a request in a task that outlives its scope")
  func outliving() async throws {
    let (ended, goesOn) = (Signal(), Signal())
    let found = try await Alchemic.withScope(WebShop.Job.self) {
      Task {
        goesOn.raise()
        await waitUntil { ended.isSet }
        return problems { _ = try AcGet(Pool.self) }
      }
    }
    ended.raise()
    let problem = try #require(await found.value.first)
    #expect(problem.id == .noScope)
    #expect(problem.description.contains("'Pool' was requested after its Job had ended."))
  }

  @Test(
    "bad use: a scope that ends while an object is created waits for it, and stops it",
    .alchemic {
      $0.register(AcScope(WebShop.Job.self), .named("slow")) { (log: StopLog) async in
        let gate = Gate.current
        gate.begun.raise()
        await waitUntil { gate.goesOn.isSet }
        return Pool()
      }
    })
  func duringCreation() async throws {
    let (log, gate): (StopLog, Gate) = (try AcGet(), Gate())
    try await Gate.$current.withValue(gate) {
      let creation = try await Alchemic.withScope(WebShop.Job.self, timeout: .seconds(600)) {
        let creation = Task { try await AcGetAsync(Pool.self, AcName("slow")) }
        await waitUntil { gate.begun.isSet }
        Task {
          while log.entries.isEmpty, !gate.isOver.isSet {
            gate.goesOn.raise()
            await Task.yield()
          }
        }
        return creation
      }
      gate.isOver.raise()
      #expect(log.entries == ["Pool"])
      _ = try await creation.value
    }
  }

  @Test(
    "bad use: an object of a session that closes it in its own initializer",
    .alchemic {
      $0.register(.named("closing"), AcScope(WebShop.Job.self)) { () async throws in
        try await Alchemic.close(WebShop.Job.self)
        return Pool()
      }
    })
  func closeWithin() async throws {
    try Alchemic.open(WebShop.Job.self)
    let found = await problems { _ = try await AcGetAsync(Pool.self, AcName("closing")) }
    #expect(found.first?.description.contains("Alchemic.close(Job.self) was called by") == true)
  }
}

/// Lets a creation wait.
private final class Gate: Sendable {
  @TaskLocal static var current = Gate()
  let (begun, goesOn, isOver) = (Signal(), Signal(), Signal())
}
#endif
