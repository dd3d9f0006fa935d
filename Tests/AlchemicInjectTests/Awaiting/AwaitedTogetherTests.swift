#if Waiting
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class Feed: Sendable {}

private final class Prices: Sendable {
  init(_ feed: Feed) {}
}

private final class Rates: Sendable {
  init(_ feed: Feed) {}
}

/// Two classes in a circle of properties.
private final class Ring: @unchecked Sendable {
  @Injected var link: Link
}
private final class Link: @unchecked Sendable {
  @Injected var ring: Ring
}

/// Goes on with work after its creation.
private final class Loading: Sendable {
  let task: Task<Int, any Error>
  init(_ task: Task<Int, any Error>) { self.task = task }
}

private struct Failure: Error {}

/// A creation that never ends unless it is cancelled, and then takes a moment.
private final class Endless: Sendable {
  let (begun, isCancelled, hasEnded) = (Signal(), Signal(), Signal())

  /// Registers a feed, whose creation this is.
  func declare(_ model: ModelBuilder) {
    model.register(.lazy) { () async throws -> Feed in
      try await self.run()
      return Feed()
    }
  }

  func run() async throws {
    begun.raise()
    do { try await untilCancelled() } catch {
      isCancelled.raise()
      await waitUntil(seconds: 0.05) { false }
      hasEnded.raise()
      throw error
    }
  }
}

/// Several tasks that await one creation, and creations of one request that await each other.
@Suite(.timeLimit(.minutes(10)))
struct AwaitedTogetherTests {
  @Test(
    "L1: a creation is cancelled when the last task that awaits it is, in every order",
    arguments: [[0, 1, 2], [1, 0, 2], [2, 1, 0]])
  func allCancelled(_ order: [Int]) async throws {
    let creation = Endless()
    try await Alchemic.withModel {
      creation.declare($0)
    } operation: { () async throws in
      var tasks = [Task { try await AcGetAsync(Feed.self) }]
      await waitUntil { creation.begun.isSet }
      tasks += (1...2).map { _ in Task { try await AcGetAsync(Feed.self) } }
      try await Task.sleep(for: .milliseconds(50))  // they wait
      for (count, number) in order.enumerated() {
        #expect(!creation.isCancelled.isSet)
        tasks[number].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[number].value }
        #expect(creation.hasEnded.isSet == (count == 2))
      }
    }
  }

  @Test("Q2: a stop that waits for a creation does not keep it from being cancelled")
  func cancelledDuringStop() async throws {
    let creation = Endless()
    try await Alchemic.withModel {
      creation.declare($0)
    } operation: { () async throws in
      let task = Task { try await AcGetAsync(Feed.self) }
      await waitUntil { creation.begun.isSet }
      async let stop: Void = stopCurrent()
      try await Task.sleep(for: .milliseconds(50))  // it waits
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(creation.hasEnded.isSet)
      try await stop
    }
  }

  @Test("a creation that replaces a cancelled one has its own callers")
  func replaced() async throws {
    let (first, goesOn) = (Endless(), Signal())
    let count = Counter()
    try await Alchemic.withModel { model in
      model.register(.lazy) { () async throws -> Feed in
        count.increment()
        if count.value == 1 { try await first.run() }
        await waitUntil { goesOn.isSet }
        try Task.checkCancellation()
        return Feed()
      }
    } operation: { () async throws in
      let task = Task { try await AcGetAsync(Feed.self) }
      await waitUntil { first.begun.isSet }
      task.cancel()
      await waitUntil { first.isCancelled.isSet }
      async let second = AcGetAsync(Feed.self)
      async let third = AcGetAsync(Feed.self)
      await #expect(throws: CancellationError.self) { try await task.value }
      goesOn.raise()
      #expect(try await second === third)
      #expect(count.value == 2)
    }
  }

  @Test(
    "L1: a task that wakes before the end of the creation is still one caller of it", .ownThreads)
  func wokenBeforeEnd() async throws {
    let creation = Endless()
    let (linkBegun, linkGoesOn) = (Signal(), Signal())
    try await Alchemic.withModel { model in
      model.register(.lazy) { () async throws -> Ring in
        try await creation.run()
        return Ring()
      }
      model.register(.lazy) { () -> Link in
        linkBegun.raise()
        linkGoesOn.wait()
        return Link()
      }
    } operation: { () async throws in
      var tasks = [Task { _ = try await AcGetAsync(Ring.self) }]
      await waitUntil { creation.begun.isSet }
      tasks.append(Task { _ = try await AcGetAsync(Ring.self) })
      let link = Task { _ = try AcGet(Link.self) }
      await waitUntil { linkBegun.isSet }
      let other = Task { _ = try await AcGetAsync(Link.self) }
      try await Task.sleep(for: .milliseconds(50))  // they wait
      linkGoesOn.raise()
      for task in [link, other] { try await task.value }
      for task in tasks {
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
      }
      #expect(creation.hasEnded.isSet)
    }
  }

  @Test("a creation that goes on for others does not wait for what its first caller creates")
  func firstCallerLeaves() async throws {
    let (begun, hasLeft, isAsked) = (Signal(), Signal(), Signal())
    let count = Counter()
    try await Alchemic.withModel { model in
      model.register(.lazy) { () async throws -> Feed in
        count.increment()
        begun.raise()
        await waitUntil { hasLeft.isSet }
        isAsked.raise()
        _ = try await AcGetAsync(Prices.self)
        return Feed()
      }
      model.register(.lazy) { () async throws -> Prices in
        let feed = Task { try await AcGetAsync(Feed.self) }
        try await Task.sleep(for: .milliseconds(50))  // another task waits, too
        feed.cancel()
        await #expect(throws: CancellationError.self) { try await feed.value }
        hasLeft.raise()
        await waitUntil { isAsked.isSet }
        try await Task.sleep(for: .milliseconds(20))
        return Prices(Feed())
      }
    } operation: { () async throws in
      async let prices = AcGetAsync(Prices.self)
      await waitUntil { begun.isSet }
      _ = try await AcGetAsync(Feed.self)
      _ = try await prices
      #expect(count.value == 1)
    }
  }

  @Test("work that an awaited creation has left, and that needs its caller, gets a cycle")
  func cycleOfWorkLeft() async throws {
    try await Alchemic.withModel { model in
      model.register(.lazy) { () async throws -> Loading in
        let loading = Loading(Task { try await AcGetAsync(Int.self) })
        await Task.yield()
        return loading
      }
      model.register(.lazy) { () async throws -> String in
        "\(try await AcGetAsync(Loading.self).task.value)"
      }
      model.register(.lazy) { () async throws -> Int in
        try await Task.sleep(for: .milliseconds(20))
        return try await AcGetAsync(String.self).count
      }
    } operation: { () async throws in
      let found = await problems { _ = try await AcGetAsync(String.self) }
      #expect(found.map(\.id) == [.cycle])
    }
  }

  @Test(
    "tasks of one request get a cycle, also if one of the objects is shared by the request only")
  func cycleOfRequest() async throws {
    let begun = (Signal(), Signal())
    try await Alchemic.withModel { model in
      model.register(.perRequest) { () async throws -> Int in
        begun.0.raise()
        await waitUntil { begun.1.isSet }
        return try await AcGetAsync(String.self).count
      }
      model.register(.lazy) { () async throws -> String in
        begun.1.raise()
        await waitUntil { begun.0.isSet }
        return "\(try await AcGetAsync(Int.self))"
      }
      model.register(.template) { () async throws -> Double in
        async let one = AcGetAsync(Int.self)
        async let other = AcGetAsync(String.self)
        return try await Double(one) + Double(other.count)
      }
    } operation: { () async throws in
      let found = await problems { _ = try await AcGetAsync(Double.self) }
      #expect(found.map(\.id) == [.cycle])
    }
  }
}

