#if Waiting
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Synchronization
import Testing

@testable import AlchemicInject

private final class Engine: Sendable {}

private final class Setting: Sendable {
  let text: String
  init(_ text: String) { self.text = text }
}

/// Blocks threads until it is opened.
private final class Gate: Sendable {
  private let isOpen = Atomic<Bool>(false)
  func open() { isOpen.store(true, ordering: .releasing) }
  func wait() { waitUntil { isOpen.load(ordering: .acquiring) } }
  /// Waits without a thread of the pool, which the start's own tasks may need.
  func opened() async { await waitUntil { isOpen.load(ordering: .acquiring) } }
}

@Suite(.alchemicMain, .ownThreads) struct BackgroundStartTests {
  @Test("L2: a background start returns at once; started() waits for it")
  func waits() async throws {
    let (gate, made) = (Gate(), Counter())
    try Alchemic.startInBackground { model in
      model.register {
        gate.wait()
        made.increment()
        return Engine()
      }
    }
    #expect(made.value == 0)
    async let first: Void = Alchemic.started()
    async let second: Void = Alchemic.started()
    gate.open()
    _ = try await (first, second)
    #expect(made.value == 1)
    try await Alchemic.started()
  }

  @Test("L2: started() may be called before the start, and throws the error of the start")
  func throwsWhatStartThrew() async throws {
    let early = Task { try await Alchemic.started() }
    for _ in 0..<100 { await Task.yield() }
    try Alchemic.startInBackground { $0.register { (_: Engine) in "needs an engine" } }
    for task in [early, Task { try await Alchemic.started() }] {
      let error = await #expect(throws: AlchemicError.self) { try await task.value }
      #expect(error?.problems.map(\.id) == [.noMatch])
    }
  }

  @Test("L2, G2: an object that is set during a start that fails is set again by the next start")
  func setMeanwhile() async throws {
    struct Broken: Error {}
    let (begun, goOn) = (Gate(), Gate())
    try Alchemic.startInBackground { model in
      model.register(Setting.self, AcReference())
      model.register { () throws -> Engine in
        begun.open()
        goOn.wait()
        throw Broken()
      }
    }
    await begun.opened()
    try AcSet(Setting("meanwhile"))
    #expect(try AcGet(Setting.self).text == "meanwhile")
    goOn.open()
    await #expect(throws: AlchemicError.self) { try await Alchemic.started() }
    try await Alchemic.start { $0.register(Setting.self, AcReference()) }
    #expect(try AcGet(Setting.self).text == "meanwhile")
  }

  @Test("L2: a call of started() that waits throws the reason of a start that is refused then")
  func refusedMeanwhile() async throws {
    let started = Task { try await Alchemic.started() }
    try await Task.sleep(for: .milliseconds(50))  // it waits
    Alchemic.refuseStartAtLoad()
    let error = await #expect(throws: (any Error).self) { try await started.value }
    #expect(error.map { "\($0)" }?.hasPrefix("AlchemicAutostart is linked into a library") == true)
    try await Alchemic.start()
  }

  @Test("L2: started() and requests throw the reason of a refused start, until another start")
  func refused() async throws {
    Alchemic.refuseStartAtLoad()
    let error = await #expect(throws: (any Error).self) { try await Alchemic.started() }
    #expect(error.map { "\($0)" }?.hasPrefix("AlchemicAutostart is linked into a library") == true)
    let found = problems { _ = try AcGet() as Engine }
    #expect(found.map(\.id) == [.notStarted])
    #expect(
      found[0].description.contains(
        "because     AlchemicAutostart is linked into a library: link it"))
    try await Alchemic.start()
    try await Alchemic.started()
  }

  @Test("L2, G1: the error of a request after a failed background start names the cause")
  func requestAfterFailure() async throws {
    try Alchemic.startInBackground { $0.register { (_: Engine) in "needs an engine" } }
    _ = try? await Alchemic.started()
    let found = problems { _ = try AcGet() as Engine }
    #expect(found.map(\.id) == [.notStarted])
    #expect(found[0].description.contains("because     [no-match] Nothing produces 'Engine'."))
    try await Alchemic.start()
  }

  @Test("L1, L2: a second start is a lifecycle error in every form", arguments: [true, false])
  func secondStart(firstInBackground: Bool) async throws {
    if firstInBackground { try Alchemic.startInBackground() } else { try await Alchemic.start() }
    #expect(problems { try Alchemic.start() }.map(\.id) == [.startedTwice])
    #expect(problems { try Alchemic.startInBackground() }.map(\.id) == [.startedTwice])
    try await Alchemic.started()
    #expect(problems { try Alchemic.startInBackground() }.map(\.id) == [.startedTwice])
  }

  @Test("L2: a request that comes while the model is built on another thread waits for it")
  func requestsWait() async throws {
    let gate = Gate()
    try Alchemic.startInBackground { model in
      gate.wait()
      model.register { Engine() }
    }
    onThreads(3) { thread in
      if thread == 0 { return gate.open() }
      let engine = try? AcGet() as Engine
      #expect(engine != nil)
    }
    try await Alchemic.started()
  }

  @Test("L1, G1: a declaration that requests an object gets a lifecycle error, and does not wait")
  func declarationAsks() throws {
    let found = Log<ProblemID>()
    try Alchemic.start { _ in
      for problem in problems(in: { _ = try AcGet() as Engine }) { found.add(problem.id) }
    }
    #expect(found.entries == [.notStarted])
  }

  @Test(
    "L2, G2: a thread that sets and then requests during a start gets the object that it has set")
  func ownSets() async throws {
    for _ in 0..<50 {
      Alchemic.reset()
      let gate = Gate()
      try Alchemic.startInBackground { model in
        gate.wait()
        model.register(Setting.self, AcReference())
      }
      onThreads(2) { thread in
        if thread == 0 { return gate.open() }
        do {
          try AcSet(Setting("mine"))
          #expect(try (AcGet() as Setting).text == "mine")
        } catch { Issue.record(error) }
      }
      try await Alchemic.started()
    }
  }

  @Test("L2, L6: a reset ends started() with an error")
  func resetEndsWaiting() async throws {
    let task = Task { try await Alchemic.started() }
    for _ in 0..<100 { await Task.yield() }
    // Before the task waits, a reset does not reach it.
    while true {
      Alchemic.reset()
      let isDone = await withTaskGroup(of: Bool.self) { group in
        group.addTask {
          await _ = task.result; return true
        }
        group.addTask {
          try? await Task.sleep(for: .milliseconds(20))
          return false
        }
        defer { group.cancelAll() }
        return await group.next() ?? false
      }
      if isDone { break }
    }
    let error = await #expect(throws: AlchemicError.self) { try await task.value }
    #expect(error?.problems.map(\.id) == [.startInterrupted])
  }

  @Test("L2: a cancelled task no longer waits for the start", arguments: [true, false])
  func cancellation(early: Bool) async throws {
    let task = Task { try await Alchemic.started() }
    if !early { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await Alchemic.start()
    try await Alchemic.started()
  }

  @Test("L2, G5: blocks that wait for a background start run on its thread, in order")
  func readyBlocks() async throws {
    let log = Log<String>()
    AcWhenReady { log.add("first \((try? AcGet() as Engine) != nil)") }
    AcWhenReady {
      log.add("second")
      AcWhenReady { log.add("third") }
    }
    try Alchemic.startInBackground { $0.register { Engine() } }
    try await Alchemic.started()
    #expect(log.entries == ["first true", "second", "third"])
  }
}
#endif
