#if Waiting
import Alchemic
import AlchemicTestSupport
import Testing

private final class Feed: Sendable {
  let url: String
  init(url: String) async throws {
    await Task.yield()
    self.url = url
  }
}

private final class Cache: Sendable {
  let feed: Feed
  init(feed: Feed) { self.feed = feed }
}

private final class Prices: Sendable {
  let cache: Cache
  init(cache: Cache) async { self.cache = cache }
}

private final class Reader {
  @Injected var feed: Feed
}

private final class EagerReader: AlchemicAware {
  @Injected var feed: Feed
  nonisolated(unsafe) var seen: String?
  func didInjectDependencies() { seen = feed.url }
}

private struct Failure: Error {}

/// Lets one task wait for another without blocking a thread.
private actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func open() {
    isOpen = true
    waiting.forEach { $0.resume() }
    waiting = []
  }

  func pass() async {
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
  }
}

/// Objects that asynchronous functions create.
@Suite(.timeLimit(.minutes(10)))
struct AwaitingTests {
  @Test("an asynchronous singleton is awaited by the start; later requests need not wait")
  func awaitedAtStart() async throws {
    try await withStartedModel { model in
      model.register(Feed.init(url:), AcString("wss://rates"))
      model.register(Cache.init)
    } _: { () async throws in
      #expect(try AcGet(Feed.self).url == "wss://rates")
      #expect(Reader().feed === (try AcGet(Feed.self)))
      #expect(try AcGet(Cache.self).feed === (try AcGet(Feed.self)))
      #expect(try await AcGetAsync(Feed.self) === (try AcGet(Feed.self)))
    }
  }

  @Test("L1: a task that is cancelled does not end a creation for which other tasks wait")
  func cancelledFirst() async throws {
    let log = Log<String>()
    let end = Gate()
    try await Alchemic.withModel { model in
      model.register(
        { () async throws -> Feed in
          log.add("open")
          await end.pass()
          return try await Feed(url: "x")
        }, AcLazy())
    } operation: { () async throws in
      let first = Task { try await AcGetAsync(Feed.self) }
      await waitUntil { !log.entries.isEmpty }
      let second = Task { try await AcGetAsync(Feed.self) }
      try await Task.sleep(for: .milliseconds(200))  // the second waits
      first.cancel()
      await #expect(throws: CancellationError.self) { try await first.value }
      await end.open()
      #expect(try await second.value.url == "x")
      #expect(log.entries == ["open"])
    }
  }

  @Test("asynchronous singletons are awaited in the order of their dependencies, also indirect")
  func dependencyOrder() async throws {
    let log = Log<String>()
    try await withStartedModel { model in
      model.register { (cache: Cache) in
        log.add("prices")
        return await Prices(cache: cache)
      }
      model.register { (feed: Feed) in
        log.add("cache")
        return Cache(feed: feed)
      }
      model.register { () async throws -> Feed in
        let feed = try await Feed(url: "x")
        log.add("feed")
        return feed
      }
    } _: { () async throws in
      #expect(log.entries == ["feed", "cache", "prices"])
      #expect(try AcGet(Prices.self).cache.feed === (try AcGet(Feed.self)))
    }
  }

  @Test("the object of a property is awaited before its host with hooks is created")
  func propertyOrder() async throws {
    try await withStartedModel { model in
      model.declare(EagerReader.self) { AcInitializer($0, { () async in EagerReader() }) }
      model.declare(Feed.self) { AcInitializer($0, Feed.init(url:), AcString("late")) }
    } _: { () async throws in
      #expect(try AcGet(EagerReader.self).seen == "late")
    }
  }

  @Test("independent asynchronous singletons are created at the same time")
  func concurrently() async throws {
    // Each waits until the other one has begun.
    let first = Gate()
    let second = Gate()
    try await withStartedModel { model in
      model.register { () async -> Int in
        await first.open()
        await second.pass()
        return 1
      }
      model.register { () async -> String in
        await second.open()
        await first.pass()
        return "one"
      }
    } _: { () async throws in
      #expect(try AcGet(Int.self) == 1)
      #expect(try AcGet(String.self) == "one")
    }
  }

