// The code of Docs/Guides/ComingFromSwiftDependencies.md.

import Alchemic
import AlchemicTesting
import Dispatch
import Foundation
import Observation
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

enum FromSwiftDependencies {
  struct TideClient: Sendable {
    var nextHigh: @Sendable (_ port: String) async throws -> Double
    var ports: @Sendable () -> [String] = { ["Brest", "Kiel"] }
  }

  struct DateSource: Sendable { var now: @Sendable () -> Date }

  final class TideSetup: AlchemicConfig {
    static func configureAlchemic(_ model: ModelBuilder) {
      model.register(.live) { TideClient { port in try await download(port) } }
      model.register(.live) { DateSource { Date() } }
    }
  }

  @MainActor @Observable final class HarbourModel {
    var port = "Kiel"
    @ObservationIgnored @Injected var tides: TideClient
    @ObservationIgnored @Injected var date: DateSource

    func nextHigh() async throws -> Date {
      date.now().addingTimeInterval(try await tides.nextHigh(port))
    }
  }

  struct Offline: Error {}

  @Sendable static func download(_ port: String) async throws -> Double { throw Offline() }

  @Suite struct FirstSteps {
    @MainActor
    @Test(
      .alchemic(.strict) {
        $0.register { TideClient { _ in 5400 } }
        $0.register { DateSource { Date(timeIntervalSince1970: 0) } }
      })
    func addsTheWaitToTheDate() async throws {
      #expect(try await HarbourModel().nextHigh() == Date(timeIntervalSince1970: 5400))
    }
  }
}

// MARK: - Properties and requests

extension FromSwiftDependencies {
  enum HomePort: AcQualifier {}
  enum NextHigh: AcQualifier {}

  static func configureHarbour(_ model: ModelBuilder) {
    model.register(.qualifier(HomePort.self)) { "Kiel" }
    model.register(.qualifier(NextHigh.self)) { (tides: TideClient) in tides.nextHigh }
  }

  final class Board {
    @Qualified<HomePort>.Injected var port: String
    @Qualified<NextHigh>.Injected var nextHigh: @Sendable (String) async throws -> Double
    @Transient var tides: TideClient
  }

  struct Summary {
    @Injected var date: DateSource
    var year: Int { Calendar(identifier: .gregorian).component(.year, from: date.now()) }
  }

  enum Today {
    static var date: Date { get throws { try AcGet(DateSource.self).now() } }
  }

  static func weekday() -> Int {
    @Injected var date: DateSource
    return Calendar(identifier: .gregorian).component(.weekday, from: date.now())
  }

  @Suite(
    .alchemic {
      $0.register { DateSource { Date(timeIntervalSince1970: 86_400 * 400) } }
      $0.register { TideClient { _ in 15 } }
      configureHarbour($0)
    })
  struct Properties {
    @Test func aQualifierNamesAValue() async throws {
      let board = Board()
      #expect(board.port == "Kiel")
      #expect(try await board.nextHigh("Kiel") == 15)
    }

    @Test func structuresLocalVariablesAndStaticProperties() throws {
      #expect(Summary().year == 1971)
      #expect(weekday() == 6)
      #expect(try Today.date == Date(timeIntervalSince1970: 86_400 * 400))
      let other = try Alchemic.withModel {
        $0.register { DateSource { .distantPast } }
      } operation: {
        try Today.date
      }
      #expect(other == .distantPast)
    }

    @Test func aPropertyTakesAValueByHand() {
      let summary = Summary(date: .value(DateSource { Date(timeIntervalSince1970: 0) }))
      #expect(summary.year == 1970)
    }

    @Test func aTransientPropertyFollows() async throws {
      let board = Board()
      #expect(try await board.tides.nextHigh("Kiel") == 15)
      #expect(try await board.nextHigh("Kiel") == 15)
      try AcSet(TideClient { _ in throw Offline() })
      await #expect(throws: Offline.self) { try await board.tides.nextHigh("Kiel") }
      #expect(try await board.nextHigh("Kiel") == 15)
    }
  }
}

// MARK: - Declarations

extension FromSwiftDependencies {
  protocol Buoy: AnyObject, Sendable { var height: Int { get } }

