// The code of Docs/Guides/ComingFromNeedle.md.

import Alchemic
import AlchemicTesting
import Synchronization
import Testing

enum FromNeedle {
  protocol PriceSource: AnyObject, Sendable {
    func price(row: Int) -> Int
  }

  final class OnlinePrices: PriceSource, AlchemicCreatable {
    init() {}
    func price(row: Int) -> Int { 60 - row }
  }

  final class SeatPlan: AlchemicManaged {
    let (prices, rows): (any PriceSource, Int)

    init(prices: any PriceSource, rows: Int) { (self.prices, self.rows) = (prices, rows) }

    static func alchemic(_ of: ClassObjectFactory) {
      AcInitializer(of, SeatPlan.init(prices:rows:), .byType, .value(12))
    }

    var cheapest: Int { (1...rows).map(prices.price).min() ?? 0 }
  }

  final class SeatScreen {
    @Injected var plan: SeatPlan
    var title: String { "from \(plan.cheapest)" }
  }

  final class FixedPrices: PriceSource {
    func price(row: Int) -> Int { 10 }
  }

  @Suite struct FirstSteps {
    @Test(.alchemic { $0.register { FixedPrices() } })
    func theScreenHasTheCheapestPrice() {
      #expect(SeatScreen().title == "from 10")
    }

    @Test(.alchemic) func theProgramHasItsOwnPrices() {
      #expect(SeatScreen().title == "from 48")
    }

    @Test func aTestMayCallAnInitializer() {
      #expect(SeatPlan(prices: FixedPrices(), rows: 3).cheapest == 10)
    }
  }

  /// Returns the ids of the problems of the error that a function throws.
  static func problems(_ body: () throws -> Void) -> [ProblemID] {
    let error = #expect(throws: AlchemicError.self) { try body() }
    return error?.problems.map(\.id) ?? []
  }

  /// Returns the ids of the problems of a model.
  static func problems(
    ofModel configure: (ModelBuilder) -> Void, in body: () throws -> Void = {}
  ) -> [ProblemID] {
    problems { try Alchemic.withModel(configure) { try body() } }
  }
}

// MARK: - Components

extension FromNeedle {
  protocol Applause: AnyObject, Sendable { var total: Int { get } }
  protocol MutableApplause: Applause { func clap() }

  final class Clapometer: MutableApplause {
    private let claps = Mutex(0)
    var total: Int { claps.withLock { $0 } }
    func clap() { claps.withLock { $0 += 1 } }
  }

  final class StageScreen {
    let (applause, open): (any Applause, Provider<ProgramScreen>)
    init(applause: any Applause, open: Provider<ProgramScreen>) {
      (self.applause, self.open) = (applause, open)
    }
  }
  final class ProgramScreen {}
  final class Curtain: Sendable {}

  enum EveningHour: AcQualifier {}
  enum MatineeHour: AcQualifier {}

  final class Poster {
    @Qualified<EveningHour>.Injected var evening: Int
    @Qualified<MatineeHour>.Injected var matinee: Int
  }

  static func configureStage(_ model: ModelBuilder) {
    model.register { Clapometer() }
    model.register(.lazy) { Curtain() }
    model.register(.template) { ProgramScreen() }
    model.register(StageScreen.init, .template)
    model.register(.qualifier(EveningHour.self)) { 20 }
    model.register(.qualifier(MatineeHour.self)) { 15 }
  }

  @Suite(.alchemic { configureStage($0) }) struct Components {
    @Test func newAndShared() throws {
      #expect(try AcGet(ProgramScreen.self) !== AcGet(ProgramScreen.self))
      #expect(try AcGet(Curtain.self) === AcGet(Curtain.self))
    }

    @Test func oneObjectWithTwoInterfaces() throws {
      let all: any Applause = try AcGet()
      let own: any MutableApplause = try AcGet()
      own.clap()
      #expect(all === own && all.total == 1)
    }

    @Test func aScreenKnowsNothingOfAlchemic() throws {
      let screen: StageScreen = try AcGet()
      #expect(try screen.applause === AcGet(Clapometer.self))
      #expect(try screen.open() !== screen.open())
    }

    @Test func aNameIsAQualifier() {
      #expect(Poster().evening == 20 && Poster().matinee == 15)
    }

    @Test func theNearestModelAnswers() throws {
      let curtain: Curtain = try AcGet()
      let (hour, shared) = try Alchemic.withModel(sharing: .unaffected) {
        $0.register(.qualifier(EveningHour.self)) { 19 }
      } operation: {
        (Poster().evening, try AcGet(Curtain.self))
      }
      #expect(hour == 19 && shared === curtain && Poster().evening == 20)
    }

    @Test func whatNothingProvides() throws {
      let error = try #require(throws: AlchemicError.self) {
        try Alchemic.withModel {
          $0.register(Queue.init)
        } operation: {
        }
      }
      #expect(error.problems.map(\.id) == [.noMatch])
      #expect(error.description.contains("Ticket"))
    }

