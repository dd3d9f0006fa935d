#if Suggestions
import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

private protocol Missing: AnyObject {}
private final class Needy { init(_ missing: any Missing) {} }
private final class Reader { @Injected var missing: any Missing }
private final class Number {
  let value: Int
  init(_ value: Int) { self.value = value }
}
private final class Named { @Injected(AcName("pni")) var number: Int }
private final class Part {}
private final class Whole { init(_ part: Part) {} }

@Suite(.alchemicMain) struct StartTests {
  @Test("L1: a start creates singletons after their needs, then runs blocks, then sends its event")
  func order() throws {
    let log = Log<String>()
    Alchemic.observe { if case .didFinishStarting = $0 { log.add("told") } }
    AcWhenReady { log.add("ready") }
    try Alchemic.start { model in
      model.register { part in
        log.add("whole")
        return Whole(part)
      }
      model.register {
        log.add("part")
        return Part()
      }
    }
    #expect(log.entries == ["part", "whole", "ready", "told"])
  }

  @Test("L1: a second start is a lifecycle error; reset allows another one")
  func secondStart() throws {
    try Alchemic.start()
    #expect(problems { try Alchemic.start() }.map(\.id) == [.startedTwice])
    Alchemic.reset()
    try Alchemic.start()
  }

  @Test("L1: a start throws one error with all problems and locations, before any creation")
  func allProblems() throws {
    let made = Counter()
    let line = #line + 7
    let error = alchemicError {
      try Alchemic.start { model in
        model.register {
          made.increment()
          return Part()
        }
        model.register(Needy.init)
        model.register(Reader.init)
        model.register(AcFactoryName("twice")) { 1 }
        model.register(AcFactoryName("twice")) { 2 }
      }
    }
    #expect(made.value == 0)
    let file = "AlchemicInjectTests/StartTests.swift"
    #expect(
      error?.description == """
        2 problems in the model

        1) [duplicate-name] 2 factories are named 'twice'.
           • 'twice' (Int) — \(file):\(line + 2)
           • 'twice' (Int) — \(file):\(line + 3)
           → give each its own .named(…)

        2) [no-match] Nothing produces 'Missing'.
           needed by   Needy (argument 1) — \(file):\(line)
           and by      Reader.missing — \(file):\(line + 1)
           → register a factory for Missing, or request an optional
        """)
  }

  @Test(
    "S4, L1: a name that only a wrapper shows is checked when its host is created, at start"
  )
  func checksCriteriaOfHosts() throws {
    let line = #line + 4
    let found = problems {
      try Alchemic.start { model in
        model.register(AcFactoryName("pin")) { 4 }
        model.register(Named.init)
      }
    }
    #expect(found.map(\.id) == [.noMatch])
    #expect(
      found.first?.description == """
        [no-match] Nothing produces 'Int' with .named("pni").
           needed by   Named.number — AlchemicInjectTests/StartTests.swift:14
                       Named — AlchemicInjectTests/StartTests.swift:\(line)
           did you mean 'pin' (Int) — AlchemicInjectTests/StartTests.swift:\(line - 1)
           → correct the criteria, or register a factory for Int with .named("pni")
        """)
  }

  @Test("L1: after a failed start nothing is started, and another start may follow")
  func failedStart() throws {
    struct Broken: Error {}
    let found = problems {
      try Alchemic.start { $0.register { () throws -> Part in throw Broken() } }
    }
    #expect(found.map(\.id) == [.creationFailed])
    #expect(problems { _ = try AcGet() as Part }.map(\.id) == [.notStarted])
    try Alchemic.start { $0.register(Part.init) }
    _ = try AcGet() as Part
  }

  @Test("L6: reset releases every object")
  func reset() throws {
    weak var part: Part?
    try Alchemic.start { $0.register(Part.init) }
    part = try AcGet() as Part
    #expect(part != nil)
    Alchemic.reset()
    #expect(part == nil)
  }

  @Test("L6: a reset while the start runs ends it with an error", arguments: [true, false])
  func resetWhileStarting(inBlock: Bool) throws {
    if inBlock { AcWhenReady { Alchemic.reset() } }
    let found = problems {
      try Alchemic.start { model in
        model.register {
          if !inBlock { Alchemic.reset() }
          return Part()
        }
      }
    }
    #expect(found.map(\.id) == [.startInterrupted])
    #expect(problems { _ = try AcGet() as Part }.map(\.id) == [.notStarted])
    try Alchemic.start()
  }

  @Test("G2: an object that a hook sets while the queue is applied is stored after the queue")
  func setsFromQueue() throws {
    final class Setter: AlchemicAware {
      func didInjectDependencies() { try? AcSet(Number(2), AcName("number")) }
    }
    try AcSet(Setter(), AcName("setter"))
    try AcSet(Number(1), AcName("number"))
    try Alchemic.start { model in
      model.register(Setter.self, AcReference(), AcFactoryName("setter"))
      model.register(Number.self, AcReference(), AcFactoryName("number"))
    }
    #expect(try (AcGet(AcName("number")) as Number).value == 2)
  }

  @Test("G2: an object that was set before a failed start is set by the next start")
  func setsSurviveFailedStart() throws {
    try AcSet(Number(4), AcName("early"))
    #expect(!problems { try Alchemic.start { $0.register(Needy.init) } }.isEmpty)
    try Alchemic.start { $0.register(Number.self, AcReference(), AcFactoryName("early")) }
    #expect(try (AcGet(AcName("early")) as Number).value == 4)
  }

  @Test("L6: a host that outlives its model follows the next one")
  func hostOutlivesModel() throws {
    struct Host { @Transient(AcName("survivor")) var number: Number? }
    final class ClassHost { @Transient(AcName("survivor")) var number: Number? }
    let (host, classHost) = (Host(), ClassHost())
    try Alchemic.start { $0.register(AcFactoryName("survivor")) { Number(1) } }
    #expect(host.number?.value == 1)
    #expect(classHost.number?.value == 1)
    Alchemic.reset()
    try Alchemic.start { $0.register(AcFactoryName("survivor")) { Number(2) } }
    #expect(host.number?.value == 2)
    #expect(classHost.number?.value == 2)
  }

  @Test("L1: the deinit of the error of a failed start may make requests")
  func errorWithDeinit() throws {
    final class Refusal: Error, Sendable {
      let log: Log<[ProblemID]>
      init(_ log: Log<[ProblemID]>) { self.log = log }
      deinit { log.add(problems { _ = try AcGet() as Part }.map(\.id)) }
    }
    let log = Log<[ProblemID]>()
    inTime {
      try? Alchemic.start { $0.register { () throws -> Part in throw Refusal(log) } }
      #expect(log.entries == [])
      try? Alchemic.start { $0.register(Part.init) }
    }
    // It is released before the next start begins.
    #expect(log.entries == [[.notStarted]])
    #expect(!problems { try Alchemic.start() }.isEmpty)
  }
}
#endif
