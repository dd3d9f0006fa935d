#if Waiting
import Alchemic
import AlchemicTestSupport
@testable import AlchemicTesting
import Testing

private let shared = FakeFeed("shared")

private struct Summary: Sendable {
  @Injected var feed: any Feed
}
private final class Edition: Sendable {
  let feed: any Feed
  init() throws { feed = try AcGet() }
}
private final class Press: Sendable {
  let edition: Provider<Edition>
  let summary: Summary
  let advert: Advert?
  init(_ edition: Provider<Edition>, _ summary: Summary, _ advert: Advert?) {
    (self.edition, self.summary, self.advert) = (edition, summary, advert)
  }
}
private final class Advert: Sendable {}

@Suite("Models of tests")
struct TestTraitTests {
  @Test("X1: a test replaces a service", .alchemic { $0.register { FakeFeed() as any Feed } })
  func replaces() throws {
    #expect(try AcGet((any Feed).self).name == "fake")
    #expect(try AcGet(Desktop.self).feed.name == "fake")
    let reader = FeedReader()
    #expect(reader.feed.name == "fake")
    #expect(reader.desktop.feed === reader.feed)
  }

  @Test("X1: a test without replacements has objects of its own", .alchemic, arguments: 0..<3)
  func hasOwnObjects(_ number: Int) throws {
    #expect(try AcGet((any Feed).self).name == "live")
    let desktop: Desktop = try AcGet()
    try Alchemic.withModel {
      _ in
    } operation: { () throws in
      #expect(try AcGet(Desktop.self) !== desktop)
    }
    #expect(try AcGet(Desktop.self) === desktop)
  }

  @Test(
    "X1, C4: what a test's model made stays with it on another thread",
    .alchemic { model in
      model.register { FakeFeed() as any Feed }
      model.register(.template) { Summary() }
      model.register(.template) { try Edition() }
      model.register(.nillable) { () -> Advert? in nil }
      model.register { Press($0, $1, $2) }
    })
  func staysOnThreads() async throws {
    let press: Press = try AcGet()
    #expect(press.advert == nil)
    let names = try await Task.detached {
      [
        press.summary.feed.name, try press.edition().feed.name,
        try await press.edition.callAsync().feed.name,
      ]
    }.value
    #expect(names == ["fake", "fake", "fake"])
  }

  @Test("X1: a closure may capture a double", .alchemic { $0.register { shared as any Feed } })
  func captures() throws {
    #expect(try AcGet((any Feed).self) === shared)
  }

  @Test("X1: a trait may have a name of the user's own", .fakeFeed)
  func shorthand() throws {
    #expect(try AcGet((any Feed).self).name == "shorthand")
  }

  @Test("X1: traits of one test combine", .fakeFeed, .alchemic { $0.register { 42 } })
  func combine() throws {
    #expect(try AcGet((any Feed).self).name == "shorthand")
    #expect(try AcGet(Int.self) == 42)
  }

  private static let cases = Log<any Feed>()

  @Test(
    "X1: each case of a parameterised test has its own model",
    .alchemic { $0.register { FakeFeed() as any Feed } }, arguments: 0..<10)
  func cases(_ number: Int) throws {
    let feed: any Feed = try AcGet()
    #expect(!Self.cases.entries.contains { $0 === feed })
    Self.cases.add(feed)
  }

  @Test(
    "X1: 1,000 tests with 1,000 doubles do not see each other", .alchemic,
    arguments: 0..<Effort.of(1000, atLeast: 200))
  func thousand(_ number: Int) async throws {
    try await run(.alchemic { $0.register { FakeFeed("\(number)") as any Feed } }) {
      let feed: any Feed = try AcGet()
      #expect(feed.name == "\(number)")
      let names = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<4 {
          group.addTask {
            await Task.yield()
            return try AcGet(Desktop.self).feed.name
          }
        }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(names == ["\(number)"])
    }
  }

  @Suite(
    .alchemic { model in
      model.register { FakeFeed("suite") as any Feed }
      model.register(.named("of the suite")) { "suite" }
    })
  struct Outer {
    @Test("X1: the tests of a suite have its replacements")
    func inherits() throws {
      #expect(try AcGet((any Feed).self).name == "suite")
    }

    @Test(
      "X1: a test wins over its suite", .alchemic { $0.register { FakeFeed("own") as any Feed } })
    func wins() throws {
      #expect(try AcGet((any Feed).self).name == "own")
      #expect(try AcGet(Desktop.self).feed.name == "own")
      #expect(try AcGet(String.self, .named("of the suite")) == "suite")
    }

