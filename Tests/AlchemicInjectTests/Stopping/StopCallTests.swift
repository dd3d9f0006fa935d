#if Waiting
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Synchronization
import Testing

private struct Refusal: Error, CustomStringConvertible { let description: String }

/// Stops as a test says.
private final class Service: AlchemicStopping, Sendable {
  let onStop: @Sendable () async throws -> Void
  init(_ onStop: @escaping @Sendable () async throws -> Void) { self.onStop = onStop }
  func stop() async throws { try await onStop() }

  /// Returns a service whose stop waits for a signal.
  static func waiting(
    _ begun: Signal, _ goesOn: Signal, end: @escaping @Sendable () throws -> Void = {}
  ) -> Service {
    Service {
      begun.raise()
      await waitUntil { goesOn.isSet }
      try end()
    }
  }
}

private final class User: AlchemicStopping, @unchecked Sendable {
  let service: Service
  private let log: Log<String>
  init(_ service: Service, _ log: Log<String>) { (self.service, self.log) = (service, log) }
  func stop() { log.add("user") }
}

@MainActor private final class Screen: AlchemicStopping {
  let log: Log<String>
  init(log: Log<String>) { self.log = log }
  func stop() { log.add("screen") }
}

private actor Mailbox: AlchemicStopping {
  private var isOpen = true
  func stop() { isOpen = false }
  var isStopped: Bool { !isOpen }
}

@Suite struct StopCallTests {
  @Test("Q1: an object of the main actor and an actor are stopped there")
  func isolated() async throws {
    let log = Log<String>()
    try await Alchemic.withModel {
      $0.register { @MainActor in Screen(log: log) }
      $0.register(Mailbox.init)
    } operation: {
      let mailbox: Mailbox = try AcGet()
      _ = try await AcGetAsync(Screen.self)
      try await stopCurrent()
      #expect(log.entries == ["screen"])
      #expect(await mailbox.isStopped)
    }
  }

  @Test("Q1: what fails to stop does not keep others from stopping, and one error has all of it")
  func failures() async throws {
    let log = Log<String>()
    try await Alchemic.withModel {
      $0.register(AcFactoryName("database")) {
        Service { throw Refusal(description: "the disk is full") }
      }
      $0.register { log }
      $0.register { (log: Log<String>) in User(Service {}, log) }
    } operation: {
      _ = try AcGet(AcName("database")) as Service
      _ = try AcGet(User.self)
      let found = await problems { try await stopCurrent() }
      #expect(found.map(\.id) == [.stopFailed])
      #expect(found.first?.underlyingError is Refusal)
      #expect(log.entries == ["user"])
    }
  }

  @Test("Q1: what does not stop is named after its share of the time, and the rest is stopped")
  func late() async throws {
    let log = Log<String>()
    let wasCancelled = Log<Bool>()
    final class Stuck: AlchemicStopping, @unchecked Sendable {
      let user: User
      init(_ user: User) { self.user = user }
      func stop() async { await forEver() }
    }
    try await Alchemic.withModel {
      $0.register { log }
      $0.register {
        Service {
          do { try await untilCancelled() } catch { wasCancelled.add(Task.isCancelled) }
        }
      }
      $0.register(User.init)
      $0.register(Stuck.init)
    } operation: {
      _ = try AcGet(Stuck.self)
      let found = await problems { try await Alchemic.stop(timeout: .milliseconds(300)) }
      #expect(found.map(\.id) == [.stopTimeout, .stopTimeout])
      #expect(found.map(\.subject) == ["Stuck", "Service"])
      #expect(log.entries == ["user"])
      await waitUntil { !wasCancelled.entries.isEmpty }
      #expect(wasCancelled.entries == [true])
    }
  }