  final class RadioBuoy: Buoy, AlchemicCreatable {
    init() {}
    let height = 3
  }

  final class FakeBuoy: Buoy, AlchemicTestDouble {
    init() {}
    let height = 1
  }

  protocol TideLog: AnyObject, Sendable {}
  final class FileLog: TideLog {}
  final class ScreenLog: TideLog {}

  final class Almanac {
    let date: Date
    init(date: DateSource) { self.date = date.now() }
  }

  final class Ticket {}

  static func configureOffice(_ model: ModelBuilder) {
    model.register { FileLog() as any TideLog }
    model.register(.only(in: .preview), .primary) { ScreenLog() as any TideLog }
    model.register(Almanac.init, .lazy)
    model.register(.lazy) { UserDefaults.standard }
    model.register(.template) { Ticket() }
  }

  @Suite(.alchemic { configureOffice($0) }) struct Declarations {
    @Test func aClassIsFoundAndItsDoubleToo() throws {
      #expect(try AcGet((any Buoy).self).height == 1)
    }

    @Test(.alchemic { $0.register { RadioBuoy() as any Buoy } })
    func aTestTakesTheRealOne() throws {
      #expect(try AcGet((any Buoy).self).height == 3)
    }

    @Test(.alchemic { $0.register(.only(in: .test), .primary) { ScreenLog() as any TideLog } })
    func aProfileChooses() throws {
      #expect(try AcGet((any TideLog).self) is ScreenLog)
    }

    @Test func anotherProfileIsAbsent() throws {
      #expect(try AcGet((any TideLog).self) is FileLog)
    }

    @Test(
      .alchemic {
        $0.register { DateSource { Date(timeIntervalSince1970: 0) } }
        $0.register { UserDefaults(suiteName: "FromSwiftDependencies")! }
      })
    func anInitializerTakesWhatItNeeds() throws {
      #expect(try AcGet(Almanac.self).date == Date(timeIntervalSince1970: 0))
      #expect(try AcGet(UserDefaults.self) !== UserDefaults.standard)
    }

    @Test func lifetimes() throws {
      #expect(try AcGet((any TideLog).self) === AcGet((any TideLog).self))
      #expect(try AcGet(Ticket.self) !== AcGet(Ticket.self))
    }

    @Test(
      .alchemic { model in
        let isTesting = model.profiles.contains(.test)
        model.register { isTesting ? "test" : "live" }
      })
    func theContext() throws {
      #expect(try AcGet(String.self) == "test")
    }
  }
}

// MARK: - Replacing

extension FromSwiftDependencies {
  final class Boat {
    let name: String
    @Injected var tides: TideClient
    init(name: String) { self.name = name }
  }

  final class Fleet {
    @Injected var boat: Provider<Boat, String>
    func launch() throws -> Boat { try boat("Ida") }
  }

  static func configureFleet(_ model: ModelBuilder) {
    model.register { Fleet() }
    model.register { (name: Given<String>) in Boat(name: name.value) }
  }

  static func tour(of port: String) async throws -> Double {
    try await Alchemic.withModel {
      $0.register { TideClient { _ in 5 } }
    } operation: {
      let boat = Boat(name: "tour")
      return try await boat.tides.nextHigh(port)
    }
  }

  @Suite(.alchemic { $0.register { TideClient { _ in 60 } } }) struct Replacing {
    @Test func withModelReplacesForAnOperation() async throws {
      let ports = try Alchemic.withModel {
        $0.register { TideClient(nextHigh: { _ in 5 }, ports: { ["Oban"] }) }
      } operation: {
        try AcGet(TideClient.self).ports()
      }
      #expect(ports == ["Oban"])
      #expect(try await tour(of: "Kiel") == 5)
      #expect(try await AcGet(TideClient.self).nextHigh("Kiel") == 60)
    }

    @Test func aDecoratorReplacesOneEndpoint() async throws {
      try await Alchemic.withModel {
        $0.decorate(TideClient.self) { tides in
          var tides = tides
          tides.nextHigh = { _ in 7 }
          return tides
        }
      } operation: {
        let tides: TideClient = try AcGet()
        #expect(try await tides.nextHigh("Kiel") == 7)
        #expect(tides.ports() == ["Brest", "Kiel"])
      }
    }