/// Starts of the main model whose creations are awaited by several tasks.
@Suite(.alchemicMain, .timeLimit(.minutes(10)))
struct AwaitedTogetherAtStartTests {
  @Test("L1: a failed start throws when the creations have ended that several singletons awaited")
  func failing() async throws {
    let creation = Endless()
    let found = await problems {
      try await Alchemic.start { model in
        model.register { () async throws -> Feed in
          try await creation.run()
          return Feed()
        }
        model.register { (feed: Feed) async in Prices(feed) }
        model.register { (feed: Feed) async in Rates(feed) }
        model.register { () async throws -> Int8 in
          await waitUntil { creation.begun.isSet }
          try await Task.sleep(for: .milliseconds(50))  // the others wait
          throw Failure()
        }
      }
    }
    #expect(found.map(\.id) == [.creationFailed])
    #expect(creation.hasEnded.isSet)
  }

  @Test("L1: a task that a failed start has left is no part of the next start")
  func left() async throws {
    let (goesOn, hasAsked) = (Signal(), Signal())
    let stop = Log<Task<Void, any Error>>()
    _ = await problems {
      try await Alchemic.start { model in
        model.register { () async throws -> Int8 in
          stop.add(
            Task {
              await waitUntil { goesOn.isSet }
              defer { hasAsked.raise() }
              try await stopCurrent()
            })
          throw Failure()
        }
      }
    }
    try await Alchemic.start { model in
      model.register { () async throws -> Int8 in
        goesOn.raise()
        await waitUntil(seconds: 0.1) { hasAsked.isSet }
        return 1
      }
    }
    try await stop.entries[0].value
  }
}
#endif