  @Test("Q2: while a model stops, objects that exist are answered, and nothing shared is made")
  func requests() async throws {
    final class Late: Sendable {}
    final class Note {}
    let found = Log<ProblemID>()
    let isThere = Log<Bool>()
    try await Alchemic.withModel {
      $0.register(Late.init)
      $0.register(Note.init, AcTemplate())
      $0.register(Mailbox.init)
      $0.register { () async in "late" }
      $0.register {
        Service {
          let here = Alchemic.capture()
          await Task.detached {
            await here.run {
              isThere.add((try? AcGet(Mailbox.self)) != nil)
              isThere.add((try? AcGet(Note.self)) != nil)
              problems { _ = try AcGet(Late.self) }.forEach { found.add($0.id) }
              await problems { _ = try await AcGetAsync(String.self) }.forEach { found.add($0.id) }
            }
          }.value
        }
      }
    } operation: {
      _ = try AcGet(Mailbox.self)
      _ = try AcGet(Service.self)
      try await stopCurrent()
    }
    #expect(isThere.entries == [true, true])
    #expect(found.entries == [.isStopping, .isStopping])
  }

  @Test("Q2: what an object needs in order to stop is made for it, and stopped after it")
  func made() async throws {
    final class Journal: AlchemicStopping, Sendable {
      let log: Log<String>
      init(_ log: Log<String>) { self.log = log }
      func write(_ text: String) { log.add(text) }
      func stop() { log.add("closed") }
    }
    final class Writer: AlchemicStopping, @unchecked Sendable {
      @Injected var journal: Journal
      func stop() { journal.write("goodbye") }
    }
    let log = Log<String>()
    try await Alchemic.withModel {
      $0.register { log }
      $0.register(Journal.init)
      $0.register(Writer.init)
    } operation: {
      _ = try AcGet(Writer.self)
      try await stopCurrent()
    }
    #expect(log.entries == ["goodbye", "closed"])
  }

  @Test("Q1: an object that is being made when the stop begins is awaited, and stopped")
  func creation() async throws {
    let log = Log<String>()
    let (begun, goesOn) = (Signal(), Signal())
    try await Alchemic.withModel {
      // A weak factory creates an object for each request.
      $0.register(Mailbox.init, AcWeak())
      $0.register { () async -> Service in
        begun.raise()
        await waitUntil { goesOn.isSet }
        return Service { log.add("service") }
      }
    } operation: {
      let request = Task { _ = try await AcGetAsync(Service.self) }
      await waitUntil { begun.isSet }
      let stop = Task { try await stopCurrent() }
      await waitUntil { !problems(in: { _ = try AcGet(Mailbox.self) }).isEmpty }
      #expect(problems { _ = try AcGet(Mailbox.self) }.map(\.id) == [.isStopping])
      goesOn.raise()
      try await stop.value
      try await request.value
      #expect(log.entries == ["service"])
    }
  }