    @Test(.alchemic { configureFleet($0) })
    func childrenAreMadeInTheModelOfTheirParent() async throws {
      let fleet: Fleet = try AcGet()
      let (name, minutes) = try await Task.detached {
        let boat = try fleet.launch()
        return (boat.name, try await boat.tides.nextHigh("Kiel"))
      }.value
      #expect(name == "Ida" && minutes == 60)
    }

    @Test func aPropertyKeepsWhatItsFirstReadFound() async throws {
      let (boat, board) = (Boat(name: "Ida"), Board())
      #expect(try await boat.tides.nextHigh("Kiel") == 60)
      #expect(try await board.tides.nextHigh("Kiel") == 60)
      try await Alchemic.withModel {
        $0.register { TideClient { _ in 5 } }
      } operation: { () async throws in
        #expect(try await boat.tides.nextHigh("Kiel") == 60)
        #expect(try await board.tides.nextHigh("Kiel") == 60)
      }
    }

    @Test func aFirstReadWithoutAModelStopsTheProgram() async throws {
      let before = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { _ = Boat(name: "Ida").tides }
      let after = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let fleet = try Alchemic.withModel(configureFleet) { try AcGet(Fleet.self) }
        _ = try fleet.launch()
      }
      for (result, id) in [(before, "[not-started]"), (after, "[model-gone]")] {
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains(id))
      }
    }

    @Test func anObjectThatHasReadItsPropertiesMayOutliveItsModel() async throws {
      let boat = try Alchemic.withModel {
        $0.register { TideClient { _ in 5 } }
      } operation: {
        let boat = Boat(name: "Ida")
        _ = boat.tides
        return boat
      }
      #expect(try await boat.tides.nextHigh("Kiel") == 5)
    }
  }

  @Suite(.alchemicMain) struct MainModel {
    @Test func startPrepares() throws {
      #expect(problems { _ = try AcGet(TideClient.self) } == [.notStarted])
      try Alchemic.start {
        $0.register(.primary) { TideClient(nextHigh: { _ in 5 }, ports: { [] }) }
      }
      #expect(try AcGet(TideClient.self).ports().isEmpty)
      #expect(problems { try Alchemic.start() } == [.startedTwice])
    }

    @Test func startChoosesAProfile() throws {
      try Alchemic.start(profiles: [.preview]) { configureOffice($0) }
      #expect(try AcGet((any TideLog).self) is ScreenLog)
    }
  }

  /// Returns the ids of the problems of the error that a function throws.
  static func problems(_ body: () throws -> Void) -> [ProblemID] {
    let error = #expect(throws: AlchemicError.self) { try body() }
    return error?.problems.map(\.id) ?? []
  }
}

// MARK: - Tasks and threads

extension FromSwiftDependencies {
  @Suite(.alchemic { $0.register(.qualifier(HomePort.self)) { "Oban" } }) struct Tasks {
    @Sendable static func port() throws -> String { try AcGet(.qualified(HomePort.self)) }

    @Test func tasksInherit() async throws {
      async let child = Self.port()
      #expect(try await child == "Oban")
      #expect(try await Task { try Self.port() }.value == "Oban")
      let group = try await withThrowingTaskGroup(of: String.self) { group in
        group.addTask { try Self.port() }
        return try await group.next()
      }
      #expect(group == "Oban")
    }

    @Test func aQueueNeedsACapture() async throws {
      let here = Alchemic.capture()
      let port = try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async {
          here.run { continuation.resume(with: Result { try Self.port() }) }
        }
      }
      #expect(port == "Oban")
    }

    @Test func anAsyncFactory() async throws {
      try await Alchemic.withModel {
        $0.register { DateSource { .distantPast } }
        $0.register { (date: DateSource) async throws in Almanac(date: date) }
      } operation: { () async throws in
        #expect(try await AcGetAsync(Almanac.self).date == .distantPast)
      }
    }
  }

  enum RequestScope: AlchemicScope {}
  struct Visitor: Sendable { let name: String }

  @Test(.alchemic { $0.register(Visitor.self, .reference, .scope(RequestScope.self)) })
  static func aScopeForEachRequest() async throws {
    @Sendable func serve(_ name: String) async throws -> String {
      try await Alchemic.withScope(RequestScope.self) {
        try $0.set(Visitor(name: name))
      } operation: {
        try AcGet(Visitor.self).name
      }
    }
    async let ann = serve("Ann")
    async let bob = serve("Bob")
    #expect(try await [ann, bob] == ["Ann", "Bob"])
  }
}

