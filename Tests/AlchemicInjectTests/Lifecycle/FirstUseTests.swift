import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class Rates: Sendable {}

/// The start of a library that uses Alchemic inside.
@Suite(.alchemicMain, .ownThreads) struct FirstUseTests {
  /// A public function of a library.
  private func rates() throws -> Rates? {
    try Alchemic.startIfNeeded()
    return try AcGet()
  }

  @Test("N4: the first use of a library starts, and later ones do not")
  func once() throws {
    let starts = Counter()
    Alchemic.observe { if case .didFinishStarting = $0 { starts.increment() } }
    _ = try rates()
    _ = try rates()
    #expect(starts.value == 1)
  }

  @Test("N4: several threads use the library first: one of them starts")
  func threads() throws {
    let starts = Counter()
    Alchemic.observe { if case .didFinishStarting = $0 { starts.increment() } }
    onThreads(8) { _ in #expect(problems { () throws in _ = try rates() }.isEmpty) }
    #expect(starts.value == 1)
  }

  @Test("N4: the library joins a model that the program started")
  func joins() throws {
    try Alchemic.start { $0.register(Rates.init) }
    let found = try rates()
    #expect(found === (try AcGet() as Rates))
  }

  @Test("N4: in a task, the library awaits a start that runs elsewhere, or starts itself")
  func tasks() async throws {
    let starts = Counter()
    Alchemic.observe { if case .didFinishStarting = $0 { starts.increment() } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try await Alchemic.startIfNeeded()
          _ = try AcGet() as Rates?
        }
      }
      try await group.waitForAll()
    }
    #expect(starts.value == 1)
  }

  @Test("N4: a later start of the program is an error that names the first use")
  func laterStart() throws {
    let line = #line + 1
    try Alchemic.startIfNeeded()
    let found = problems { () throws in try Alchemic.start() }
    #expect(found.map(\.id) == [.startedTwice])
    #expect(found.first?.candidates.first?.location?.line == line)
    #expect("\(try #require(found.first))".contains("before the first use of that library"))
    Alchemic.reset()
    try Alchemic.start()
    #expect(problems { () throws in try Alchemic.start() }.first?.candidates.isEmpty == true)
  }

  @Test("N4: the start itself may use the library")
  func within() throws {
    try Alchemic.start { model in
      model.register(Rates.init)
      model.register {
        try Alchemic.startIfNeeded()
        return "made"
      }
    }
    #expect(try AcGet() == "made")
  }
}

/// The library in the model of a test.
@Suite(.alchemic { $0.register(Rates.init) }) struct FirstUseInTests {
  @Test("N4: in a test with its own model, a library uses that model")
  func ownModel() async throws {
    try await Alchemic.startIfNeeded()
    #expect(try AcGet() as Rates? != nil)
  }

  @Test("X7: a start in a test with its own model is an error")
  func startInTest() async throws {
    let found = await problems { try await Alchemic.start() }
    #expect(found.map(\.id) == [.startInTest])
    #expect(found.first?.subject == "FirstUseInTests/startInTest()")
  }
}