  @Test("a singleton is made once, however many tasks request it")
  func once() async throws {
    for _ in 0..<100 {
      let count = Counter()
      try await Alchemic.withModel { model in
        model.register(AcLazy()) { () async throws -> Feed in
          count.increment()
          await Task.yield()
          return try await Feed(url: "x")
        }
      } operation: { () async throws in
        let feeds = try await withThrowingTaskGroup(of: Feed.self) { group in
          for _ in 0..<8 { group.addTask { try await AcGetAsync() } }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(feeds.map { ObjectIdentifier($0) }).count == 1)
        #expect(count.value == 1)
      }
    }
  }

  @Test("a synchronous request for an object that does not exist yet is an error")
  func notThereYet() async throws {
    try await Alchemic.withModel { model in
      model.register(Feed.init(url:), AcString("x"), options: AcLazy())
      model.register(Cache.init, AcLazy())
    } operation: { () async throws in
      let found = problems { _ = try AcGet(Cache.self) }
      #expect(found.map(\.id) == [.needsAwait])
      #expect(found[0].path.map(\.subject) == ["Cache", "AcGet"])
      #expect(found[0].description.contains("'Feed' must be awaited, and does not exist yet."))
      #expect(problems { _ = try AcGet(Feed?.self) }.map(\.id) == [.needsAwait])
      // The asynchronous form creates all needed objects, at any depth.
      let cache: Cache = try await AcGetAsync()
      #expect(try AcGet(Feed.self) === cache.feed)
    }
  }

  @Test("a start that does not wait reports all objects that it cannot create, and creates none")
  func startThatDoesNotWait() throws {
    let count = Counter()
    let model = try makeModel { model in
      model.register { count.increment() as Any as? String ?? "made" }
      model.register(Feed.init(url:), AcString("x"))
      model.register(Prices.init(cache:))
      model.register(Cache.init)
      model.register(AcLazy()) { () async -> Int in 1 }
    }
    let found = problems { _ = try model.createSingletons() }
    #expect(found.map(\.id) == [.needsAwait, .needsAwait])
    #expect(found.map(\.subject) == ["Feed", "Prices"])
    #expect(count.value == 0)
  }

  @Test("a template that has to be awaited is new for each request")
  func templates() async throws {
    try await Alchemic.withModel { model in
      model.register(AcTemplate()) { () async throws -> Feed in try await Feed(url: "x") }
      model.register(AcTemplate()) { (feed: Feed) async -> Cache in Cache(feed: feed) }
    } operation: { () async throws in
      let first: Feed = try await AcGetAsync()
      let second: Feed = try await AcGetAsync()
      #expect(first !== second)
      #expect(try await AcGetAsync(Cache.self).feed !== first)
      #expect(problems { _ = try AcGet(Feed.self) }.map(\.id) == [.needsAwait])
      #expect(try await AcGetAsync([Feed].self).count == 1)
      #expect(try await AcGetAsync(Feed?.self) != nil)
    }
  }

  @Test("a template that has to be awaited is refused for a dependent that cannot wait")
  func templateWhereNobodyWaits() {
    let found = problems { model in
      model.register(AcTemplate()) { () async throws -> Feed in try await Feed(url: "x") }
      model.register(Cache.init)
      model.declare(Reader.self) { AcInitializer($0, Reader.init) }
    }
    #expect(found.map(\.id) == [.cannotWait])
    #expect(found.first?.path.map(\.subject) == ["Cache (argument 1)"])
    #expect(found.first?.alsoNeededBy.map(\.subject) == ["Reader.feed"])
    // A weak object would be released before its dependent is created.
    let foundWeak = problems { model in
      model.register(AcWeak()) { () async throws -> Feed in try await Feed(url: "x") }
      model.register(Cache.init)
    }
    #expect(foundWeak.map(\.id) == [.cannotWait])
  }

