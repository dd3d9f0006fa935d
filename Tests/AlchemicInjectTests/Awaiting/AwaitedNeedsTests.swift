#if Waiting
import Alchemic
import AlchemicTestSupport
import Testing

private final class Feed: Sendable {
  let name: String
  init(_ name: String) async { self.name = name }
}

/// Only its wrapper shows which feed it needs.
private final class Host: AlchemicAware {
  @Injected(AcName("b")) var feed: Feed
  nonisolated(unsafe) var seen: String?
  func didInjectDependencies() { seen = feed.name }
}

private final class Pair: Sendable {
  let names: [String]
  init(_ number: Int, _ text: String) { names = ["\(number)", text] }
}

private final class First: AlchemicAware {
  @Injected var second: Second
  init() async {}
}
private final class Second: AlchemicAware {
  @Injected var first: First
  init() async {}
}
private final class Third: AlchemicAware {
  @Injected var fourth: Fourth
  init(between: Between) async {}
}
private final class Fourth: AlchemicAware {
  @Injected var third: Third
  init() async {}
}
/// A part of a legal loop.
private final class Between: AlchemicAware {
  @Injected var other: Other
  init(first: First) async {}
}
private final class Other: AlchemicAware {
  @Injected var between: Between
  init() {}
}

private final class Link: Sendable {}
private final class Leaf: Sendable {}

