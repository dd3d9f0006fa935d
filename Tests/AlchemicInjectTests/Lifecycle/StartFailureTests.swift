#if Waiting
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Synchronization
import Testing

private final class Part: Sendable {
  let number: Int
  init(_ number: Int = 0) { self.number = number }
}

private final class Slow: Sendable {}

private final class Aware: AlchemicAware, @unchecked Sendable {
  @Injected var slow: Slow
  init() {}
}

/// Runs a closure when it is released.
private final class Last: Sendable {
  let onEnd: @Sendable () -> Void
  init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
  deinit { onEnd() }
}

private struct Failure: Error { let held: Last }

/// Set once by one thread, awaited by others.
private final class Signal: Sendable {
  private let isSet = Atomic<Bool>(false)
  func set() { isSet.store(true, ordering: .releasing) }
  func wait() { waitUntil { isSet.load(ordering: .acquiring) } }
}

@Suite(.alchemicMain, .timeLimit(.minutes(10)), .ownThreads) struct StartFailureTests {
  @Test("L6, E3: the error of a failed start is released without a lock", arguments: [true, false])
  func deinitOfError(byReset: Bool) throws {
    let ended = Counter()
    #expect(throws: AlchemicError.self) {
      try Alchemic.start { model in
        model.register { () throws -> Part in
          throw Failure(
            held: Last {
              AcWhenReady {}
              ended.increment()
            })
        }
      }
    }
    if byReset { Alchemic.reset() } else { try Alchemic.start() }
    #expect(ended.value == 1)
  }

  @Test("L6: no request is answered after a reset, even if the deinits that it runs take long")
  func resetInOneStep() throws {
    for _ in 0..<20 {
      try Alchemic.start { model in
        model.register { Last { for _ in 0..<50 { yieldThread() } } }
      }
      onThreads(2) { thread in
        if thread == 0 { return Alchemic.reset() }
        try? Alchemic.start { $0.register { Part(1) } }
      }
      // Whichever call came first, there is a complete model or none.
      if let part = try? AcGet(Part.self) {
        #expect(part.number == 1)
      } else {
        #expect(problems { _ = try AcGet(Part.self) }.map(\.id).first != .modelGone)
      }
      Alchemic.reset()
      #expect(problems { _ = try AcGet(Part.self) }.map(\.id) == [.notStarted])
    }
  }

  @Test("L2, L6: starts, resets, sets and requests of several threads leave a usable model")
  func stress() throws {
    let rounds = 60
    onThreads(4) { thread in
      for round in 0..<rounds {
        switch thread {
        case 0: try? Alchemic.startInBackground { $0.register(Part.self, AcReference()) }
        case 1 where round % 3 == 0: Alchemic.reset()
        case 2: try? AcSet(Part(round))
        default: _ = try? AcGet(Part.self)
        }
        yieldThread()
      }
    }
    Alchemic.reset()
    try Alchemic.start { $0.register { Part(7) } }
    #expect(try AcGet(Part.self).number == 7)
  }

  @Test("L2, G2: a thread that creates an object does not wait for its own sets")
  func noCircle() async throws {
    let (isMaking, mayGoOn) = (Signal(), Signal())
    let made = Counter()
    try AcSet(Aware())
    try Alchemic.startInBackground { model in
      model.register(Part.self, AcReference(), AcNillable())
      model.register(AcLazy()) { () throws -> Slow in
        made.increment()
        isMaking.set()
        mayGoOn.wait()
        try AcSet(Part(1))
        _ = try AcGet(Part?.self)
        return Slow()
      }
      model.register(Aware.self, AcReference())
    }
    onThreads(2) { thread in
      if thread == 0 {
        _ = try? AcGet(Slow.self)
      } else {
        isMaking.wait()
        mayGoOn.set()
      }
    }
    try await Alchemic.started()
    #expect(made.value == 1)
  }

  @Test("L2: the end of a failed start does not end the wait for the next one")
  func waitersOfNextStart() async throws {
    let second = Signal()
    #expect(throws: AlchemicError.self) {
      try Alchemic.start { model in
        model.register(AcFactoryName("last")) { Last { second.set() } }
        model.register { (_: Last) throws -> Part in throw CancellationError() }
      }
    }
    second.wait()
    try Alchemic.startInBackground { $0.register { Part(2) } }
    try await Alchemic.started()
    #expect(try AcGet(Part.self).number == 2)
  }

  @Test("G5, L1: blocks that a failed start has queued itself are discarded")
  func blocksOfStart() throws {
    let runs = Counter()
    let fails = Atomic<Bool>(true)
    for _ in 0..<2 {
      let isFirst = fails.exchange(false, ordering: .relaxed)
      try? Alchemic.start { model in
        AcWhenReady { runs.increment() }
        model.register { () throws -> Part in
          if isFirst { throw CancellationError() }
          return Part()
        }
      }
    }
    #expect(runs.value == 1)
  }

  @Test("G5, L1: the start throws the error of a block; after the start AcWhenReady throws it")
  func blocksThrow() throws {
    struct Broken: Error {}
    try AcWhenReady { throw Broken() }
    #expect(throws: Broken.self) { try Alchemic.start() }
    try Alchemic.start()
    #expect(throws: Broken.self) { try AcWhenReady { throw Broken() } }
  }

  @Test("G2: a set before the start that finds no factory is reported once")
  func wrongSet() throws {
    try AcSet(Part(1))
    #expect(problems { try Alchemic.start() }.map(\.id) == [.notSettable])
    try Alchemic.start()
  }

  @Test("L1: problems that only the objects show are reported together at start")
  func togetherAtStart() throws {
    final class First {
      @Injected(AcName("frist")) var number: Int
      @Injected(AcName("secnd")) var text: String
    }
    final class Second { @Injected var part: Part }
    let found = problems {
      try Alchemic.start { model in
        model.register(AcFactoryName("one")) { Part(1) }
        model.register(AcFactoryName("two")) { Part(2) }
        model.register(First.init)
        model.register(Second.init)
      }
    }
    #expect(found.map(\.id) == [.noMatch, .noMatch, .severalMatches])
    #expect(
      found.map { $0.path[0].subject } == ["First.number", "First.text", "Second.part"])
  }
}
#endif