  @Test("a weak asynchronous singleton may be an argument of an asynchronous function")
  func weakArgument() async throws {
    let count = Counter()
    try await withStartedModel { model in
      model.register(AcWeak()) { () async throws -> Feed in
        count.increment()
        return try await Feed(url: "x")
      }
      model.register { (feed: Feed) async -> Cache in Cache(feed: feed) }
    } _: { () async throws in
      #expect(try AcGet(Cache.self).feed === (try AcGet(Feed.self)))
      #expect(count.value == 1)
    }
  }

  @Test("an array with an awaited template is an error when the first host is created")
  func arrayWhereNobodyWaits() async {
    final class Host {
      @InjectedArray var feeds: [Feed]
    }
    let found = await problems {
      try await withStartedModel { model in
        model.register(AcTemplate(), AcFactoryName("new")) { () async throws -> Feed in
          try await Feed(url: "x")
        }
        model.register(Feed.init(url:), AcString("y"))
        model.register(Host.init)
      } _: { () async in
      }
    }
    #expect(found.map(\.id) == [.cannotWait])
    #expect(found.first?.subject == "new")
    #expect(found.first?.path.first?.subject == "Host.feeds")
  }

  @Test("a creation that throws leaves nothing behind; each waiting task gets its own try")
  func failing() async throws {
    let tries = Counter()
    try await Alchemic.withModel { model in
      model.register(AcLazy()) { () async throws -> Feed in
        tries.increment()
        await Task.yield()
        if tries.value < 4 { throw Failure() }
        return try await Feed(url: "x")
      }
    } operation: { () async throws in
      let failures = Counter()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            let found = await problems { _ = try await AcGetAsync(Feed.self) }
            #expect(found.isEmpty || found.map(\.id) == [.creationFailed])
            if let problem = found.first {
              failures.increment()
              #expect(problem.underlyingError is Failure)
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(failures.value == 3)
      #expect(tries.value == 4)
    }
  }

  @Test("tasks that need each other's object get a cycle with its path, never a deadlock")
  func cycle() async throws {
    let begun = [Gate(), Gate()]
    try await Alchemic.withModel { model in
      model.register(AcLazy()) { () async throws -> Int in
        await begun[0].open()
        await begun[1].pass()
        return try await AcGetAsync(String.self).count
      }
      model.register(AcLazy()) { () async throws -> String in
        await begun[1].open()
        await begun[0].pass()
        return "\(try await AcGetAsync(Int.self))"
      }
    } operation: { () async throws in
      async let one = problems { _ = try await AcGetAsync(Int.self) }
      async let other = problems { _ = try await AcGetAsync(String.self) }
      let found = await [one, other]
      // One task gets the cycle. The other one needed its object, and fails with the same error.
      #expect(found.allSatisfy { $0.map(\.id) == [.cycle] })
      let path = try #require(found[0].first).path.map(\.subject)
      #expect(path.contains("Int") || path.contains("String"), "\(path)")
    }
  }

  @Test("an asynchronous initializer that requests its own object gets a cycle")
  func ownCycle() async throws {
    try await Alchemic.withModel { model in
      model.register(AcLazy()) { () async throws -> Int in try await AcGetAsync(Int.self) }
    } operation: { () async throws in
      let found = await problems { _ = try await AcGetAsync(Int.self) }
      #expect(found.map(\.id) == [.cycle])
      #expect(found[0].path.map(\.subject) == ["AcGetAsync", "Int"])
    }
  }

  @Test("an object that is set during the creation replaces the created one for every request")
  func setMeanwhile() async throws {
    let begun = Gate()
    let isSet = Gate()
    let given = try await Feed(url: "given")
    try await Alchemic.withModel { model in
      model.register(AcLazy()) { () async throws -> Feed in
        await begun.open()
        await isSet.pass()
        return try await Feed(url: "made")
      }
    } operation: { () async throws in
      async let asked = AcGetAsync(Feed.self)
      await begun.pass()
      try AcSet(given)
      await isSet.open()
      #expect(try await asked === given)
      #expect(try AcGet(Feed.self) === given)
    }
  }

  @Test("a task that is cancelled while it waits for another one continues with CancellationError")
  func cancelled() async throws {
    let begun = Gate()
    let end = Gate()
    try await Alchemic.withModel { model in
      model.register(AcLazy()) { () async throws -> Feed in
        await begun.open()
        await end.pass()
        return try await Feed(url: "x")
      }
    } operation: { () async throws in
      async let maker = AcGetAsync(Feed.self)
      await begun.pass()
      let waiting = Task { try await AcGetAsync(Feed.self) }
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      await end.open()
      #expect(try await maker.url == "x")
    }
  }

  @Test("methods may be asynchronous, and are invoked with arguments")
  func methods() async throws {
    final class Bank: Sendable {
      func connect(to url: String) async throws -> Feed { try await Feed(url: url) }
      func count() async -> Int16 { 16 }
      static func standard() async -> Int8 { 8 }
      static func scaled(by factor: Int) async -> UInt32 { UInt32(8 * factor) }
    }
    try await withStartedModel { model in
      model.declare(Bank.self) { of in
        AcInitializer(of, Bank.init)
        AcMethod(
          of, Bank.connect(to:), AcString("default"), options: AcTemplate(), AcFactoryName("db"))
        AcMethod(of, Bank.count)
        AcMethod(of, Bank.standard)
        AcMethod(of, Bank.scaled(by:), AcInt(4))
      }
    } _: { () async throws in
      let named: Feed = try await AcGetAsync(AcName("db"))
      #expect(named.url == "default")
      #if Invoking
      let other: Feed = try await AcInvokeAsync(AcName("db"), "other")
      #expect(other.url == "other")
      #expect(problems { _ = try AcInvoke(AcName("db"), "x") as Feed }.map(\.id) == [.needsAwait])
      let wrong = await problems { _ = try await AcInvokeAsync(AcName("db"), 3) as Feed }
      #expect(wrong.map(\.id) == [.wrongArguments])
      #endif
      #expect(try AcGet(Int8.self) == 8)
      #expect(try AcGet(Int16.self) == 16)
      #expect(try AcGet(UInt32.self) == 32)
      #expect(try await AcGetAsync(Feed.self, AcName("db")).url == "default")
      #expect(try await AcGetAsync(Double?.self) == nil)
    }
  }

  @Test("M3: an asynchronous function that may return nil returns an object")
  func optionalResult() async throws {
    try await Alchemic.withModel { model in
      model.register(AcNillable()) { () async -> Int? in 7 }
      model.register(AcNillable(), AcLazy()) { () async throws -> Feed? in
        try await Feed(url: "lazy")
      }
    } operation: { () async throws in
      #expect(try await AcGetAsync(Int.self) == 7)
      #expect(try await AcGetAsync(Feed?.self)?.url == "lazy")
    }
  }

  @Test("nil is awaited too, and a weak object is created again after its release")
  func nillableAndWeak() async throws {
    let count = Counter()
    try await withStartedModel { model in
      model.register(AcNillable()) { () async -> Int? in nil }
      model.register(AcWeak()) { () async throws -> Feed in
        count.increment()
        return try await Feed(url: "x")
      }
    } _: { () async throws in
      #expect(try AcGet(Int?.self) == nil)
      for round in 1...2 {
        let feed: Feed = try await AcGetAsync()
        #expect(try AcGet(Feed.self) === feed)
        #expect(count.value == round)
      }
      #expect(problems { _ = try AcGet(Feed.self) }.map(\.id) == [.needsAwait])
    }
  }
}
#endif