  @Test("Q1: an object that is still being made when half of the time is over is named")
  func lateCreation() async throws {
    let (begun, goesOn) = (Signal(), Signal())
    try await Alchemic.withModel {
      $0.register { () async -> Service in
        begun.raise()
        await waitUntil { goesOn.isSet }
        return Service {}
      }
    } operation: {
      let request = Task { try? await AcGetAsync(Service.self) }
      await waitUntil { begun.isSet }
      let found = await problems { try await Alchemic.stop(timeout: .milliseconds(400)) }
      goesOn.raise()
      _ = await request.value
      let lines = found.map { $0.description.split(separator: "\n") }
      #expect(
        lines.first?.first
          == "[stop-timeout] 'Service' was not stopped: it was still being created after 0.2 seconds."
      )
      #expect(
        lines.first?.last
          == "   → stop when the initializers are done, or with a longer timeout")
    }
  }

  @Test("Q2: an object that is being stopped cannot stop the model")
  func within() async throws {
    let found = Log<Problem>()
    try await Alchemic.withModel {
      $0.register {
        Service { await problems { try await stopCurrent() }.forEach { found.add($0) } }
      }
    } operation: {
      _ = try AcGet(Service.self)
      try await stopCurrent()
    }
    let lines = (found.entries.first?.description ?? "").split(separator: "\n")
    #expect(
      lines.first
        == "[is-stopping] Alchemic.stop() was called by an object that is being created or stopped."
    )
    #expect(lines.dropFirst().first?.hasPrefix("   needed by   Alchemic.stop() — ") == true)
    #expect(
      lines.last == "   → call it in other code: it waits for every object, and so for its caller")
  }

  @Test("Q2: a model that was stopped has ended")
  func afterwards() async throws {
    try await Alchemic.withModel(named: "the visit") {
      $0.register(Mailbox.init)
    } operation: {
      _ = try AcGet(Mailbox.self)
      try await stopCurrent()
      #expect(problems { _ = try AcGet(Mailbox.self) }.map(\.id) == [.modelGone])
      let gone = await problems { try await stopCurrent() }
      #expect(gone.map(\.id) == [.modelGone])
      #expect(gone.first?.path.map(\.subject) == ["Alchemic.stop()"])
      #expect(gone.first?.path.first?.location != nil)
    }
  }

  @Test("Q1: a task that is cancelled stops everything, too")
  func cancelled() async throws {
    let log = Log<String>()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await Alchemic.withModel {
        $0.register { Service { log.add("stopped") } }
      } operation: {
        _ = try AcGet(Service.self)
        try await stopCurrent()
      }
    }
    try await task.value
    #expect(log.entries == ["stopped"])
  }
}