// MARK: - Tests

extension FromSwiftDependencies {
  final class Counter: Sendable {
    private let value = Mutex(0)
    func next() -> Int {
      value.withLock {
        $0 += 1
        return $0
      }
    }
  }

  final class FixedTides: Sendable, Tides {
    let minutes = 30
  }

  protocol Tides: AnyObject, Sendable { var minutes: Int { get } }

  /// A client for tests that call only what they replace.
  static let unexpected = TideClient { port in
    Issue.record("TideClient.nextHigh(\(port)) is not expected")
    throw Offline()
  }

  @Suite(.alchemic { $0.register { Counter() } }) struct Checking {
    @Test(arguments: [1, 2, 3]) func eachCaseHasItsOwnObjects(_ number: Int) throws {
      #expect(try AcGet(Counter.self).next() == 1)
    }

    @Test(.alchemic { $0.register { FixedTides() } })
    func aTestAsksForTheConcreteType() throws {
      let tides: any Tides = try AcGet()
      let fake: FixedTides = try AcGet()
      #expect(tides === fake && fake.minutes == 30)
    }

    @Test(.alchemic { $0.register { unexpected } })
    func anEndpointThatIsNotExpected() async {
      await withKnownIssue {
        _ = try await AcGet(TideClient.self).nextHigh("Kiel")
      }
    }

    @Test(
      .alchemic(.strict) {
        $0.register {
          var tides = unexpected
          tides.ports = { ["Oban"] }
          return tides
        }
      })
    func aTestReplacesOneEndpoint() throws {
      #expect(try AcGet(TideClient.self).ports() == ["Oban"])
    }

    @Test(.alchemic(.strict)) func aStrictTestUsesALiveFactory() throws {
      try withKnownIssue {
        _ = try AcGet(TideClient.self)
      } matching: {
        ($0.error as? AlchemicError)?.problems.map(\.id) == [.liveInTest]
      }
    }

    @Test(
      .alchemic(.strict) { $0.register { TideClient { try await download($0) } } })
    func aStrictTestMayUseTheLiveFunction() async throws {
      await #expect(throws: Offline.self) {
        try await AcGet(TideClient.self).nextHigh("Kiel")
      }
    }

    @Test func nothingProducesIt() {
      #expect(
        problems {
          try Alchemic.withModel {
            $0.register { (_: Boat) in Ticket() }
          } operation: {
          }
        } == [.noMatch])
    }

    @Test func twoOfOneType() {
      let values = problems {
        try Alchemic.withModel {
          $0.register { "Kiel" }
          $0.register { "Oban" }
        } operation: {
        }
      }
      #expect(values == [.duplicateName])
      let classes = problems {
        try Alchemic.withModel {
          $0.register { FileLog() }
          $0.register { ScreenLog() }
        } operation: {
          _ = try AcGet((any TideLog).self)
        }
      }
      #expect(classes == [.severalMatches])
    }

    @Test func aModelEnds() throws {
      let here = try Alchemic.withModel { _ in
      } operation: {
        Alchemic.capture()
      }
      #expect(problems { try here.run { _ = try AcGet(Counter.self) } } == [.modelGone])
    }
  }
}

// MARK: - What swift-dependencies ships

extension FromSwiftDependencies {
  enum Suspending: AcQualifier {}
  enum Languages: AcQualifier {}

  struct UUIDSource: Sendable {
    var make: @Sendable () -> UUID
    func callAsFunction() -> UUID { make() }
  }

  final class Dice: Sendable {
    private let generator: Mutex<any RandomNumberGenerator & Sendable>
    init(_ generator: any RandomNumberGenerator & Sendable) { self.generator = Mutex(generator) }
    func roll() -> Int { generator.withLock { Int.random(in: 1...6, using: &$0) } }
  }

  struct Background: Sendable {
    var run: @Sendable (_ work: @escaping @Sendable () async -> Void) async -> Void
  }