    @Suite(.alchemic { $0.register { FakeFeed("inner") as any Feed } })
    struct Inner {
      @Test("X1: an inner suite wins over the outer one")
      func wins() throws {
        #expect(try AcGet((any Feed).self).name == "inner")
        #expect(try AcGet(String.self, .named("of the suite")) == "suite")
      }

      @Test("X1: a test wins over both", .alchemic { $0.register { FakeFeed() as any Feed } })
      func winsOverBoth() throws {
        #expect(try AcGet((any Feed).self).name == "fake")
      }
    }
  }

  // MARK: Tasks

  @Test(
    "X1: a detached task has the model that was captured, and no other", .fakeFeed)
  func detached() async throws {
    let here = Alchemic.capture()
    let name = try await Task.detached {
      try here.run { try AcGet((any Feed).self).name }
    }.value
    #expect(name == "shorthand")
    // Beside it, a test of the main model may run.
    let other = await Task.detached { try? AcGet((any Feed).self).name }.value
    #expect(other != "shorthand")
  }

  @Test(
    "X1: asynchronous factories and those of the main actor create what a test asks for",
    .alchemic { model in
      model.register { () async in FakeFeed("awaited") as any Feed }
      model.register { @MainActor in Window() }
    })
  func awaited() async throws {
    let feed: any Feed = try await AcGetAsync()
    #expect(feed.name == "awaited")
    #expect(try AcGet(Desktop.self).feed === feed)
    let window: Window = try await AcGetAsync()
    #expect(window.title == "window")
  }

  @Test("X1: a test of the main actor has its model there", .fakeFeed)
  @MainActor
  func onMainActor() async throws {
    #expect(try AcGet((any Feed).self).name == "shorthand")
    await Task.yield()
    #expect(try AcGet(Desktop.self).feed.name == "shorthand")
  }

  // MARK: Mistakes

  @Test("X1: a host that outlives its test names the test")
  func outlives() async throws {
    let kept = Log<CapturedModel>()
    try await run(.fakeFeed) { kept.add(Alchemic.capture()) }
    let error = alchemicError { try kept.entries[0].run { _ = try AcGet(Desktop.self) } }
    #expect(error?.problems.first?.id == .modelGone)
    #expect(error?.description.contains("the test 'TestTraitTests/outlives()'") == true)
  }

  @Test("X1: a model that is not valid fails the test at the line of the trait")
  func unsound() async throws {
    let log = Log<String>()
    let line = #line + 1
    let trait: AlchemicTestTrait = .alchemic { model in
      model.register { (size: Size) in FakeFeed("\(size)") as any Feed }
      model.register { (color: Color) in "\(color)" }
    }
    try await withKnownIssue {
      try await run(trait) { log.add("body") }
    } matching: { issue in
      log.add("issue")
      #expect((issue.error as? AlchemicError)?.problems.map(\.id) == [.noMatch, .noMatch])
      return issue.sourceLocation?.line == line && issue.sourceLocation?.fileID == #fileID
    }
    #expect(log.entries == ["issue"])
  }

  @Test("X1: an error of the closure fails the test at the line of the trait")
  func throwing() async throws {
    struct NoFile: Error {}
    let log = Log<String>()
    try await withKnownIssue {
      try await run(.alchemic { _ in throw NoFile() }) { log.add("body") }
    } matching: {
      $0.error is NoFile
    }
    #expect(log.entries.isEmpty)
  }

  @Test("X1: the location of a trait is that of its attribute", .alchemic { _ in })
  func location() throws {
    let test = try #require(Test.current)
    let trait = try #require(test.traits.compactMap { $0 as? AlchemicTestTrait }.first)
    // The toolchain gives the line of the function, which follows that of the attribute.
    #expect(trait.sourceLocation?.fileID == test.sourceLocation.fileID)
    #expect([0, 1].contains((trait.sourceLocation?.line ?? 0) - test.sourceLocation.line))
  }

  @Test("X1: a test with .alchemic and .alchemicMain fails, and does not run")
  func excluding() async throws {
    var test = try #require(Test.current)
    test.traits.append(AlchemicMainTrait.alchemicMain)
    test.traits.append(AlchemicTestTrait.alchemic)
    let log = Log<String>()
    for trait: any Trait & TestScoping in [
      AlchemicMainTrait.alchemicMain, AlchemicTestTrait.alchemic,
    ] {
      try await withKnownIssue { [test] in
        try await run(trait, on: test) { log.add("body") }
      } matching: { issue in
        issue.comments.contains { $0.rawValue.contains("→ keep .alchemic, which runs in parallel") }
      }
    }
    #expect(log.entries.isEmpty)
  }
}

private struct Size: Sendable {}
private struct Color: Sendable {}

@MainActor private final class Window {
  nonisolated let title = "window"
}
#endif
