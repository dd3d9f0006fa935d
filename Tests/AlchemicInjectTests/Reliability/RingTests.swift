#if Waiting
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class North: AlchemicAware, @unchecked Sendable {
  @Injected var next: East
  private(set) var isReady = false
  init() { yieldThread() }
  func didInjectDependencies() { isReady = true }
}

private final class East: AlchemicAware, @unchecked Sendable {
  @Injected var next: South
  private(set) var isReady = false
  init() { yieldThread() }
  func didInjectDependencies() { isReady = true }
}

private final class South: AlchemicAware, @unchecked Sendable {
  @Injected var next: West
  private(set) var isReady = false
  init() { yieldThread() }
  func didInjectDependencies() { isReady = true }
}

private final class West: AlchemicAware, @unchecked Sendable {
  @Injected var next: North
  private(set) var isReady = false
  init() { yieldThread() }
  func didInjectDependencies() { isReady = true }
}

/// A ring in which two property edges are not neighbours, and the others are arguments.
private final class Corner: AlchemicAware, @unchecked Sendable {
  @Injected var second: Second
  init() {}
}
private final class Second: @unchecked Sendable {
  let third: Third
  init(third: Third) { self.third = third }
}
private final class Third: AlchemicAware, @unchecked Sendable {
  @Injected var fourth: Fourth
  init() {}
}
private final class Fourth: @unchecked Sendable {
  let first: Corner
  init(first: Corner) { self.first = first }
}

/// Rings of four or more objects, entered from several ends at once: each is created once, and no
/// thread hangs.
@Suite(.ownThreads) struct RingTests {
  private static let rounds = Effort.of(1_000, atLeast: 100)

  private static func register(_ model: ModelBuilder) {
    model.register(North.init, AcLazy())
    model.register(East.init, AcLazy())
    model.register(South.init, AcLazy())
    model.register(West.init, AcLazy())
  }

  private static func isWhole(_ north: North) -> Bool {
    let all = [
      north.isReady, north.next.isReady, north.next.next.isReady, north.next.next.next.isReady,
    ]
    return all == [true, true, true, true] && north.next.next.next.next === north
  }

  @Test("I9, I12: threads that enter a ring from different ends get all of it", arguments: [2, 4])
  func ring(threads: Int) throws {
    for _ in 0..<Self.rounds {
      let model = try makeModel(Self.register)
      let wrong = Counter()
      inTime {
        onThreads(threads) { thread in
          let north =
            switch (thread, threads) {
            case (0, _): try? model.get(North.self)
            case (1, 2), (2, _): try? model.get(South.self).next.next
            case (1, _): try? model.get(East.self).next.next.next
            default: try? model.get(West.self).next
            }
          if north.map(Self.isWhole) != true { wrong.increment() }
        }
      }
      #expect(wrong.value == 0)
    }
  }

  @Test("the same holds for a ring whose two property edges are not neighbours")
  func edgesApart() throws {
    for _ in 0..<Self.rounds {
      let model = try makeModel { model in
        model.register(Corner.init, AcLazy())
        model.register(Second.init, AcLazy())
        model.register(Third.init, AcLazy())
        model.register(Fourth.init, AcLazy())
      }
      let wrong = Counter()
      inTime {
        onThreads(2) { thread in
          let first = try? thread == 0 ? model.get(Corner.self) : model.get(Third.self).fourth.first
          if first?.second.third.fourth.first !== first || first == nil { wrong.increment() }
        }
      }
      #expect(wrong.value == 0)
    }
  }

  @Test("tasks that request the parts of a ring get all of it", .timeLimit(.minutes(10)))
  func tasks() async throws {
    for _ in 0..<Self.rounds {
      let model = try makeModel(Self.register)
      try await CurrentModel.withModel(model) {
        async let north: North = AcGetAsync()
        async let south: South = AcGetAsync()
        let (first, second) = try await (north, south)
        #expect(Self.isWhole(first) && second.next.next === first.next.next.next.next)
      }
    }
  }

  @Test("a request during a start in the background gets a complete ring", .alchemicMain)
  func backgroundStart() async throws {
    for _ in 0..<(Self.rounds / 4) {
      try Alchemic.startInBackground { model in
        model.register(North.init)
        model.register(East.init)
        model.register(South.init)
        model.register(West.init)
      }
      let south: South = try AcGet()
      try await Alchemic.started()
      #expect(Self.isWhole(south.next.next))
      Alchemic.reset()
    }
  }

  @Test("a task that waits for a slow initializer on a thread holds no thread of the pool")
  func poolIsFree() async throws {
    let (begun, mayEnd) = (Signal(), Signal())
    let model = try makeModel { model in
      model.register(AcLazy()) { () -> North in
        begun.raise()
        mayEnd.wait()
        return North()
      }
      model.register(East.init, AcLazy())
      model.register(South.init, AcLazy())
      model.register(West.init, AcLazy())
    }
    startThread { _ = try? model.get(North.self) }
    begun.wait()
    // More tasks than the pool has threads. If they held the threads, the wait would never end.
    try await CurrentModel.withModel(model) {
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<64 {
          group.addTask { Self.isWhole(try await AcGetAsync(South.self).next.next) }
        }
        group.addTask {
          mayEnd.raise()
          return true
        }
        for try await isWhole in group { #expect(isWhole) }
      }
    }
  }
}
#endif