@Suite(.alchemicMain, .timeLimit(.minutes(10))) struct MainStopTests {
  @Test("Q1: after a stop the main model is as after a reset, and starts again")
  func again() async throws {
    let log = Log<String>()
    for turn in 1...2 {
      try await Alchemic.start { $0.register { Service { log.add("stop \(turn)") } } }
      try await stopCurrent()
      #expect(problems { _ = try AcGet(Service.self) }.map(\.id) == [.notStarted])
    }
    #expect(log.entries == ["stop 1", "stop 2"])
    try await stopCurrent()
  }

  @Test("Q2: a second call waits for the first, and has the same error")
  func secondCall() async throws {
    let (begun, goesOn) = (Signal(), Signal())
    try await Alchemic.start {
      $0.register { Service.waiting(begun, goesOn) { throw Refusal(description: "no") } }
    }
    let first = Task { await problems { try await stopCurrent() }.map(\.id) }
    await waitUntil { begun.isSet }
    let others = (1...3).map { _ in
      Task { await problems { try await stopCurrent() }.map(\.id) }
    }
    let cancelled = Task {
      do { try await stopCurrent() } catch { #expect(error is CancellationError) }
    }
    // Time to begin their wait.
    try await Task.sleep(for: .milliseconds(20))
    cancelled.cancel()
    await cancelled.value
    goesOn.raise()
    #expect(await first.value == [.stopFailed])
    // A call that comes after the end finds nothing to stop.
    for other in others { #expect([[.stopFailed], []].contains(await other.value)) }
  }

  @Test("Q2: a start that fails stops what it has made", arguments: [true, false])
  func failedStart(awaiting: Bool) async throws {
    let log = Log<String>()
    func configure(_ model: ModelBuilder) {
      model.register { log }
      model.register { Service { log.add("service") } }
      model.register(User.init)
      model.register { (_: User) throws -> Int in throw Refusal(description: "no") }
    }
    let found =
      awaiting
      ? await problems { try await Alchemic.start(configure) }
      : startAtOnce(configure)
    #expect(found.map(\.id) == [.creationFailed])
    #expect(log.entries == ["user", "service"])
    func startAtOnce(_ configure: (ModelBuilder) -> Void) -> [Problem] {
      problems { try Alchemic.start(configure) }
    }
  }

  @Test("Q2: the thread of a failed start runs what stops, so that it waits for no other")
  func failedOnThread() async throws {
    let here = Log<ThreadID>()
    let there = Log<ThreadID>()
    inTime {
      here.add(.current)
      let found = problems {
        try Alchemic.start {
          $0.register {
            Service {
              there.add(.current)
              try await Task.sleep(for: .milliseconds(1))
              there.add(.current)
            }
          }
          $0.register { (_: Service) throws -> Int in throw Refusal(description: "no") }
        }
      }
      #expect(found.map(\.id) == [.creationFailed])
    }
    #expect(there.entries == here.entries + here.entries)
  }

  @Test("Q2: the error of a failed start has what did not stop, too")
  func failedTwice() async throws {
    let found = await problems {
      try await Alchemic.start {
        $0.register { Service { throw Refusal(description: "still here") } }
        $0.register { (_: Service) throws -> Int in throw Refusal(description: "no") }
      }
    }
    #expect(found.map(\.id) == [.creationFailed, .stopFailed])
  }

  @Test("Q1: a stop waits for the start, and the start cannot stop itself")
  func duringStart() async throws {
    let log = Log<ProblemID>()
    let ends = Log<String>()
    let (begun, goesOn) = (Signal(), Signal())
    let start = Task {
      try await Alchemic.start {
        $0.register { () async throws -> Service in
          await problems { try await stopCurrent() }.forEach { log.add($0.id) }
          begun.raise()
          await waitUntil { goesOn.isSet }
          return Service { ends.add("service") }
        }
      }
      ends.add("started")
    }
    await waitUntil { begun.isSet }
    let stop = Task { try await stopCurrent() }
    goesOn.raise()
    try await stop.value
    try await start.value
    #expect(log.entries == [.isStopping])
    #expect(Set(ends.entries) == ["service", "started"])
  }

  @Test("Q1: a stop does not wait for ever for a start")
  func lateStart() async throws {
    let (begun, goesOn) = (Signal(), Signal())
    let start = Task {
      try await Alchemic.start {
        $0.register { () async -> Service in
          begun.raise()
          await waitUntil { goesOn.isSet }
          return Service {}
        }
      }
    }
    await waitUntil { begun.isSet }
    let found = await problems { try await Alchemic.stop(timeout: .milliseconds(400)) }
    goesOn.raise()
    try await start.value
    #expect(
      found.map(\.headline) == ["[stop-timeout] Alchemic.start() did not end within 0.2 seconds."])
  }

  @Test("Q2: what did not stop is a warning if the start fails with an error of the program")
  func failedByProgram() async throws {
    let log = Log<ProblemID>()
    Alchemic.observe { if case .warning(let warning) = $0 { log.add(warning.id) } }
    try AcWhenReady { throw Refusal(description: "no") }
    await #expect(throws: Refusal.self) {
      try await Alchemic.start {
        $0.register { Service { throw Refusal(description: "still here") } }
      }
    }
    #expect(log.entries == [.stopFailed])
  }

  @Test("Q1: a reset during the stop does not end the next start, and its observers get no didStop")
  func resetMeanwhile() async throws {
    let (begun, goesOn, log) = (Signal(), Signal(), Log<String>())
    try await Alchemic.start {
      $0.register { Service.waiting(begun, goesOn) }
    }
    let stop = Task { try await stopCurrent() }
    await waitUntil { begun.isSet }
    Alchemic.reset()
    Alchemic.observe { if case .didStop = $0 { log.add("\($0)") } }
    try await Alchemic.start { $0.register(Mailbox.init) }
    goesOn.raise()
    try await stop.value
    _ = try AcGet(Mailbox.self)
    #expect(log.entries == [])
  }

  @Test("Q1: the stop is announced")
  func event() async throws {
    let log = Log<String>()
    try await Alchemic.start()
    Alchemic.observe { if case .didStop = $0 { log.add("\($0)") } }
    try await stopCurrent()
    #expect(log.entries.count == 1)
    #expect(log.entries.first?.hasPrefix("stopped in ") == true)
  }
}
#endif
