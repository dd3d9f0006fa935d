import AlchemicInject
import AlchemicTestSupport
import Testing

private protocol Missing: AnyObject {}
private final class Needy { init(_ missing: any Missing) {} }
private final class Reader { @Injected var missing: any Missing }
private final class Part {}
private final class Whole { init(_ part: Part) {} }

@Suite struct StartTests {
  @Test("L1: start makes singletons after what they need, then runs blocks, then tells observers")
  func order() async throws {
    let log = Log<String>()
    try await MainModel.exclusively {
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
    }
    #expect(log.entries == ["part", "whole", "ready", "told"])
  }

  @Test("L1: a second start is a lifecycle error; reset allows another one")
  func secondStart() async throws {
    let found = try await MainModel.exclusively {
      try Alchemic.start()
      let found = problems { try Alchemic.start() }
      Alchemic.reset()
      try Alchemic.start()
      return found
    }
    #expect(found.map(\.id) == [.startedTwice])
  }

  @Test("L1: start throws one error with all problems and places, before any singleton is made")
  func allProblems() async throws {
    let made = Counter()
    let line: UInt = #line + 5
    let error = try await MainModel.exclusively { () -> AlchemicError? in
      do {
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
        return nil
      } catch { return error as? AlchemicError }
    }
    #expect(made.value == 0)
    #expect(error?.problems.map(\.id) == [.duplicateName, .noMatch, .noMatch])
    let file = "AlchemicInjectTests/StartTests.swift"
    let needy = Int(line) + 3
    #expect(
      error?.description == """
        3 problems in the model

        1) [duplicate-name] 2 factories are named 'twice'.
           • 'twice' (Int) — \(file):\(needy + 2)
           • 'twice' (Int) — \(file):\(needy + 3)
           → give each its own AcFactoryName(…)

        2) [no-match] Nothing produces 'Missing'.
           needed by   Needy (argument 1) — \(file):\(needy)
           → register a factory for Missing, or make the property optional

        3) [no-match] Nothing produces 'Missing'.
           needed by   Reader.missing — \(file):\(needy + 1)
           → register a factory for Missing, or make the property optional
        """)
  }

  @Test("L1: after a failed start nothing is started, and another start may follow")
  func failedStart() async throws {
    struct Broken: Error {}
    try await MainModel.exclusively {
      let found = problems {
        try Alchemic.start { $0.register { () throws -> Part in throw Broken() } }
      }
      #expect(found.map(\.id) == [.creationFailed])
      #expect(problems { _ = try AcGet() as Part }.map(\.id) == [.notStarted])
      try Alchemic.start { $0.register(Part.init) }
      _ = try AcGet() as Part
    }
  }

  @Test("L6: reset releases every object")
  func reset() async throws {
    let gone = try await MainModel.exclusively {
      weak var part: Part?
      try Alchemic.start { $0.register(Part.init) }
      part = try AcGet() as Part
      #expect(part != nil)
      Alchemic.reset()
      return part == nil
    }
    #expect(gone)
  }

  @Test("L6: a host that outlives its model follows the next one")
  func hostOutlivesModel() async throws {
    final class Number: Sendable {
      let value: Int
      init(_ value: Int) { self.value = value }
    }
    struct Host: Sendable { @Transient(AcName("survivor")) var number: Number? }
    try await MainModel.exclusively {
      let host = Host()
      try Alchemic.start { $0.register(AcFactoryName("survivor")) { Number(1) } }
      #expect(host.number?.value == 1)
      Alchemic.reset()
      try Alchemic.start { $0.register(AcFactoryName("survivor")) { Number(2) } }
      #expect(host.number?.value == 2)
    }
  }
}