    @Test func theWholeProgramIsChecked() throws { try Alchemic.validate() }
  }

  final class Ticket: Sendable {}
  final class Queue {
    init(ticket: Ticket) {}
  }

  @Suite(.alchemicMain) struct Start {
    @Test func theProgramStarts() throws {
      #expect(problems { _ = try AcGet(SeatPlan.self) } == [.notStarted])
      try Alchemic.start()
      #expect(try AcGet(SeatPlan.self).rows == 12)
    }
  }
}

// MARK: - Components that come and go

extension FromNeedle {
  enum LoggedIn: AlchemicScope {}

  enum Performance: AlchemicScope {
    static let outer = LoggedIn.self
  }

  final class Visitor: Sendable {
    let name: String
    init(name: String) { self.name = name }
  }

  final class Cloakroom: Sendable {
    let visitor: Visitor
    init(visitor: Visitor) { self.visitor = visitor }
  }

  final class Seat: AlchemicStopping, Sendable {
    let cloakroom: Cloakroom
    private let wasFreed = Mutex(false)
    var isFree: Bool { wasFreed.withLock { $0 } }
    init(cloakroom: Cloakroom) { self.cloakroom = cloakroom }
    func stop() async { wasFreed.withLock { $0 = true } }
  }

  final class Bar: Sendable {
    let visitor: Visitor
    init(visitor: Visitor) { self.visitor = visitor }
  }

  final class Foyer {
    @Transient var visitor: Visitor?
  }

  static func configureVisits(_ model: ModelBuilder) {
    model.register(Visitor.self, .reference, .scope(LoggedIn.self))
    model.register(Cloakroom.init, .scope(LoggedIn.self))
    model.register(Seat.init, .scope(Performance.self))
  }

  static func logIn(_ visitor: Visitor) throws {
    try Alchemic.open(LoggedIn.self)
    try AcSet(visitor)
  }

  static func attend(as visitor: Visitor) async throws -> Seat {
    try await Alchemic.withScope(LoggedIn.self) {
      try $0.set(visitor)
    } operation: {
      try await Alchemic.withScope(Performance.self) { try AcGet() }
    }
  }

  @Suite(.alchemic { configureVisits($0) }) struct Visits {
    @Test func aUserLogsInAndOut() async throws {
      let foyer = Foyer()
      #expect(foyer.visitor == nil)
      try logIn(Visitor(name: "Ida"))
      #expect(foyer.visitor?.name == "Ida")
      let cloakroom: Cloakroom = try AcGet()
      #expect(try cloakroom === AcGet(Cloakroom.self) && cloakroom.visitor.name == "Ida")
      try await Alchemic.close(LoggedIn.self)
      #expect(foyer.visitor == nil)
      #expect(problems { _ = try AcGet(Cloakroom.self) } == [.noScope])
    }

    @Test func aScopeWithinAScope() async throws {
      async let (ida, eve) = (attend(as: Visitor(name: "Ida")), attend(as: Visitor(name: "Eve")))
      let seats = try await [ida, eve]
      #expect(seats.map(\.cloakroom.visitor.name) == ["Ida", "Eve"])
      #expect(seats.filter(\.isFree).count == 2)
    }

    @Test func aVisitorIsNotForEverybody() {
      let found = problems(ofModel: {
        configureVisits($0)
        $0.register(Bar.init)
      })
      #expect(found == [.captiveDependency])
    }
  }
}

// MARK: - Plug-ins

extension FromNeedle {
  protocol Extra: AnyObject, Sendable { var name: String { get } }

  final class Subtitles: Extra {
    let name = "subtitles"
  }

  final class ExtrasMenu {
    @Transient var extras: [any Extra]
  }

  @Suite(.alchemic) struct PlugIns {
    @Test func anExtraComesAndGoes() throws {
      let menu = ExtrasMenu()
      #expect(menu.extras.isEmpty)
      let token = try Alchemic.add(Subtitles())
      #expect(menu.extras.map(\.name) == ["subtitles"])
      token.remove()
      #expect(menu.extras.isEmpty)
    }
  }
}
