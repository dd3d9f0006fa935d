import Alchemic
import AlchemicTesting
import Dispatch
import Observation
import Synchronization
import Testing

// The code of Docs/Guides/Concurrency.md.

// MARK: Actors

final class Hall: Sendable, AlchemicCreatable {
  let seats = 2
  init() {}
}

actor TicketOffice: AlchemicCreatable, AlchemicAware {
  @Injected var hall: Hall
  let price = Injected<Int>(.value(9))
  private(set) var free = 0

  init() {}
  func open() { free = hall.seats }
  nonisolated func didInjectDependencies() { Task { await open() } }
}

// MARK: A Sendable class

protocol OrderStore: Sendable {
  func save(_ order: String, for customer: Customer?) throws -> Int
}

struct RealStore: OrderStore {
  func save(_ order: String, for customer: Customer?) throws -> Int { customer == nil ? 1 : 2 }
}

struct FakeStore: OrderStore {
  func save(_ order: String, for customer: Customer?) throws -> Int { 0 }
}

final class Customer: Sendable {}

final class OrderBook: Sendable {
  let store = Injected<any OrderStore>()
  let user = Transient<Customer?>()

  func save(_ order: String) throws -> Int { try store().save(order, for: user()) }
}

final class Billing: Sendable {
  let store: Injected<any OrderStore>
  init(store: Injected<any OrderStore> = .init()) { self.store = store }
}

func testedBilling() -> Billing { Billing(store: .value(FakeStore())) }

final class Memo {
  var text = ""
}

final class Typist: Sendable {
  let memos = Injected<Provider<Memo>>()  // a template: each caller has a memo of its own
  func memo() throws -> Memo { try memos()() }
}

// MARK: Classes of the main actor

final class Match: Sendable {
  let score: String
  init(score: String) { self.score = score }
}

@MainActor @Observable final class Scoreboard: AlchemicManaged, @MainActor AlchemicAware {
  @ObservationIgnored @Transient var match: Match?
  private(set) var text = ""

  init() {}
  static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, Scoreboard.init)
    AcRegister(of, .lazy)
  }
  func didInject(variable: String) { text = match?.score ?? "no match" }
}

// MARK: Objects that are awaited

final class Catalogue: Sendable {
  let titles: [String]
  init() async throws {
    try await Task.sleep(for: .milliseconds(1))
    titles = ["Emma"]
  }
}

final class Reader: Sendable {
  let catalogue = Injected<Provider<Catalogue>>()

  func first() async throws -> String? { try await catalogue().callAsync().titles.first }
}

func configureCatalogue(_ model: ModelBuilder) {
  model.register(Catalogue.init, .lazy)
  model.register { Reader() }
}

func firstTitle() async throws -> String? {
  let catalogue: Catalogue = try await AcGetAsync()
  return catalogue.titles.first
}

// MARK: Tasks

enum VisitScope: AlchemicScope {}

final class Guest: Sendable {
  let name: String
  init(name: String) { self.name = name }
}

func configureVisits(_ model: ModelBuilder) {
  model.register(Guest.self, .reference, .scope(VisitScope.self))
}

func greet(_ words: [String]) async throws -> Set<String> {
  try await withThrowingTaskGroup(of: String.self) { group in
    for word in words {
      group.addTask { try "\(word), \(AcGet(Guest.self).name)" }
    }
    return try await group.reduce(into: []) { $0.insert($1) }
  }
}

func greetDetached(_ word: String) -> Task<String, any Error> {
  let here = Alchemic.capture()
  return Task.detached { try here.run { try "\(word), \(AcGet(Guest.self).name)" } }
}

// MARK: Event loops and callbacks

/// Calls on a thread of its own, as the event loop of a library does.
final class EventLoop: Sendable {
  private let queue = DispatchQueue(label: "loop")

  func run(_ callback: @escaping @Sendable () -> Void) { queue.async(execute: callback) }

  func prices(_ callback: @escaping @Sendable (Int?) -> Void) {
    for price in [3, 4, nil] { run { callback(price) } }
  }
}

