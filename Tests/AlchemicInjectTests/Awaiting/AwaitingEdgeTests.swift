#if Waiting
@testable import AlchemicInject
import Alchemic
@testable import AlchemicWaiting
import AlchemicTestSupport
import Testing

@MainActor private final class Screen {
  init() { MainActor.preconditionIsolated() }
}

private final class ScreenHost: AlchemicAware, Sendable {
  struct Needs: Sendable { @Injected var screen: Screen }
  let needs = Needs()
  init() async {}
}

private final class HookedHost: AlchemicAware {
  @Injected var screen: Screen
  init() async {}
}

private final class LoopHost: AlchemicAware {
  @Injected var end: LoopEnd
  init() async {}
}
private final class PlainLoopHost: AlchemicAware {
  @Injected var end: PlainLoopEnd
  init() {}
}
private final class LoopEnd { init(host: LoopHost) async {} }
private final class PlainLoopEnd { init(host: PlainLoopHost) async {} }

private final class Left: AlchemicAware {
  @Injected var right: Right
  init() async {}
}
private final class Right: AlchemicAware {
  @Injected var left: Left
  init() async {}
}

/// A legal loop: the awaited object exists when the other one is created.
private final class Awaited: AlchemicAware {
  @Injected var other: Other
  init() async {}
}
private final class Other: AlchemicAware {
  @Injected var awaited: Awaited
  init() {}
}

private protocol Service: AnyObject {}
private final class Good: Service { init() async {} }
private final class Bad: Service { init(missing: Missing) async {} }
private struct Missing {}
private final class Chooser: AlchemicAware {
  @Injected(AcName("good")) var service: any Service
  init() {}
}
private final class AwaitedChooser: AlchemicAware {
  @Injected(AcName("good")) var service: any Service
  init() async {}
}

private final class Node: Sendable { init() async {} }
private struct Failure: Error {}

@Suite(.timeLimit(.minutes(10)))
struct AwaitingEdgeTests {
  @Test("an awaited host is injected on the main actor if its property needs a main-actor object")
  func mainActorProperty() async throws {
    try await withStartedModel { model in
      model.register(HookedHost.init)
      model.register(Screen.init, AcLazy())
    } _: { () async throws in
      #expect(try AcGet(HookedHost.self).screen === (try AcGet(Screen.self)))
    }
  }

  @Test("loops of two objects that would have to wait for each other are reported with a property")
  func loops() {
    let found = problems { model in
      model.declare(LoopHost.self) {
        AcInitializer($0, LoopHost.init)
        AcRegister($0, .named("loop.host"))
      }
      model.register(LoopEnd.init)
      model.declare(PlainLoopHost.self) { AcInitializer($0, PlainLoopHost.init) }
      model.register(PlainLoopEnd.init)
    }
    #expect(found.map(\.id) == [.cannotWait, .cannotWait])
    #expect(found.map(\.subject).sorted() == ["LoopEnd", "PlainLoopEnd"])
    #expect(found.contains { $0.path.first?.subject == "LoopHost.end" })
    #expect(found[0].description.contains("→ remove the hooks (AlchemicAware) of 'LoopHost'"))
    let mutual = problems { model in
      model.declare(Left.self) { AcInitializer($0, Left.init) }
      model.declare(Right.self) { AcInitializer($0, Right.init) }
    }
    #expect(!mutual.isEmpty && mutual.allSatisfy { $0.id == .cannotWait })
  }

  @Test(
    "a loop by properties with an awaited object is legal from both ends", arguments: [0, 1])
  func legalLoop(end: Int) async throws {
    try await Alchemic.withModel { model in
      model.declare(Awaited.self) { of in
        AcInitializer(of, Awaited.init)
        AcRegister(of, AcLazy())
      }
      model.declare(Other.self) { of in
        AcInitializer(of, Other.init)
        AcRegister(of, AcLazy())
      }
    } operation: { () async throws in
      let awaited: Awaited
      if end == 0 {
        awaited = try await AcGetAsync()
      } else {
        awaited = try await AcGetAsync(Other.self).awaited
      }
      #expect(awaited.other.awaited === awaited)
    }
  }

  @Test("a candidate that is not selected is not created, and its problems do not reach the host")
  func choice() async throws {
    func declare(_ model: ModelBuilder) {
      model.register(Good.init, AcFactoryName("good"), AcLazy())
      model.register(Bad.init, AcFactoryName("bad"), AcLazy())
      model.register(Missing.self, AcReference())
      model.declare(Chooser.self) { of in
        AcInitializer(of, Chooser.init)
        AcRegister(of, AcLazy())
      }
      model.declare(AwaitedChooser.self) { of in
        AcInitializer(of, AwaitedChooser.init)
        AcRegister(of, AcLazy())
      }
    }
    try await Alchemic.withModel(declare) { () async throws in
      #expect(try await AcGetAsync(Chooser.self).service is Good)
      #expect(try await AcGetAsync(AwaitedChooser.self).service is Good)
    }
  }

