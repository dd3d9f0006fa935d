import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Synchronization
import Testing

private protocol Rule: AnyObject {}
private final class HouseRule: Rule, Sendable {}
private final class NewRule: Rule, Sendable {}
private final class LastRule: Rule, Sendable {}

private final class Screen: AlchemicAware {
  @Transient var rules: [any Rule]
  let log = Log<String>()
  var whenTold: () -> Void = {}

  func didInject(variable: String) {
    log.add("begin \(rules.count)")
    whenTold()
    log.add("end \(rules.count)")
  }
}

/// From where and when ``Alchemic/discover(_:)`` may be called.
@Suite(.alchemicMain, .ownThreads) struct DiscoverCallTests {
  private func addRule(_ model: ModelBuilder) { model.register(NewRule.init) }
  private func start() throws { try Alchemic.start { $0.register(HouseRule.init) } }

  @Test("discover() before the start is an error with a remedy")
  func beforeStart() {
    let error = alchemicError { try Alchemic.discover() }
    #expect(
      error?.description
        == """
        [not-started] Alchemic.discover() was used before Alchemic.start().
           → start first, or wrap the call in AcWhenReady { … }; in a test, add the trait \
        .alchemic { … }; in a detached task of a test, use here.run { … }, with let here = \
        Alchemic.capture() before it
        """)
  }

  @Test("discover() without news adds nothing, in both forms; with news it sends an event")
  func nothingNew() async throws {
    try await Alchemic.start { $0.register(HouseRule.init) }
    let log = Log<String>()
    Alchemic.observe { log.add("\($0)") }
    #expect(try await Alchemic.discover().isEmpty)
    #expect(try await Alchemic.discover(includingRefused: true).isEmpty)
    #expect(log.entries.isEmpty)
    #expect(try await Alchemic.discover(addRule).map(\.name) == ["NewRule"])
    #expect(log.entries.last?.hasPrefix("discovered in ") == true)
    #expect(log.entries.last?.hasSuffix(": 1 factories, 1 singletons") == true)
  }

  @Test("off the main actor discover() refuses singletons of the main actor, and adds nothing")
  func mainActor() async throws {
    @MainActor final class Panel { init() {} }
    try await Alchemic.start { $0.register(HouseRule.init) }
    // On another thread, and without waiting.
    let found = await Task.detached {
      problems { try Alchemic.discover { $0.register(Panel.init) } }
    }.value
    #expect(found.map(\.id) == [.needsMainActor])
    #expect(found[0].description.contains("and this Alchemic.discover() is elsewhere."))
    #expect(
      found[0].description.contains(
        "→ call try await Alchemic.discover(), or on the main actor"))
    #expect(try AcGet(Panel?.self) == nil)
    try await Alchemic.discover { $0.register(Panel.init) }
    #expect(try AcGet(Panel?.self) != nil)
  }

  @Test("discover() while the start creates singletons is an error; in AcWhenReady it succeeds")
  func duringStart() throws {
    let log = Log<String>()
    try AcWhenReady { () throws in
      try Alchemic.discover { $0.register(NewRule.init) }
      log.add("ready")
    }
    let line = #line + 2
    try Alchemic.start { model in
      model.register(AcFactoryName("discovers")) { () -> Int in
        log.add(alchemicError { try Alchemic.discover() }?.description ?? "")
        return 1
      }
    }
    #expect(
      log.entries == [
        """
        [not-started] Alchemic.discover() was used before the start was done.
           needed by   discovers — AlchemicInjectTests/DiscoverCallTests.swift:\(line)
           → wait with AcWhenReady { … } or try await Alchemic.started()
        """, "ready",
      ])
    #expect(try AcGet([any Rule].self).count == 1)
  }

  @Test("discover() in a declaration that discover() runs is an error")
  func fromDeclaration() throws {
    try start()
    var error: AlchemicError?
    try Alchemic.discover { model in
      error = alchemicError { try Alchemic.discover() }
      addRule(model)
    }
    #expect(
      error?.description
        == """
        [not-started] Alchemic.discover() was used by a declaration that it has found itself.
           → call it when the declaration has returned
        """)
    #expect(try AcGet([any Rule].self).count == 2)
    // The next call may run.
    #expect(try Alchemic.discover { $0.register(LastRule.init) }.count == 1)
  }

  @Test("an initializer that runs on request may call discover()")
  func fromInitializer() throws {
    try Alchemic.start { model in
      model.register(HouseRule.init)
      model.register(AcFactoryName("discovers"), AcLazy()) { () throws -> Int in
        let before: [any Rule] = try AcGet()
        try Alchemic.discover { $0.register(NewRule.init) }
        return try before.count * 10 + AcGet([any Rule].self).count
      }
    }
    #expect(try AcGet(AcName("discovers")) == 12)
  }

  @Test("an initializer that discovers a dependent of its object gets a cycle, not a deadlock")
  func initializerInCycle() throws {
    final class Needed: Sendable {}
    try Alchemic.start { model in
      model.register(AcLazy()) { () throws -> Needed in
        try Alchemic.discover { model in
          model.register(AcFactoryName("needs")) { (_: Needed) in UInt8(1) }
        }
        return Needed()
      }
    }
    #expect(problems { _ = try AcGet() as Needed }.map(\.id) == [.cycle])
    // The factory is in the model, so its name is taken the second time. No thread hangs.
    #expect(problems { _ = try AcGet() as Needed }.map(\.id) == [.duplicateName])
  }

  @Test("a hook may call discover(): hosts are notified of the second after the first")
  func fromHook() throws {
    try start()
    let screens = (0..<2).map { _ in Screen() }
    screens.forEach { AcInjectDependencies($0) }
    screens[0].whenTold = {
      if screens[0].rules.count == 2 { _ = try? Alchemic.discover { $0.register(LastRule.init) } }
    }
    try Alchemic.discover(addRule)
    #expect(
      screens[0].log.entries == ["begin 1", "end 1", "begin 2", "end 3", "begin 3", "end 3"])
    #expect(
      screens[1].log.entries == ["begin 1", "end 1", "begin 3", "end 3", "begin 3", "end 3"])
  }

  @Test("an observer may call discover()")
  func fromObserver() throws {
    try start()
    let observation = Alchemic.observe { event in
      guard case .didDiscover(1, 1, _) = event else { return }
      _ = try? Alchemic.discover { model in
        if !model.produces(LastRule.self) {
          model.register(LastRule.init)
          model.register { Int8(3) }
        }
      }
    }
    try Alchemic.discover(addRule)
    observation.cancel()
    #expect(try AcGet([any Rule].self).count == 3)
  }

  @Test("a reset by a declaration ends discover() with an error")
  func resetByDeclaration() throws {
    try start()
    let error = alchemicError {
      try Alchemic.discover { model in
        addRule(model)
        Alchemic.reset()
      }
    }
    #expect(
      error?.description
        == """
        [start-interrupted] Alchemic.reset() was called before Alchemic.discover() was done.
           → reset before the discovery or after it
        """)
    try start()
    #expect(try AcGet([any Rule].self).count == 1)
    #expect(try Alchemic.discover(addRule).count == 1)
  }

  @Test("a reset by a new singleton ends discover(), and leaves nothing behind")
  func resetBySingleton() throws {
    try start()
    let screen = Screen()
    AcInjectDependencies(screen)
    #expect(
      problems {
        try Alchemic.discover { model in
          model.register { () -> NewRule in
            Alchemic.reset()
            return NewRule()
          }
        }
      }.map(\.id) == [.startInterrupted])
    #expect(screen.log.entries.count == 2)
    try start()
    #expect(try AcGet([any Rule].self).count == 1)
  }

  @Test("a thread that waits for its turn to discover gets the error of a reset")
  func resetWhileWaiting() throws {
    try start()
    let isDeclaring = Atomic<Bool>(false)
    let waits = Atomic<Bool>(false)
    let log = Log<[ProblemID]>()
    onThreads(2) { number in
      if number == 0 {
        let problems = problems {
          try Alchemic.discover { model in
            isDeclaring.store(true, ordering: .releasing)
            waitUntil { waits.load(ordering: .acquiring) }
            // The other thread waits by now, or comes when the model is gone already.
            for _ in 0..<100 { yieldThread() }
            model.register(NewRule.init)
            Alchemic.reset()
          }
        }
        log.add(problems.map(\.id))
      } else {
        waitUntil { isDeclaring.load(ordering: .acquiring) }
        waits.store(true, ordering: .releasing)
        log.add(problems { try Alchemic.discover() }.map(\.id))
      }
    }
    #expect(log.entries.contains([.startInterrupted]))
    #expect(Set(log.entries.joined()).isSubset(of: [.startInterrupted, .notStarted]))
    #expect(log.entries.allSatisfy { $0.count == 1 })
  }
}