  struct Checks: Sendable {
    var precondition: @Sendable (_ condition: Bool, _ text: String) -> Void
  }

  static func configureSystem(_ model: ModelBuilder) {
    model.register(.live) { ContinuousClock() as any Clock<Duration> }
    model.register(.live, .qualifier(Suspending.self)) { SuspendingClock() as any Clock<Duration> }
    model.register(.live) { UUIDSource { UUID() } }
    model.register(.live) { Dice(SystemRandomNumberGenerator()) }
    model.register(.live) { Calendar.autoupdatingCurrent }
    model.register(.live) { TimeZone.autoupdatingCurrent }
    model.register(.live) { Locale.autoupdatingCurrent }
    model.register(.live, .qualifier(Languages.self)) { Locale.preferredLanguages }
    model.register(.live) { NotificationCenter.default }
    model.register(.live) { URLSession.shared }
    model.register { Background { work in Task { await work() } } }
    model.register { Checks { condition, text in precondition(condition, text) } }
  }

  /// A clock whose sleeps end at once.
  struct SkippingClock: Clock {
    var now: ContinuousClock.Instant { ContinuousClock().now }
    var minimumResolution: Duration { .nanoseconds(1) }
    func sleep(until deadline: Instant, tolerance: Duration?) {}
  }

  /// Numbers that count upwards.
  struct Counting: RandomNumberGenerator {
    var last: UInt64 = 0
    mutating func next() -> UInt64 {
      last &+= 1 << 62
      return last
    }
  }

  @Sendable static func uuid(_ number: Int) -> UUID {
    UUID(uuidString: String(format: "00000000-0000-0000-0000-%012x", number))!
  }

  @Suite(.alchemic(.strict) { configureSystem($0) }) struct System {
    @Test(
      .alchemic {
        $0.register { SkippingClock() as any Clock<Duration> }
        $0.register(.qualifier(Suspending.self)) { SkippingClock() as any Clock<Duration> }
      })
    func clocks() async throws {
      let clock: any Clock<Duration> = try AcGet()
      try await clock.sleep(for: .seconds(3600))
      let other: any Clock<Duration> = try AcGet(.qualified(Suspending.self))
      #expect(clock is SkippingClock && other is SkippingClock)
    }

    @Test(
      .alchemic {
        let counter = Counter()
        $0.register { UUIDSource { uuid(counter.next()) } }
        $0.register { Dice(Counting()) }
      })
    func numbers() throws {
      let source: UUIDSource = try AcGet()
      #expect([source(), source()] == [uuid(1), uuid(2)])
      let dice: Dice = try AcGet()
      let same = Dice(Counting())
      #expect((1...9).map { _ in dice.roll() } == (1...9).map { _ in same.roll() })
    }

    @Test(
      .alchemic {
        $0.register { Calendar(identifier: .gregorian) }
        $0.register { TimeZone(secondsFromGMT: 0)! }
        $0.register { Locale(identifier: "de_DE") }
        $0.register(.qualifier(Languages.self)) { ["de"] }
        $0.register { NotificationCenter() }
        $0.register { URLSession(configuration: .ephemeral) }
      })
    func surroundings() throws {
      #expect(try AcGet(Calendar.self).identifier == .gregorian)
      #expect(try AcGet(TimeZone.self).secondsFromGMT() == 0)
      #expect(try AcGet(Locale.self).identifier == "de_DE")
      #expect(try AcGet([String].self, .qualified(Languages.self)) == ["de"])
      #expect(try AcGet(NotificationCenter.self) !== NotificationCenter.default)
      #expect(try AcGet(URLSession.self) !== URLSession.shared)
    }

    @Test(
      .alchemic {
        let counter = Counter()
        $0.register { counter }
        $0.register { Background { work in await work() } }
        $0.register { Checks { condition, _ in if !condition { _ = counter.next() } } }
      })
    func effects() async throws {
      let counter: Counter = try AcGet()
      await (try AcGet(Background.self)).run { _ = counter.next() }
      #expect(counter.next() == 2)
      try AcGet(Checks.self).precondition(false, "never")
      #expect(counter.next() == 4)
    }
  }
}
