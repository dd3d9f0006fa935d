import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class Page: Sendable {
  let number: Int
  init(number: Int) { self.number = number }
}
private final class Clock: Sendable {}

@MainActor private final class Screen {
  let title: String
  init(title: String) {
    MainActor.preconditionIsolated()
    self.title = title
  }
}

private final class Connection: Sendable {
  let text: String
  init(text: String, clock: Clock) async throws {
    await Task.yield()
    self.text = text
  }
}

private func declare(_ model: ModelBuilder) {
  model.register(Clock.init)
  model.register(Page.init(number:), AcArgument())
  model.register(Screen.init(title:), AcArgument())
  model.register(Connection.init(text:clock:), AcArgument(), AcClass(Clock.self))
}

/// Threads, actors and models of providers.
@Suite(.timeLimit(.minutes(10)), .ownThreads)
struct ProviderLifeTests {
  private func isSendable(_: some Sendable) -> Bool { true }

  @Test("P3: a provider is Sendable, and many threads call one at once")
  func threads() throws {
    let model = try makeModel(declare)
    let page: Provider<Page, Int> = try model.get()
    let clock: Provider<Clock> = try model.get()
    #expect(isSendable(page))
    let log = Log<Int>()
    onThreads(8) { thread in
      for number in 0..<500 {
        let made = try? page(thread * 1000 + number).number
        if made != thread * 1000 + number { log.add(number) }
        if (try? clock()) == nil { log.add(number) }
      }
    }
    #expect(log.entries.isEmpty)
    #expect(try clock() === model.get() as Clock)
  }

  @Test("P3: a provider resolves in the model from which it was injected")
  func otherModel() throws {
    let first = try makeModel { $0.register { 1 } }
    let second = try makeModel { $0.register { 2 } }
    let provider: Provider<Int> = try first.get()
    try CurrentModel.withModel(second) { () throws in
      #expect(try AcGet() as Int == 2)
      #expect(try provider() == 1)
    }
  }

  @Test("P3: a provider retains neither the model nor an object, and its calls fail afterwards")
  func ended() async throws {
    weak var released: Clock?
    var providers: (Provider<Clock>, Provider<Page, Int>, Provider<Connection, String>)?
    do {
      let model = try makeModel(declare)
      providers = (try model.get(), try model.get(), try model.get())
      released = try providers?.0()
      #expect(released != nil)
      _ = try providers?.1(1)
    }
    #expect(released == nil)
    let (clock, page, connection) = try #require(providers)
    let found = problems { _ = try clock(line: 200) }
    #expect(
      found.map(\.description) == [
        """
        [model-gone] 'Clock' was requested after its model was gone.
           needed by   Provider — AlchemicCoreTests/ProviderLifeTests.swift:200
           → after Alchemic.reset() use new objects; let no thread make a request while the reset runs
        """
      ])
    #expect(problems { _ = try page(1) }.map(\.id) == [.modelGone])
    let awaited = await problems { _ = try await connection.callAsync("") }
    #expect(awaited.map(\.id) == [.modelGone])
  }

  @Test(
    "P3: after Alchemic.reset() a call is an error, also when another model is started",
    .alchemicMain)
  func reset() throws {
    try Alchemic.start { declare($0) }
    let page: Provider<Page, Int> = try AcGet()
    let clock: Provider<Clock> = try AcGet()
    #expect(try page(3).number == 3)
    #expect(try clock() === (AcGet() as Clock))
    Alchemic.reset()
    #expect(problems { _ = try page(3) }.map(\.id) == [.modelGone])
    try Alchemic.start { declare($0) }
    #expect(problems { _ = try clock() }.map(\.id) == [.modelGone])
    let new: Provider<Clock> = try AcGet()
    #expect(try new() === (AcGet() as Clock))
  }

  @Test("P2: callAsync awaits an asynchronous factory, with arguments and without")
  func awaited() async throws {
    try await Alchemic.withModel { model in
      declare(model)
      model.register(
        AcTemplate(),
        make: { () async -> [Int] in
          await Task.yield()
          return [7]
        })
    } operation: { () async throws in
      let open: Provider<Connection, String> = try AcGet()
      #expect(try await open.callAsync("url").text == "url")
      let numbers: Provider<[Int]> = try AcGet()
      #expect(try await numbers.callAsync() == [7])
      // Whatever need not be awaited is there too.
      let page: Provider<Page, Int> = try AcGet()
      #expect(try await page.callAsync(4).number == 4)
      let clock: Provider<Clock> = try AcGet()
      #expect(try await clock.callAsync() === clock())
      #expect(try await clock.callAsync() === clock())
    }
  }

  @Test("P2: a call of an asynchronous factory without await is an error with the remedy")
  func notAwaited() throws {
    try Alchemic.withModel(declare) { () throws in
      let open: Provider<Connection, String> = try AcGet()
      let found = problems { _ = try open("") }
      #expect(found.map(\.id) == [.needsAwait])
      #expect(found[0].description.hasSuffix("→ request it with try await provider.callAsync(…)"))
    }
  }

  @MainActor
  @Test("P2: a factory of the main actor is called there, or from anywhere with callAsync")
  func mainActor() async throws {
    try await Alchemic.withModel(declare) { () async throws in
      let screen: Provider<Screen, String> = try AcGet()
      #expect(try screen("here").title == "here")
      let (elsewhere, title) = await Task.detached {
        let found = problems { _ = try screen("there") }
        return (found, try? await screen.callAsync("there").title)
      }.value
      #expect(elsewhere.map(\.id) == [.needsMainActor])
      #expect(
        elsewhere[0].description.hasSuffix(
          "→ request it on the main actor, or with try await provider.callAsync(…)"))
      #expect(title == "there")
    }
  }

  @Test("P2: a provider of something that is awaited is no need of a synchronous factory")
  func noNeed() throws {
    try Alchemic.withModel { model in
      declare(model)
      model.register { (open: Provider<Connection, String>) in 1 }
    } operation: { () throws in
      #expect(try AcGet() as Int == 1)
    }
  }
}