  @Test("the time to create a chain of asynchronous singletons grows with its length")
  func chain() async throws {
    func time(_ length: Int) async throws -> Duration {
      let begin = ContinuousClock.now
      try await withStartedModel { model in
        model.register(AcFactoryName("0")) { () async -> Node in await Node() }
        for number in 1...length {
          model.register(
            { (_: Node) async -> Node in await Node() }, AcName("\(number - 1)"),
            options: AcFactoryName("\(number)"))
        }
      } _: { () async throws in
        #expect(try AcGet(AcName("\(length)")) as Node? != nil)
      }
      return ContinuousClock.now - begin
    }
    _ = try await time(10)
    // Cubic time would be a thousand times as long. Other tests take the processors meanwhile, so
    // one of several attempts is sufficient.
    var ratio = Double.infinity
    for _ in 0..<5 where ratio >= 60 {
      let short = try await time(100)
      ratio = try await time(1_000) / short
    }
    #expect(ratio < 60)
  }

  @Test("a task that a hook starts is not part of the creation that runs the hook")
  func taskOfHook() async throws {
    final class View: AlchemicAware {
      static let tasks = Log<Task<Bool, any Error>>()
      init() {}
      func didInjectDependencies() {
        Self.tasks.add(Task { try await AcGetAsync(Node.self) === AcGetAsync(Node.self) })
      }
    }
    try await withStartedModel { model in
      model.register(View.init)
      model.register { (_: View) async -> Node in await Node() }
    } _: { () async throws in
      #expect(try await View.tasks.entries[0].value)
    }
  }

  @Test("a synchronous method of a template that has to be awaited is refused")
  func owner() {
    final class Bank {
      init() async {}
      func connection() -> Node? { nil }
    }
    let found = problems { model in
      model.declare(Bank.self) { of in
        AcInitializer(of, Bank.init)
        AcRegister(of, AcTemplate())
        AcMethod(of, Bank.connection, options: AcNillable())
      }
    }
    #expect(found.map(\.id) == [.cannotWait])
    #expect(found[0].subject == "Bank")
  }

  @Test("an asynchronous weak singleton is refused as the property of a host with hooks")
  func weakProperty() {
    final class Host: AlchemicAware {
      @Injected var node: Node
      init() {}
    }
    let found = problems { model in
      model.register(Node.init, AcWeak())
      model.declare(Host.self) { AcInitializer($0, Host.init) }
    }
    #expect(found.map(\.id) == [.cannotWait])
  }

  @Test("a start elsewhere names all objects that the main actor has to create, and creates none")
  func startElsewhere() throws {
    final class NeedsScreen { init(screen: Screen) {} }
    final class NotMade { init() { Issue.record("nothing may be made") } }
    let model = try makeModel { model in
      model.register(NotMade.init)
      model.register(Screen.init, AcTemplate())
      model.register(NeedsScreen.init)
    }
    let found = problems { _ = try model.createSingletons() }
    #expect(found.map(\.id) == [.needsMainActor])
    #expect(found[0].subject == "Screen")
  }

  @Test("an object that was set need not be created on the main actor")
  @MainActor func setBefore() async throws {
    let model = try makeModel { $0.register(Screen.init) }
    let screen = Screen()
    try CurrentModel.withModel(model) { try AcSet(screen) }
    try await Task.detached { _ = try model.createSingletons() }.value
  }

  @Test("an initializer that requests, without waiting, an object that waits for it gets a cycle")
  func synchronousCycle() async throws {
    final class Middle { init(node: Node) {} }
    let found = await problems {
      try await withStartedModel { model in
        model.register { () async throws -> Node in
          _ = try AcGet(Middle.self)
          return await Node()
        }
        model.register(Middle.init, AcLazy())
      } _: { () async in
      }
    }
    #expect(found.map(\.id) == [.cycle])
  }

  @Test("the path of an error names the objects that needed it, also synchronous ones")
  func path() async throws {
    final class Middle { init(node: Node) {} }
    try await Alchemic.withModel { model in
      model.register(AcLazy()) { () async throws -> Node in throw Failure() }
      model.register(Middle.init, AcLazy())
    } operation: { () async throws in
      let found = await problems { _ = try await AcGetAsync(Middle.self) }
      #expect(found.map(\.id) == [.creationFailed])
      #expect(found[0].path.map(\.subject) == ["Middle", "AcGetAsync"])
    }
  }

