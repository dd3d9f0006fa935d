import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

@Suite("The main model in tests", .alchemicMain)
struct MainTraitTests {
  @Test("X1: each test of the main model begins and ends before the start", arguments: 0..<5)
  func begins(_ number: Int) throws {
    defer { Alchemic.reset() }
    let early = #expect(throws: AlchemicError.self) { try AcGet((any Feed).self) }
    #expect("\(try #require(early))".contains("AcGet was used before Alchemic.start()."))
    try Alchemic.start { $0.register(.primary) { FakeFeed("main \(number)") as any Feed } }
    #expect(try AcGet((any Feed).self).name == "main \(number)")
  }

  @Test("X1: a suite and a test in it have one turn", .alchemicMain)
  func nests() throws {
    try Alchemic.start()
  }

  @Test("X1: a helper may enter the main model again")
  func reenters() async throws {
    try await Alchemic.start()
    try await run(.alchemicMain) { try AcSet(LiveFeed()) }
    // It has not been reset.
    _ = try AcGet(Desktop.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask { try await run(.alchemicMain) { _ = try AcGet(Desktop.self) } }
      }
      try await group.waitForAll()
    }
  }

  @Test("X1: withModel is a child of the main model that the test has started")
  func hasChildren() throws {
    try Alchemic.start { $0.register(.named("of the main model")) { "main" } }
    try Alchemic.withModel {
      $0.register { FakeFeed() as any Feed }
    } operation: { () throws in
      #expect(try AcGet((any Feed).self).name == "fake")
      #expect(try AcGet(String.self, .named("of the main model")) == "main")
    }
  }

  @Test("X1: a test with a model of its own does not see what another declares in the main model")
  func isNotSeen() async throws {
    try await Alchemic.start { $0.register(.named("of another test")) { "main" } }
    var other = try #require(Test.current)
    other.traits = [AlchemicTestTrait.alchemic]
    try await Task.detached { [other] in
      try await run(.alchemic, on: other) { () throws in
        #expect(try AcGet(String?.self, .named("of another test")) == nil)
        #expect(try AcGet((any Feed).self).name == "live")
      }
    }.value
    // Unless it is a part of that test.
    #expect(try AcGet(String.self, .named("of another test")) == "main")
  }
}