final class Ticker: Sendable {
  private let prices = Mutex<[Int]>([])
  var all: [Int] { prices.withLock { $0 } }
  func add(_ price: Int) { prices.withLock { $0.append(price) } }
}

func follow(_ loop: EventLoop) {
  let here = Alchemic.capture()
  loop.prices { price in
    guard let price else { return }
    here.run { try? AcGet(Ticker.self).add(price) }
  }
}

func followInTask(_ loop: EventLoop) -> Task<Void, any Error> {
  let prices = AsyncStream<Int> { continuation in
    loop.prices { price in
      if let price { continuation.yield(price) } else { continuation.finish() }
    }
  }
  return Task {
    for await price in prices { try AcGet(Ticker.self).add(price) }
  }
}

// MARK: Hooks

final class Indoors: Sendable {}
final class Outdoors: Sendable {}

final class Chart: AlchemicAware, Sendable {
  let indoors = Transient<Indoors?>()
  let outdoors = Transient<Outdoors?>()
  private let changes = Mutex(0)
  var count: Int { changes.withLock { $0 } }

  func didInject(variable: String) { changes.withLock { $0 += 1 } }
}

// MARK: Operations

actor Secretary {
  private let memo = Memo()

  func sign(as guest: Guest) async throws -> String {
    try await Alchemic.withScope(VisitScope.self) {
      try $0.set(guest)
    } operation: {
      memo.text += try AcGet(Guest.self).name  // on the actor
    }
    return memo.text
  }
}

@Suite("The guide to concurrency") struct ConcurrencyGuideTests {
  static func problems(_ body: () throws -> Void) -> [ProblemID] {
    do {
      try body()
      return []
    } catch {
      return (error as? AlchemicError)?.problems.map(\.id) ?? []
    }
  }

  /// Waits for something that another thread does.
  static func wait(
    for condition: () async throws -> Bool, _ location: SourceLocation = #_sourceLocation
  ) async rethrows {
    for _ in 0..<10_000 {
      if try await condition() { return }
      try? await Task.sleep(for: .milliseconds(1))
    }
    Issue.record("it has not happened", sourceLocation: location)
  }

  @Test("R1: an actor declares itself, and its hook starts a task in the same model", .alchemic)
  func actors() async throws {
    let office: TicketOffice = try AcGet()
    #expect(try AcGet(TicketOffice.self) === office)
    await Self.wait { await office.free == 2 }
    #expect(office.price() == 9)
  }

  @Test("I8: a hook of an actor reads its constants", .alchemic)
  func hookOfActor() throws {
    actor Clerk: AlchemicAware {
      let price = Injected<Int>(.value(9))
      let seen = Mutex(0)
      nonisolated func didInjectDependencies() { seen.withLock { $0 = price() } }
    }
    let clerk = Clerk()
    AcInjectDependencies(clerk)
    #expect(clerk.seen.withLock { $0 } == 9)
  }

  @Test("I1: an asynchronous initializer of an actor reads its properties")
  func asynchronousActor() async throws {
    actor Counter {
      @Injected var hall: Hall
      private(set) var free = 0
      init() async { free = hall.seats }
    }
    try await Alchemic.withModel {
      $0.register(Counter.init, .lazy)
    } operation: { () async throws in
      let counter: Counter = try await AcGetAsync()
      #expect(await counter.free == 2)
    }
  }

  @Test(
    "I13: a Sendable class has constants",
    .alchemic {
      $0.register { RealStore() }
      $0.register(Customer.self, .reference, .nillable)
      $0.register { OrderBook() }
    })
  func orders() throws {
    let orders: OrderBook = try AcGet()
    #expect(try orders.save("tea") == 1)
    try AcSet(Customer())
    #expect(try orders.save("tea") == 2)
  }

  @Test("A5: a constant has a value given by hand")
  func fake() throws {
    let orders = OrderBook()
    orders.store.use(FakeStore())
    orders.user.use(nil)
    #expect(try orders.save("tea") == 0)
    #expect(try testedBilling().store().save("tea", for: nil) == 0)
  }