  @Test("the path does not grow if the task of each creation requests the next object")
  func endlessTasks() async throws {
    let count = Counter()
    final class Looping: Sendable { init() async {} }
    func next() {
      Task {
        _ = try await AcGetAsync(Looping.self)
      }
    }
    let found = Log<Int>()
    try await Alchemic.withModel { model in
      model.register(AcTemplate()) { () async throws -> Looping in
        count.increment()
        // Each runs within a task of the previous one.
        if count.value < 50 {
          Task { _ = try await AcGetAsync(Looping.self) }
        } else if count.value == 50 {
          found.add(problems { _ = try AcGet(AcName("nothing")) as Looping }[0].path.count)
        }
        return await Looping()
      }
    } operation: { () async throws in
      _ = try await AcGetAsync(Looping.self)
      await waitUntil { !found.entries.isEmpty }
      // The object itself, perhaps the previous one, and the requests.
      #expect(found.entries[0] < 12)
    }
  }

  #if Invoking
  @Test("the error of AcInvoke advises AcInvokeAsync, which takes arguments too")
  func advice() async throws {
    try await Alchemic.withModel { model in
      model.register(AcTemplate(), AcFactoryName("node")) { (_: Int) async -> Node in await Node() }
      model.register { 3 }
    } operation: { () async throws in
      let found = problems { _ = try AcInvoke(AcName("node"), 4) as Node }
      #expect(found[0].description.contains("request it with try await AcInvokeAsync(…)"))
    }
  }
  #endif
}

/// Its deinit lets another task create the needed object, between the failure and the next try, and
/// blocks its thread meanwhile.
private final class SlowToGo: AlchemicAware {
  static let mayFinish = Counter()
  static let gone = Counter()
  @Injected(AcName("slow")) var service: any Service
  init() {}
  deinit {
    Self.gone.increment()
    guard Self.gone.value == 1 else { return }
    Self.mayFinish.increment()
    waitUntil { (try? AcGet(SlowService.self)) != nil }
  }
}
private final class SlowService: Service, Sendable {
  init() async { await waitUntil { SlowToGo.mayFinish.value > 0 } }
}

private final class FromNil: AlchemicAware {
  static let hooks = Counter()
  @Injected var nothing: Nothing?
  @Injected var last: LastOfAll
  init() {}
  func didInjectDependencies() { Self.hooks.increment() }
}
private final class Nothing {}
private final class LastOfAll {}

extension AwaitingEdgeTests {
  @Test(
    "an object that another task creates between a failure and the next try is found", .ownThreads)
  func madeMeanwhile() async throws {
    try await Alchemic.withModel { model in
      model.register(SlowService.init, AcFactoryName("slow"), AcLazy())
      model.register(AcFactoryName("other"), AcLazy()) { () async -> Good in await Good() }
      model.register(SlowToGo.init, AcLazy())
    } operation: { () async throws in
      let other = Task { try await AcGetAsync(SlowService.self) }
      let host = try await AcGetAsync(SlowToGo.self)
      #expect(try await other.value === host.service)
    }
  }

  @Test("nil that was awaited is an answer like any other")
  func nilIsThere() async throws {
    let model = try makeModel { model in
      model.register(AcNillable()) { () async -> Node? in nil }
    }
    try await CurrentModel.withModel(model) { () async throws in
      var creation = SingletonCreation(of: model)
      try await creation.makeAwaited()
      #expect(try AcGet(Node?.self) == nil)
      #expect(SingletonCreation(of: model).awaitsNothing)
      #expect(problems { _ = try model.createSingletons() }.isEmpty)
    }
  }

  @Test(
    "a host that waits for nil, and then for another object, is finished with that object",
    .ownThreads)
  func postponedTwice() throws {
    let isMaking = Counter()
    let goOn = Counter()
    let seen = Log<Int>()
    let model = try makeModel { model in
      model.register({ (_: FromNil) -> Nothing? in nil }, AcNillable(), AcLazy())
      model.register(FromNil.init, AcLazy())
      model.register(AcLazy()) { (_: Nothing?) -> LastOfAll in
        isMaking.increment()
        waitUntil { goOn.value > 0 }
        return LastOfAll()
      }
    }
    onThreads(3) { thread in
      CurrentModel.withModel(model) {
        switch thread {
        case 0: _ = try? AcGet(LastOfAll.self)
        case 1:
          waitUntil { isMaking.value > 0 }
          _ = try? AcGet(FromNil.self)
          seen.add(FromNil.hooks.value)
        default:
          waitUntil { isMaking.value > 0 }
          for _ in 0..<10_000 { yieldThread() }
          goOn.increment()
        }
      }
    }
    #expect(seen.entries == [1])
  }
}

