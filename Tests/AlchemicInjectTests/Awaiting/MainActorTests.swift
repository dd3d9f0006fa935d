#if Waiting
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

@MainActor private final class Screen {
  let title: String
  init(title: String) {
    MainActor.preconditionIsolated()
    self.title = title
  }

  func close() -> Int8 { 8 }
  func area(times factor: Int) -> Int16 { Int16(12 * factor) }
  static func standard() -> Int32 {
    MainActor.preconditionIsolated()
    return 32
  }
  static func scaled(by factor: Int) -> UInt32 {
    MainActor.preconditionIsolated()
    return UInt32(8 * factor)
  }
}

@MainActor private final class Coordinator {
  let screen: Screen
  init(screen: Screen) { self.screen = screen }
}

/// A nonisolated class that needs an object of the main actor.
private final class Reporter: Sendable {
  let screen: Screen
  init(screen: Screen) { self.screen = screen }
}

@MainActor private final class HookedScreen: @MainActor AlchemicAware {
  @Injected var text: String
  private(set) var seen: [String] = []
  init() {}
  func didInjectDependencies() {
    MainActor.preconditionIsolated()
    seen.append(text)
  }
}

private final class NotMade {
  init() { Issue.record("nothing may be made") }
}

private protocol Page: AnyObject {}
@MainActor private final class FrontPage: @MainActor Page { nonisolated init() {} }

/// Objects of classes that are isolated to the main actor.
@Suite(.timeLimit(.minutes(10)))
struct MainActorTests {
  private func declare(_ model: ModelBuilder) {
    model.register(Screen.init(title:), AcString("main"))
    model.register(Coordinator.init)
    model.register(Reporter.init)
  }

  @Test(
    "a start that waits creates them on the main actor, wherever it runs, and any thread gets them")
  func startAnywhere() async throws {
    try await withStartedModel(declare) { () async throws in
      let screen: Screen = try AcGet()
      #expect(screen.title == "main")
      #expect(try AcGet(Reporter.self).screen === screen)
      let seen = try await MainActor.run { try AcGet(Coordinator.self).screen }
      #expect(seen === screen)
    }
  }

  @Test("a start on the main actor creates them there")
  @MainActor func startThere() throws {
    try Alchemic.withModel(declare) { () throws in
      #expect(try AcGet(Coordinator.self).screen.title == "main")
    }
  }

  @Test("a start elsewhere that does not wait reports all of them, and creates none")
  func startElsewhere() throws {
    let model = try makeModel { model in
      model.register(NotMade.init)
      declare(model)
    }
    let found = problems { _ = try model.createSingletons() }
    #expect(found.map(\.id) == [.needsMainActor, .needsMainActor])
    #expect(found.map(\.subject) == ["Screen", "Coordinator"])
    #expect(
      found[0].description.contains(
        "'Screen' is created on the main actor, and this start is elsewhere."))
  }

  @Test(
    "a synchronous request elsewhere is an error; the asynchronous form switches to the main actor")
  func askedElsewhere() async throws {
    try await Alchemic.withModel { model in
      model.register(Screen.init(title:), AcString("main"), options: AcTemplate())
      model.register(Reporter.init, AcLazy())
    } operation: { () async throws in
      let found = problems { _ = try AcGet(Reporter.self) }
      #expect(found.map(\.id) == [.needsMainActor])
      #expect(found[0].path.map(\.subject) == ["Reporter", "AcGet"])
      #expect(found[0].description.contains("and was requested elsewhere."))
      #expect(try await AcGetAsync(Reporter.self).screen !== AcGetAsync(Screen.self))
      #expect(try AcGet(Reporter.self) === (try await AcGetAsync(Reporter.self)))
    }
  }

  @Test("an error on the main actor is thrown by the start that waits", .alchemicMain)
  func failingThere() async throws {
    struct Failure: Error {}
    @MainActor func fail() throws -> Screen { throw Failure() }
    let error = await #expect(throws: AlchemicError.self) {
      try await Alchemic.start { model in
        model.register(fail, AcFactoryName("failing screen"))
        model.register(AcFactoryName("text")) { "there" }
      }
    }
    #expect(error?.problems.map(\.id) == [.creationFailed])
    #expect(error?.problems.first?.subject == "failing screen")
    #expect(error?.problems.first?.underlyingError is Failure)
  }

  @Test(
    "a main-actor conformance answers requests on the main actor, and is an error elsewhere")
  func isolatedConformance() async throws {
    try await Alchemic.withModel {
      $0.register(FrontPage.init)
    } operation: { () async throws in
      let found = problems { _ = try AcGet((any Page).self) }
      #expect(found.map(\.id) == [.needsMainActor])
      #expect(
        found[0].description.contains("'FrontPage' conforms to 'Page' only on the main actor"))
      try await MainActor.run { _ = try AcGet((any Page).self) }
    }
  }

  @Test("methods of the main actor, with and without sources")
  func methods() async throws {
    try await withStartedModel { model in
      model.declare(Screen.self) { of in
        AcInitializer(of, Screen.init(title:), AcString("x"))
        AcMethod(of, Screen.close)
        AcMethod(of, Screen.area(times:), AcInt(2), options: AcTemplate(), AcFactoryName("area"))
        AcMethod(of, Screen.standard)
        AcMethod(of, Screen.scaled(by:), AcInt(4))
      }
    } _: { () async throws in
      #expect(try AcGet(Int8.self) == 8)
      #expect(try AcGet(Int32.self) == 32)
      #expect(try AcGet(UInt32.self) == 32)
      #expect(try await AcGetAsync(Int16.self, AcName("area")) == 24)
      #if Invoking
      #expect(try await AcInvokeAsync(AcName("area"), 3) as Int16 == 36)
      #expect(
        problems { _ = try AcInvoke(AcName("area"), 3) as Int16 }.map(\.id) == [.needsMainActor])
      #endif
    }
  }

  @Test("I8: hooks of main-actor hosts run there, before the start continues")
  func hooks() async throws {
    try await Alchemic.withModel { model in
      model.register { @MainActor in HookedScreen() }
      model.register { "hello" }
    } operation: { () async throws in
      let seen = try await AcGetAsync(HookedScreen.self).seen
      #expect(seen == ["hello"])
    }
  }

  @Test("an asynchronous function gets arguments of the main actor, and may be isolated to it")
  func awaitedWithMainActor() async throws {
    try await withStartedModel { model in
      model.register(Screen.init(title:), AcString("main"), options: AcTemplate())
      model.register { (screen: Screen) async -> String in screen.title }
      model.register { @MainActor (screen: Screen) async -> Int in
        MainActor.preconditionIsolated()
        return screen.title.count
      }
    } _: { () async throws in
      #expect(try AcGet(String.self) == "main")
      #expect(try AcGet(Int.self) == 4)
    }
  }

  @Test("a singleton of the main actor is created once, however many tasks request it")
  func once() async throws {
    for _ in 0..<50 {
      let count = Counter()
      let model = try makeModel { model in
        model.register(AcLazy()) { @MainActor in
          count.increment()
          return Screen(title: "once")
        }
      }
      try await withThrowingTaskGroup(of: Screen.self) { group in
        for _ in 0..<8 {
          group.addTask {
            try await CurrentModel.withModel(model) { () async throws in try await AcGetAsync() }
          }
        }
        var all: Set<ObjectIdentifier> = []
        for try await screen in group { all.insert(ObjectIdentifier(screen)) }
        #expect(all.count == 1)
      }
      #expect(count.value == 1)
    }
  }
}
#endif