  @Test("I12, I13: threads that read a constant at once have the same object")
  func firstReads() async throws {
    final class Shared: Sendable {}
    final class Service: Sendable { let shared = Injected<Shared>() }
    try await Alchemic.withModel {
      $0.register { Shared() }
      $0.register { Service() }
    } operation: { () async throws in
      let service: Service = try AcGet()
      let shared = await withTaskGroup(of: ObjectIdentifier.self) { group in
        for _ in 0..<100 {
          group.addTask { @concurrent in ObjectIdentifier(service.shared()) }
        }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(shared.count == 1)
    }
  }

  @Test(
    "P2, P3: a provider creates objects that are not Sendable",
    .alchemic {
      $0.register(.template) { Memo() }
      $0.register { Typist() }
    })
  func memos() throws {
    let typist: Typist = try AcGet()
    #expect(try typist.memo() !== typist.memo())
  }

  @Test(
    "I8: a class of the main actor is created there, and follows there",
    .alchemic { $0.register(Match.self, .reference, .nillable) })
  func scoreboard() async throws {
    #expect(Self.problems { _ = try AcGet(Scoreboard.self) } == [.needsMainActor])
    let board: Scoreboard = try await AcGetAsync()
    #expect(try AcGet(Scoreboard.self) === board)
    #expect(await board.text == "no match")
    let isObserved = Mutex(false)
    await MainActor.run {
      withObservationTracking {
        _ = board.text
      } onChange: {
        isObserved.withLock { $0 = true }
      }
    }
    try AcSet(Match(score: "1:0"))
    await Self.wait { await board.text == "1:0" }
    #expect(isObserved.withLock { $0 })
  }

  @Test(
    "I8: on the main actor a request creates it, and its hooks run before AcSet returns",
    .alchemic { $0.register(Match.self, .reference, .nillable) })
  @MainActor func scoreboardThere() throws {
    let board: Scoreboard = try AcGet()
    #expect(board.text == "no match")
    try AcSet(Match(score: "2:0"))
    #expect(board.text == "2:0")
  }

  @Test("L1: a start that waits creates objects of the main actor, and awaited ones", .alchemicMain)
  func start() async throws {
    @MainActor final class Lobby { init() { MainActor.assertIsolated() } }
    #expect(Self.problems { try Alchemic.start { $0.register(Lobby.init) } } == [.needsMainActor])
    #expect(Self.problems { try Alchemic.start { $0.register(Catalogue.init) } } == [.needsAwait])
    try await Alchemic.startAsync {
      $0.register(Lobby.init)
      $0.register(Catalogue.init)
    }
    _ = try AcGet(Lobby.self)
    #expect(try AcGet(Catalogue.self).titles == ["Emma"])
  }

  @Test("M10: a lazy object is awaited once, and then read", .alchemic { configureCatalogue($0) })
  func lazily() async throws {
    #expect(Self.problems { _ = try AcGet(Catalogue.self) } == [.needsAwait])
    async let (first, second) = (firstTitle(), firstTitle())
    #expect(try await [first, second] == ["Emma", "Emma"])
    let catalogue: Catalogue = try await AcGetAsync()
    #expect(try AcGet(Catalogue.self) === catalogue)
    #expect(try await AcGet(Reader.self).first() == "Emma")
  }

  @Test("P2: a provider awaits an object", .alchemic { configureCatalogue($0) })
  func providers() async throws {
    #expect(try await AcGet(Reader.self).first() == "Emma")
  }

  @Test("a task that an initializer starts is part of it")
  func taskOfInitializer() async throws {
    try await Alchemic.withModel {
      $0.register(.lazy) { () async throws -> Catalogue in
        try await Task { try await AcGetAsync(Catalogue.self) }.value
      }
    } operation: { () async throws in
      let error = await #expect(throws: AlchemicError.self) { try await AcGetAsync(Catalogue.self) }
      #expect("\(error!)".contains("[cycle]"))
    }
  }

  @Test("L1: a cancelled task does not end a creation for which another task waits")
  func cancelled() async throws {
    let (signal, signaller) = AsyncStream<Void>.makeStream()
    let begun = Mutex(0)
    try await Alchemic.withModel {
      $0.register(.lazy) { () async throws -> Catalogue in
        begun.withLock { $0 += 1 }
        for await _ in signal {}
        return try await Catalogue()
      }
    } operation: { () async throws in
      let first = Task { try await firstTitle() }
      await Self.wait { begun.withLock { $0 } == 1 }
      let second = Task { try await firstTitle() }
      try await Task.sleep(for: .milliseconds(100))
      first.cancel()
      await #expect(throws: CancellationError.self) { try await first.value }
      signaller.finish()
      #expect(try await second.value == "Emma")
      #expect(begun.withLock { $0 } == 1)
    }
  }

  @Test(
    "O1, C1, C6: tasks of the scope have it, and a detached task has the captured one",
    .alchemicMain)
  func tasks() async throws {
    try await Alchemic.withModel {
      configureVisits($0)
    } operation: { () async throws in
      try await Alchemic.withScope(VisitScope.self) {
        try $0.set(Guest(name: "Ann"))
      } operation: { () async throws in
        #expect(try await greet(["Hello", "Bye"]) == ["Hello, Ann", "Bye, Ann"])
        #expect(try await greetDetached("Hello").value == "Hello, Ann")
        let name = Task { try AcGet(Guest.self).name }
        #expect(try await name.value == "Ann")
        let detached = Task.detached { Self.problems { _ = try AcGet(Guest.self) } }
        #expect(await !detached.value.isEmpty)
      }
    }
  }

  @Test("C6, O2: a detached task has the main model, and what is open for it", .alchemicMain)
  func detached() async throws {
    try await Alchemic.start { configureVisits($0) }
    try Alchemic.open(VisitScope.self)
    try AcSet(Guest(name: "Bob"))
    let name = Task.detached { try AcGet(Guest.self).name }
    #expect(try await name.value == "Bob")
    try await Alchemic.close(VisitScope.self)
  }

  @Test("C6: a captured value does not keep its model")
  func capturedModel() throws {
    let gone = try Alchemic.withModel {
      configureVisits($0)
    } operation: {
      Alchemic.capture()
    }
    #expect(gone.run { Self.problems { _ = try AcGet(Guest.self) } } == [.modelGone])
  }

  @Test("O1, O2: without a captured scope, one that is open for the whole model is found")
  func captured() async throws {
    try await Alchemic.withModel {
      configureVisits($0)
    } operation: { () async throws in
      let outside = Alchemic.capture()
      let late = try await Alchemic.withScope(VisitScope.self) {
        try $0.set(Guest(name: "Ann"))
      } operation: { () async throws in
        Alchemic.capture()
      }
      // A captured value does not keep the scope open.
      #expect(late.run { Self.problems { _ = try AcGet(Guest.self) } } == [.noScope])
      try Alchemic.open(VisitScope.self)
      try AcSet(Guest(name: "Bob"))
      let name = Task.detached { try outside.run { try AcGet(Guest.self).name } }
      #expect(try await name.value == "Bob")
      try await Alchemic.close(VisitScope.self)
    }
  }

  @Test("C4, O1: an object of a model and a scope has them on every thread")
  func ownModel() async throws {
    final class Card: Sendable {
      let guest = Injected<Guest>()
      let memos = Injected<Provider<Memo>>()
    }
    try await Alchemic.withModel {
      configureVisits($0)
      $0.register(.template) { Memo() }
      $0.register(.scope(VisitScope.self)) { Card() }
    } operation: { () async throws in
      try await Alchemic.withScope(VisitScope.self) {
        try $0.set(Guest(name: "Ann"))
      } operation: { () async throws in
        let card: Card = try AcGet()
        let name = Task.detached { try card.guest().name + card.memos()().text }
        #expect(try await name.value == "Ann")
      }
    }
  }

  @Test("C6: a callback has the captured model", .alchemic { $0.register { Ticker() } })
  func callback() async throws {
    follow(EventLoop())
    let ticker: Ticker = try AcGet()
    await Self.wait { ticker.all == [3, 4] }
  }

  @Test("C1: a task reads what callbacks send", .alchemic { $0.register { Ticker() } })
  func stream() async throws {
    try await followInTask(EventLoop()).value
    #expect(try AcGet(Ticker.self).all == [3, 4])
  }

  @Test(
    "C1, C6: a callback, and a task that it starts, have no model",
    .alchemic { $0.register { Ticker() } })
  func strayCallback() async throws {
    final class Requests: Sendable {
      private let found = Mutex<[[ProblemID]]>([])
      var all: [[ProblemID]] { found.withLock { $0 } }
      func run() {
        let problems = ConcurrencyGuideTests.problems { _ = try AcGet(Ticker.self) }
        found.withLock { $0.append(problems) }
      }
    }
    let requests = Requests()
    EventLoop().run {
      requests.run()
      Task { requests.run() }
    }
    await Self.wait { requests.all.count == 2 }
    #expect(try AcGet(Ticker.self).all.isEmpty)
    #expect(requests.all.allSatisfy { !$0.isEmpty })
  }

  @Test(
    "T4: a host with a lock counts the changes of several threads",
    .alchemic {
      $0.register(Indoors.self, .reference, .nillable)
      $0.register(Outdoors.self, .reference, .nillable)
    })
  func hooks() async throws {
    let chart = Chart()
    AcInjectDependencies(chart)
    #expect(chart.count == 2)
    try await withThrowingTaskGroup { group in
      group.addTask { @concurrent in for _ in 0..<100 { try AcSet(Indoors()) } }
      group.addTask { @concurrent in for _ in 0..<100 { try AcSet(Outdoors()) } }
      try await group.waitForAll()
    }
    #expect(chart.count == 202)
  }

  @Test(
    "T4: hooks for two factories may run at the same time",
    .alchemic {
      $0.register(Indoors.self, .reference, .nillable)
      $0.register(Outdoors.self, .reference, .nillable)
    })
  func hooksAtOnce() async throws {
    /// Each of two hooks waits until the other one has begun.
    final class Meeting: AlchemicAware, Sendable {
      let indoors = Transient<Indoors?>()
      let outdoors = Transient<Outdoors?>()
      let isCalled = (first: DispatchSemaphore(value: 0), second: DispatchSemaphore(value: 0))
      let met = Mutex(0)

      func didInject(variable: String) {
        let isFirst = variable == name(of: \.indoors)
        guard isFirst ? indoors() != nil : outdoors() != nil else { return }
        (isFirst ? isCalled.first : isCalled.second).signal()
        let other = isFirst ? isCalled.second : isCalled.first
        if other.wait(timeout: .now() + 60) == .success { met.withLock { $0 += 1 } }
      }
    }
    let (meeting, here) = (Meeting(), Alchemic.capture())
    AcInjectDependencies(meeting)
    let (first, second) = (DispatchQueue(label: "first"), DispatchQueue(label: "second"))
    first.async { here.run { try? AcSet(Indoors()) } }
    second.async { here.run { try? AcSet(Outdoors()) } }
    await Self.wait { meeting.met.withLock { $0 } == 2 }
  }

  @Test(
    "T4: a hook may run while another thread injects the host",
    .alchemic { $0.register(Indoors.self, .reference, .nillable) })
  func hookDuringInjection() async throws {
    final class Meeting: AlchemicAware, Sendable {
      let indoors = Transient<Indoors?>()
      let (isInjected, isSet) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let (isFollowing, isNotified) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let calls = Mutex(0)
      let met = Mutex(0)

      func didInjectDependencies() {
        isInjected.signal()
        isSet.wait()
      }

      func didInject(variable: String) {
        guard indoors() != nil else { return }
        let call = calls.withLock {
          $0 += 1
          return $0
        }
        if call == 2 { return _ = isNotified.signal() }
        isFollowing.signal()
        if isNotified.wait(timeout: .now() + 60) == .success { met.withLock { $0 += 1 } }
      }
    }
    let (meeting, here) = (Meeting(), Alchemic.capture())
    let (first, second) = (DispatchQueue(label: "first"), DispatchQueue(label: "second"))
    first.async { here.run { AcInjectDependencies(meeting) } }
    second.async {
      here.run {
        meeting.isInjected.wait()
        try? AcSet(Indoors())
        meeting.isSet.signal()
        meeting.isFollowing.wait()
        try? AcSet(Indoors())
      }
    }
    await Self.wait { meeting.met.withLock { $0 } == 1 }
  }

  @Test(
    "T4: threads that set one factory do not run hooks at the same time",
    .alchemic { $0.register(Indoors.self, .reference, .nillable) })
  func hooksInTurn() async throws {
    final class Watcher: AlchemicAware, Sendable {
      let indoors = Transient<Indoors?>()
      let running = Mutex(0)
      let most = Mutex(0)

      func didInject(variable: String) {
        let now = running.withLock {
          $0 += 1
          return $0
        }
        most.withLock { $0 = max($0, now) }
        running.withLock { $0 -= 1 }
      }
    }
    let watcher = Watcher()
    AcInjectDependencies(watcher)
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { @concurrent in for _ in 0..<100 { try AcSet(Indoors()) } }
      }
      try await group.waitForAll()
    }
    #expect(watcher.most.withLock { $0 } == 1)
  }

  @Test("I14: an operation of an actor uses its state", .alchemic { configureVisits($0) })
  func operations() async throws {
    let secretary = Secretary()
    #expect(try await secretary.sign(as: Guest(name: "Ann")) == "Ann")
    #expect(try await secretary.sign(as: Guest(name: "Bob")) == "AnnBob")
  }

  @Test("I14: an operation of the main actor runs on the main actor", .alchemic)
  @MainActor func operationsOfMainActor() async throws {
    let memo = Memo()
    try await Alchemic.withModel {
      $0.register(.template) { Memo() }
    } operation: { () async throws in
      await Task.yield()
      MainActor.assertIsolated()
      memo.text += "1"
      await Alchemic.capture().run {
        await Task.yield()
        MainActor.assertIsolated()
        memo.text += "2"
      }
    }
    #expect(memo.text == "12")
  }

  @Test(
    "P2, I12: the model shares an object that is not Sendable",
    .alchemic {
      $0.register { Memo() }
      $0.register { Typist() }
    })
  func sharedUnsafely() async throws {
    let here = Alchemic.capture()
    let first = Task.detached { try here.run { try ObjectIdentifier(AcGet(Memo.self)) } }
    let memo: Memo = try AcGet()
    #expect(try await first.value == ObjectIdentifier(memo))
    #expect(try AcGet(Typist.self).memo() === memo)
  }

  @Test(
    "G2: an object that is set is shared",
    .alchemic { $0.register(Memo.self, .reference, .nillable) })
  func setUnsafely() throws {
    let memo = Memo()
    try AcSet(memo)
    memo.text = "changed"
    #expect(try AcGet(Memo.self).text == "changed")
  }

  @Test("I1, I12: threads that read a variable at once have the same object")
  func variables() async throws {
    final class Shared: Sendable {}
    final class Host { @Injected var shared: Shared }
    try await Alchemic.withModel {
      $0.register { Shared() }
      $0.register { Host() }
    } operation: { () async throws in
      let shared = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
        for _ in 0..<100 {
          group.addTask { @concurrent in try ObjectIdentifier(AcGet(Host.self).shared) }
        }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(shared.count == 1)
    }
  }

  @Test(
    "T1: two reads return two objects if another thread sets one between them",
    .alchemic { $0.register(Match.self, .reference, .nillable) })
  func twoReads() async throws {
    final class Host: Sendable { let match = Transient<Match?>() }
    let host = Host()
    let here = Alchemic.capture()
    let first = host.match()
    try await Task.detached { try here.run { try AcSet(Match(score: "1:0")) } }.value
    #expect(first == nil && host.match() != nil)
  }
}