extension AwaitingStartTests {
  @Test("L1: a start in a cancelled task has no effect, even if there is nothing to wait for")
  func cancelledBefore() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await Alchemic.start()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(problems { _ = try Alchemic.model }.map(\.id) == [.notStarted])
  }

  @Test("L6: a reset cancels the initializer that a discovery awaits, and the discovery throws")
  func resetCancelsDiscovery() async throws {
    try await Alchemic.start()
    let begun = Counter()
    let task = Task {
      _ = try await Alchemic.discover { model in
        model.register { () async -> Node in
          begun.increment()
          await waitUntil { Task.isCancelled }
          return await Node()
        }
      }
    }
    await waitUntil { begun.value > 0 }
    Alchemic.reset()
    #expect(await problems { try await task.value }.map(\.id) == [.startInterrupted])
  }

  @Test("a discovery is refused if an element of a followed array needs an awaited object")
  func followedByWayOfOthers() async throws {
    try await Alchemic.start { $0.register(First.init) }
    let follower = Follower()
    #expect(follower.rules.count == 1)
    let found = problems {
      try Alchemic.discover { model in
        model.register(Node.init)
        model.register(Second.init)
      }
    }
    #expect(found.map(\.id).contains(.needsAwait))
    let awaited = await problems {
      _ = try await Alchemic.discover { model in
        model.register(Node.init)
        model.register(Second.init)
      }
    }
    #expect(awaited.map(\.id) == [.needsAwait])
    #expect(follower.rules.count == 1)
  }
}

private protocol FollowedRule: AnyObject {}
private final class First: FollowedRule { init() {} }
private final class Second: FollowedRule { init(node: Node) {} }
private final class Follower { @Transient var rules: [any FollowedRule] }

extension AwaitingStartTests {
  @Test(
    "G5, L1: blocks that asynchronous initializers of a failed start have queued are discarded")
  func queuedByAwaited() async throws {
    let log = Log<Int>()
    let starts = Counter()
    func start() async throws {
      try await Alchemic.start { model in
        starts.increment()
        let number = starts.value
        model.register { () async throws -> Node in
          AcWhenReady { log.add(number) }
          return await Node()
        }
        model.register { (_: Node) throws -> Failing in
          if number == 1 { throw Failure() }
          return Failing()
        }
      }
    }
    #expect(await problems { try await start() }.map(\.id) == [.creationFailed])
    try await start()
    #expect(log.entries == [2])
  }

  private struct Failing {}

  @Test("L1: a cancelled start has no effect, even if its initializer throws no error")
  func cancelledWithoutListening() async throws {
    let begun = Counter()
    let task = Task {
      try await Alchemic.start { model in
        model.register { () async -> Node in
          begun.increment()
          await waitUntil { Task.isCancelled }
          return await Node()
        }
      }
    }
    await waitUntil { begun.value > 0 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(problems { _ = try Alchemic.model }.map(\.id) == [.notStarted])
  }

  @Test(
    "L6: a reset cancels an initializer that the start awaits; it throws", arguments: [true, false])
  func resetCancels(inBackground: Bool) async throws {
    let begun = Counter()
    let cancelled = Counter()
    @Sendable func configure(_ model: ModelBuilder) {
      model.register { () async -> Node in
        begun.increment()
        await waitUntil { Task.isCancelled }
        cancelled.increment()
        return await Node()
      }
    }
    if inBackground { try Alchemic.startInBackground(configure) }
    let task = Task {
      if inBackground { try await Alchemic.started() } else { try await Alchemic.start(configure) }
    }
    await waitUntil { begun.value > 0 }
    // After the reset, a call of `started()` would wait for the next start.
    if inBackground { await waitUntil { Lifecycle.main.state.withLock { !$0.waiters.isEmpty } } }
    Alchemic.reset()
    let found = await problems { try await task.value }
    #expect(found.map(\.id) == [.startInterrupted])
    await waitUntil { cancelled.value > 0 }
  }

  @Test("L6: a background start whose awaiting ends by a reset reports the reset")
  func resetReport() async throws {
    let (lifecycle, begun, reports) = (Lifecycle.main, Signal(), Log<String>())
    try lifecycle.startInBackground {
      try makeModel { model in
        model.register { () async -> Node in
          begun.raise()
          await waitUntil { Task.isCancelled }
          return await Node()
        }
      }
    } whenFailed: {
      reports.add("\($0)")
    }
    await waitUntil { begun.isSet }
    lifecycle.reset()
    await waitUntil { !reports.entries.isEmpty }
    #expect(reports.entries[0].hasPrefix("[start-interrupted]"))
  }
}
#endif
