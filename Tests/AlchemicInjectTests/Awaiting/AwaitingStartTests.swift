#if Waiting
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class Session: Sendable {
  let number: Int
  init(number: Int) async {
    await Task.yield()
    self.number = number
  }
}

private struct Rate: Sendable { var value = 8 }

private struct Failure: Error {}

/// Starts of the main model that have to await objects.
@Suite(.alchemicMain, .timeLimit(.minutes(10)))
struct AwaitingStartTests {
  @Test("L1: the start awaits; code that waits for the start continues afterwards")
  func start() async throws {
    let log = Log<String>()
    try AcWhenReady { log.add("ready \(try AcGet(Session.self).number)") }
    async let started: Void = Alchemic.started()
    try await Alchemic.start { $0.register(Session.init, AcInt(3)) }
    try await started
    #expect(log.entries == ["ready 3"])
    #expect(try Alchemic.model.get(Session.self).number == 3)
  }

  @Test("A4, L1: startAsync() is the asynchronous start under another name")
  func startAsync() async throws {
    try await Alchemic.startAsync { $0.register(Session.init, AcInt(4)) }
    #expect(try AcGet(Session.self).number == 4)
    Alchemic.reset()
    let error = await #expect(throws: AlchemicError.self) {
      try await Alchemic.startAsync(.strict) {
        $0.register({ (_: Session?) in Rate() }, AcName("sesion"))
      }
    }
    #expect(error?.problems.map(\.id).contains(.unknownName) == true)
    try await Alchemic.startAsync()
  }

  @Test("L1: a task that waits for an object when the start fails gets an error, and no object")
  func failedStart() async throws {
    let opened = Log<Int>()
    let isWaitedFor = Signal()
    let waiting = Task.detached {
      await waitUntil { !opened.entries.isEmpty }
      let request = Task { try await AcGetAsync(Session.self) }
      try await Task.sleep(for: .milliseconds(50))  // the request waits
      isWaitedFor.raise()
      return try await request.value
    }
    await #expect(throws: AlchemicError.self) {
      try await Alchemic.start { model in
        model.register { () async -> Session in
          opened.add(1)
          // The start cancels this when it fails.
          await waitUntil { Task.isCancelled }
          return await Session(number: 5)
        }
        model.register { () async throws -> Rate in
          await waitUntil { isWaitedFor.isSet }
          throw Failure()
        }
      }
    }
    let error = await #expect(throws: AlchemicError.self) { try await waiting.value }
    #expect(error?.problems.first?.id == .modelGone)
    #expect(opened.entries == [1])
  }

  @Test("L1: the start in an asynchronous function stays on its actor")
  @MainActor func staysOnActor() async throws {
    try await Alchemic.start { model in
      MainActor.assumeIsolated {}
      model.register(Session.init, AcInt(3))
      model.register { () -> Rate in
        MainActor.assumeIsolated {}
        return Rate()
      }
    }
    #expect(try AcGet(Rate.self).value == 8)
  }

  @Test(
    "L1: a start that does not wait, but would have to, is an error before any creation")
  func startThatDoesNotWait() {
    let found = problems {
      try Alchemic.start { model in
        model.register(Session.init, AcInt(3))
        model.register { () -> String in
          Issue.record("nothing may be made")
          return ""
        }
      }
    }
    #expect(found.map(\.id) == [.needsAwait])
    #expect(found[0].description.contains("start with try await Alchemic.start()"))
    #expect(problems { _ = try Alchemic.model }.map(\.id) == [.notStarted])
  }

  @Test("L2: started() throws the error of an initializer that a background start awaited")
  func backgroundFails() async throws {
    try Alchemic.startInBackground { model in
      model.register { () async throws -> Int in throw Failure() }
    }
    #expect(await problems { try await Alchemic.started() }.map(\.id) == [.creationFailed])
    try await Alchemic.start()
  }

  @Test("a discovery throws the error of an awaited initializer, and its factories stay")
  func discoveryFails() async throws {
    try await Alchemic.start()
    let tries = Counter()
    let found = await problems {
      try await Alchemic.discover { model in
        model.register { () async throws -> Int in
          tries.increment()
          if tries.value == 1 { throw Failure() }
          return 7
        }
      }
    }
    #expect(found.map(\.id) == [.creationFailed])
    #expect(try await AcGetAsync(Int.self) == 7)
  }

  @Test("L2: a start in the background awaits too")
  func background() async throws {
    try Alchemic.startInBackground { model in
      model.register(Session.init, AcInt(4))
      model.register { @MainActor () in Rate() }
    }
    try await Alchemic.started()
    #expect(try AcGet(Session.self).number == 4)
    #expect(try AcGet(Rate.self).value == 8)
  }

  @Test("L1: if one initializer fails, the others are cancelled, and another start may succeed")
  func failing() async throws {
    let ended = Log<String>()
    // The others are cancelled while they run.
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let found = await problems {
      try await Alchemic.start { model in
        model.register { () async throws -> Int8 in
          for await _ in begun { break }
          throw Failure()
        }
        model.register { () async throws -> Int16 in
          begin.yield()
          do {
            try await Task.sleep(for: .seconds(50))
          } catch {
            ended.add("cancelled")
            throw error
          }
          return 1
        }
      }
    }
    #expect(found.map(\.id) == [.creationFailed])
    #expect(found[0].underlyingError is Failure)
    #expect(ended.entries == ["cancelled"])
    try await Alchemic.start { $0.register(Session.init, AcInt(5)) }
    #expect(try AcGet(Session.self).number == 5)
  }

  @Test("L1: a start whose task is cancelled throws CancellationError; another start may succeed")
  func cancelled() async throws {
    let task = Task {
      try await Alchemic.start { model in
        model.register { () async throws -> Int8 in
          try await Task.sleep(for: .seconds(50))
          return 1
        }
      }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await Alchemic.start { $0.register(Session.init, AcInt(6)) }
    #expect(try AcGet(Session.self).number == 6)
  }

  @Test(
    "L6: a reset during an awaited creation interrupts the start, and the object is discarded")
  func resetMeanwhile() async throws {
    let (begun, isReset) = (Signal(), Signal())
    let task = Task {
      try await Alchemic.start { model in
        model.register { () async throws -> Session in
          begun.raise()
          await waitUntil { isReset.isSet }
          return await Session(number: 7)
        }
      }
    }
    await waitUntil { begun.isSet }
    Alchemic.reset()
    isReset.raise()
    let found = await problems { try await task.value }
    #expect(found.map(\.id) == [.startInterrupted])
    try await Alchemic.start { $0.register(Session.init, AcInt(8)) }
    #expect(try AcGet(Session.self).number == 8)
  }

  @Test("G2: an object that an asynchronous initializer sets is available at once")
  func setFromInitializer() async throws {
    try await Alchemic.start { model in
      model.register(Rate.self, AcReference())
      model.register { () async throws -> Session in
        try AcSet(Rate(value: 3))
        return await Session(number: try AcGet(Rate.self).value)
      }
    }
    #expect(try AcGet(Session.self).number == 3)
  }

  @Test("M5: an asynchronous singleton that needs an unset reference waits for it")
  func waitsForReference() async throws {
    let warnings = Log<String>()
    Alchemic.observe { if case .warning(let warning) = $0 { warnings.add("\(warning)") } }
    try await Alchemic.start { model in
      model.register(Rate.self, AcReference())
      model.register { (rate: Rate) async -> Session in await Session(number: rate.value) }
    }
    #expect(warnings.entries.contains { $0.contains("'Session' is not created at start") })
    #expect(problems { _ = try AcGet(Session.self) }.map(\.id) == [.needsAwait])
    try AcSet(Rate(value: 9))
    #expect(try await AcGetAsync(Session.self).number == 9)
  }

  @Test(
    "a task that an initializer starts is part of the creation; a detached one waits for it"
  )
  func tasksOfInitializers() async throws {
    let tasks = Log<Task<Int, any Error>>()
    try await Alchemic.start { model in
      model.register { () async -> Session in
        tasks.add(Task { try await AcGetAsync(Session.self).number })
        // It requests the object before the object exists.
        await #expect(throws: AlchemicError.self) { try await tasks.entries[0].value }
        tasks.add(Task.detached { try await AcGetAsync(Session.self).number })
        await Task.yield()
        return await Session(number: 9)
      }
    }
    #expect(try await tasks.entries[1].value == 9)
  }
}
#endif