/// Tests of the objects that are awaited before a creation, and of needs that only the creation
/// shows.
@Suite(.timeLimit(.minutes(10))) struct AwaitedNeedsTests {
  private func feeds(_ model: ModelBuilder) {
    model.register(AcLazy(), AcFactoryName("a")) { () async in await Feed("a") }
    model.register(AcLazy(), AcFactoryName("b")) { () async in await Feed("b") }
  }

  @Test("the objects that a template needs are awaited at the same time, once")
  func together() async throws {
    let (first, second) = (Signal(), Signal())
    let made = Counter()
    func meet(_ mine: Signal, _ other: Signal) async {
      made.increment()
      mine.raise()
      await waitUntil { other.isSet }
    }
    try await Alchemic.withModel { model in
      model.register(AcLazy()) { () async -> Int in
        await meet(first, second)
        return 1
      }
      model.register(AcLazy()) { () async -> String in
        await meet(second, first)
        return "one"
      }
      model.register(Pair.init, AcTemplate())
    } operation: { () async throws in
      for _ in 0..<3 { #expect(try await AcGetAsync(Pair.self).names == ["1", "one"]) }
      #expect(made.value == 2)
    }
  }

  @Test("a legal loop between two loops that cannot be created is not reported")
  func between() {
    let found = problems { model in
      model.declare(First.self) { AcInitializer($0, First.init) }
      model.declare(Second.self) { AcInitializer($0, Second.init) }
      model.declare(Third.self) { AcInitializer($0, Third.init) }
      model.declare(Fourth.self) { AcInitializer($0, Fourth.init) }
      model.declare(Between.self) { AcInitializer($0, Between.init) }
      model.declare(Other.self) { AcInitializer($0, Other.init) }
    }
    let properties = Set(found.compactMap(\.path.first?.subject))
    #expect(properties == ["First.second", "Second.first", "Third.fourth", "Fourth.third"])
    #expect(found.allSatisfy { $0.id == .cannotWait })
  }

  @Test("the search for loops takes no longer if many singletons share a long chain")
  func manyInCommon() throws {
    let count = 3_000
    func time(_ add: (ModelBuilder, Int) -> Void) throws -> Duration {
      let begin = ContinuousClock.now
      _ = try makeModel { model in
        model.register(AcFactoryName("0")) { Link() }
        for number in 1...count {
          model.register(
            { (_: Link) in Link() }, AcName("\(number - 1)"), options: AcFactoryName("\(number)"))
        }
        for number in 0..<count { add(model, number) }
      }
      return ContinuousClock.now - begin
    }
    let atOnce = try time {
      $0.register({ (_: Link) in Leaf() }, AcName("\(count)"), options: AcFactoryName("leaf \($1)"))
    }
    let awaited = try time {
      $0.register(
        { (_: Link) async in Leaf() }, AcName("\(count)"), options: AcFactoryName("leaf \($1)"))
    }
    // If each search followed the chain, it would take some fifty times as long.
    #expect(awaited < atOnce * 6, "\(awaited) instead of \(atOnce)")
  }

  @Test("a thread that requests an object that a task is creating gets an error, and does not wait")
  func askedMeanwhile() async throws {
    let (begun, goOn) = (Signal(), Signal())
    try await Alchemic.withModel { model in
      model.register(AcLazy(), AcFactoryName("a")) { () async -> Feed in
        begun.raise()
        await waitUntil { goOn.isSet }
        return await Feed("a")
      }
    } operation: { () async throws in
      async let feed = AcGetAsync(Feed.self)
      await waitUntil { begun.isSet }
      #expect(problems { _ = try AcGet(Feed.self) }.map(\.id) == [.needsAwait])
      goOn.raise()
      #expect(try await feed === (try AcGet(Feed.self)))
    }
  }

  @Test(
    "a need that only a wrapper shows is awaited too, and the host is created again",
    arguments: [true, false])
  func namedByWrapper(_ isAwaited: Bool) async throws {
    let made = Counter()
    try await Alchemic.withModel { model in
      feeds(model)
      if isAwaited {
        model.register(AcLazy()) { () async -> Host in
          made.increment()
          return Host()
        }
      } else {
        model.register(AcLazy()) { () -> Host in
          made.increment()
          return Host()
        }
      }
    } operation: { () async throws in
      let host: Host = try await AcGetAsync()
      #expect(host.seen == "b")
      #expect(made.value == 2)
      #expect(try AcGet(Host.self) === host)
    }
  }

  @Test("a weak object that only a wrapper shows cannot be awaited for its host")
  func weakAndNamed() async throws {
    try await Alchemic.withModel { model in
      model.register(AcLazy(), AcFactoryName("a")) { () async in await Feed("a") }
      model.register(AcWeak(), AcFactoryName("b")) { () async in await Feed("b") }
      model.register(Host.init, AcLazy())
    } operation: { () async throws in
      let found = await problems { _ = try await AcGetAsync(Host.self) }
      #expect(found.map(\.id) == [.needsAwait])
      #expect(found.first?.subject == "b")
    }
  }

  @Test("a need that only a wrapper shows, and that needs the host, is an error, no endless wait")
  func loop() async throws {
    try await Alchemic.withModel { model in
      model.register(AcLazy(), AcFactoryName("a")) { () async in await Feed("a") }
      model.register(AcLazy(), AcFactoryName("b")) { () async throws -> Feed in
        await Feed(try await AcGetAsync(Host.self).seen ?? "")
      }
      model.register(Host.init, AcLazy())
    } operation: { () async throws in
      let found = await problems { _ = try await AcGetAsync(Host.self) }
      #expect(found.map(\.id) == [.cannotWait])
      #expect(found.first?.subject == "b")
    }
  }

  @Test("the same for a host that a request shares")
  func loopOfRequest() async throws {
    try await Alchemic.withModel { model in
      model.register(AcLazy(), AcFactoryName("a")) { () async in await Feed("a") }
      model.register(AcLazy(), AcFactoryName("b")) { () async throws -> Feed in
        await Feed(try await AcGetAsync(Host.self).seen ?? "")
      }
      model.register(.perRequest) { () async in Host() }
    } operation: { () async throws in
      let found = await problems { _ = try await AcGetAsync(Host.self) }
      #expect(found.map(\.id) == [.cycle])
    }
  }

  @Test("a loop of arguments of asynchronous functions is a cycle, reported once")
  func cycle() {
    let found = problems { model in
      model.register { (_: String) async in 1 }
      model.register { (_: Int) async in "one" }
    }
    #expect(found.map(\.id) == [.cycle])
    // No class on it has properties.
    #expect(found[0].detail == "")
  }
}
#endif
