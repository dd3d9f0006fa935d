// The code of Docs/Guides/ComingFromResolver.md.

import Alchemic
import AlchemicTesting
import Observation
import Synchronization
import Testing

enum FromResolver {
  protocol TrailSource: AnyObject, Sendable { func longest(in region: String) -> String }

  final class HikePlanner: Sendable {
    let trails: any TrailSource
    let region: String

    init(trails: any TrailSource, region: String) {
      self.trails = trails
      self.region = region
    }

    var title: String { "Today: \(trails.longest(in: region))" }
  }

  enum Region: AcQualifier {}

  final class OnlineTrails: TrailSource, AlchemicCreatable {
    init() {}
    func longest(in region: String) -> String { "the ridge of the \(region)" }
  }

  final class HikeSetup: AlchemicConfig {
    static func configureAlchemic(_ model: ModelBuilder) {
      model.register(.qualifier(Region.self)) { "Alps" }
      model.register(
        HikePlanner.init(trails:region:), .byType, .qualified(Region.self), options: .template)
    }
  }

  final class HikeScreen {
    @Injected var planner: HikePlanner
  }

  final class ShortTrails: TrailSource {
    func longest(in region: String) -> String { "a walk in the \(region)" }
  }

  @Suite struct FirstSteps {
    @Test(.alchemic { $0.register { ShortTrails() as any TrailSource } })
    func aFakeReplacesTheTrails() {
      #expect(HikeScreen().planner.title == "Today: a walk in the Alps")
    }

    @Test(.alchemic) func theRealTrails() {
      #expect(HikeScreen().planner.title == "Today: the ridge of the Alps")
    }
  }

  /// Returns the ids of the problems of the error that a function throws.
  static func problems(_ body: () throws -> Void) -> [ProblemID] {
    let error = #expect(throws: AlchemicError.self) { try body() }
    return error?.problems.map(\.id) ?? []
  }
}

// MARK: - Registering

extension FromResolver {
  protocol Walking: AnyObject, Sendable { var pace: Int { get } }
  protocol Climbing: AnyObject, Sendable {}

  final class Guide: Walking, Climbing { let pace = 4 }

  enum OnFoot: AcQualifier {}
  enum OnRope: AcQualifier {}

  final class Rope: Sendable {}

  final class RopeSetup: AlchemicConfig {
    static func configureAlchemic(_ model: ModelBuilder) {
      model.register { Rope() }
    }
  }

  struct Forecast: Sendable { let text: String }

  final class HikeLog: Sendable {
    let (trails, guide): (any TrailSource, Guide)
    init(trails: any TrailSource, guide: Guide) { (self.trails, self.guide) = (trails, guide) }
  }

  final class Notebook {
    var guide: Guide?
    let title: String
    init(title: String = "") { self.title = title }
  }

  final class LoggedTrails: TrailSource {
    let inner: any TrailSource
    init(_ inner: any TrailSource) { self.inner = inner }
    func longest(in region: String) -> String { "(logged) " + inner.longest(in: region) }
  }

  final class Shelter: Sendable {}

  static func configureHikes(_ model: ModelBuilder) {
    model.register(.qualifier(OnFoot.self), .qualifier(OnRope.self)) { Guide() }
    model.register { (trails: any TrailSource, guide: Guide) in
      HikeLog(trails: trails, guide: guide)
    }
    model.register { Forecast(text: "sun") }
    model.register(.template) { Notebook() }
    model.inject(Notebook.self) { (notebook, guide: Guide) in
      notebook.guide = guide
    }
    model.register(.nillable) { () -> Shelter? in nil }
  }

  @Suite(.alchemic { configureHikes($0) }) struct Registering {
    @Test func oneFactoryAnswersForEachProtocol() throws {
      let walking: any Walking = try AcGet()
      let climbing: any Climbing = try AcGet()
      let guide: Guide = try AcGet()
      #expect(walking === guide && climbing === guide)
      let onFoot: any Walking = try AcGet(.qualified(OnFoot.self))
      let onRope: any Climbing = try AcGet(.qualified(OnRope.self))
      #expect(onFoot === guide && onRope === guide)
    }

    @Test func theParametersOfAClosureAreItsDependencies() throws {
      let log: HikeLog = try AcGet()
      #expect(log.trails is OnlineTrails)
      #expect(try log.guide === AcGet(Guide.self))
    }

    @Test func aSecondConfigurationIsFound() throws {
      #expect(try AcGet(Rope.self) === AcGet(Rope.self))
    }

    @Test func valuesAndNil() throws {
      #expect(try AcGet(Forecast.self).text == "sun")
      #expect(try AcGet(Shelter?.self) == nil)
    }

    @Test func aFunctionFillsProperties() throws {
      #expect(try AcGet(Notebook.self).guide === AcGet(Guide.self))
    }

    @Test(
      .alchemic {
        $0.decorate((any TrailSource).self) { inner in LoggedTrails(inner) }
      })
    func aDecoratorWraps() throws {
      #expect(try AcGet(HikePlanner.self).title == "Today: (logged) the ridge of the Alps")
    }

    @Test func aStoredObjectReplacesAnother() throws {
      try AcSet(Forecast(text: "rain"))
      #expect(try AcGet(Forecast.self).text == "rain")
    }

    @Test func aSecondRegistrationIsAProblem() throws {
      let same = problems {
        try Alchemic.withModel {
          $0.register { Notebook() }
          $0.register { Notebook() }
        } operation: {
        }
      }
      #expect(same == [.duplicateName])
      let hidden = problems {
        try Alchemic.withModel {
          $0.register { AddForm() as any Form }
          $0.register { EditForm() as any Form }
        } operation: {
        }
      }
      #expect(hidden == [.duplicateName])
      let several = problems {
        try Alchemic.withModel {
          $0.register { AddForm() }
          $0.register { EditForm() }
        } operation: {
          _ = try AcGet((any Form).self)
        }
      }
      #expect(several == [.severalMatches])
      let isNew = try Alchemic.withModel {
        $0.register { AddForm() as any Form }
        $0.register(.primary) { EditForm() as any Form }
      } operation: {
        try AcGet((any Form).self).isNew
      }
      #expect(!isNew)
    }

    @Test func whatNothingProduces() {
      let ids = problems {
        try Alchemic.withModel {
          $0.register { (_: Tent) in Rope() }
        } operation: {
        }
      }
      #expect(ids == [.noMatch])
    }
  }

  @Suite(.alchemicMain) struct MainModel {
    @Test func theProgramStarts() throws {
      #expect(problems { _ = try AcGet(HikePlanner.self) } == [.notStarted])
      let created = Mutex<[String]>([])
      Alchemic.observe { event in
        if case .didCreateObject(let factory, _) = event {
          created.withLock { $0.append(factory.name) }
        }
      }
      try Alchemic.start { $0.register(.lazy) { Token() } }
      let names = created.withLock { $0 }
      #expect(names.contains { $0.hasSuffix("OnlineTrails") })
      #expect(!names.contains { $0.hasSuffix("Token") })
      _ = try AcGet(Token.self)
      #expect(created.withLock { $0.contains { $0.hasSuffix("Token") } })
      #expect(try AcGet(HikePlanner.self).region == "Alps")
      Alchemic.reset()
      #expect(problems { _ = try AcGet(HikePlanner.self) } == [.notStarted])
    }

    @Test func aProfileChoosesTheFake() throws {
      try Alchemic.start(profiles: [.mock]) { configureMock($0) }
      #expect(try AcGet(HikePlanner.self).title == "Today: a walk in the Alps")
    }

    @Test func withoutTheProfileThereIsNoFake() throws {
      try Alchemic.start { configureMock($0) }
      #expect(try AcGet(HikePlanner.self).title == "Today: the ridge of the Alps")
    }
  }

  static func configureMock(_ model: ModelBuilder) {
    model.register(.only(in: .mock), .primary) { ShortTrails() as any TrailSource }
  }
}

extension AlchemicProfile {
  fileprivate static let mock = AlchemicProfile.named("FromResolver mock")
}

// MARK: - Resolving

extension FromResolver {
  final class Rest {
    lazy var walking = try? makeWalking()
    func plan(with guide: Guide) -> String { "\(guide.pace) km an hour" }
  }

  @Suite(.alchemic { configureHikes($0) }) struct Resolving {
    @Test func theTypeIsInferredOrGiven() throws {
      let guide: Guide = try AcGet()
      #expect(try AcGet(Guide.self) === guide)
      let walking: any Walking = try AcGet(Guide.self)
      #expect(walking === guide)
    }

    @Test func optionals() throws {
      let guide: Guide? = try AcGet()
      let unwrapped: Guide! = try AcGet()
      let tent: Tent? = try AcGet()
      #expect(guide != nil && unwrapped === guide && tent == nil)
    }

    @Test func interfaceAndMethodInjection() throws {
      let rest = Rest()
      #expect(try rest.walking === AcGet(Guide.self))
      #expect(rest.plan(with: try AcGet()) == "4 km an hour")
    }
  }
}

extension FromResolver.Rest {
  func makeWalking() throws -> any FromResolver.Walking { try AcGet() }
}

// MARK: - Property wrappers

extension FromResolver {
  final class Compass: Sendable {}

  final class Map: Sendable {
    let compass: Compass
    init(compass: Compass) { self.compass = compass }
  }

  final class Kit: Sendable {
    let (map, compass): (Map, Compass)
    init(map: Map, compass: Compass) { (self.map, self.compass) = (map, compass) }
  }

  final class Tent {
    @Injected var map: Map
    @Injected var compass: Compass
  }

  final class Camp: AlchemicAware {
    @Injected var map: Map
    @Injected var compass: Compass
    private(set) var isReady = false
    func didInjectDependencies() { isReady = true }
  }

  static func configureKits(_ model: ModelBuilder) {
    model.register(.perRequest) { Compass() }
    model.register(Map.init, .template)
    model.register(Kit.init, .template)
    model.register(.template) { Tent() }
    model.register(.template) { Camp() }
  }

  protocol Form: AnyObject { var isNew: Bool { get } }
  final class AddForm: Form { let isNew = true }
  final class EditForm: Form { let isNew = false }

  static func configureForms(_ model: ModelBuilder) {
    model.register(.named("add")) { AddForm() }
    model.register(.named("edit")) { EditForm() }
    model.register(.qualifier(Slow.self)) { 3 }
  }

  enum Slow: AcQualifier {}

  final class FormScreen {
    var isEditing = false
    @Injected(.named("add")) var add: any Form
    @Injected var forms: [String: any Form]
    @Injected var guide: Guide?
    @Qualified<Slow>.Injected var pace: Int

    func form() throws -> any Form { try AcGet(.named(isEditing ? "edit" : "add")) }
  }

  struct FormView {
    @Injected(.named("edit")) var form: any Form
  }

  @Observable final class HikeModel {
    var title = "Alps"
  }

  struct HikeView {
    @Injected var model: HikeModel
  }

  @Suite(.alchemic { configureForms($0) }) struct Properties {
    @Test func namesAndOptionals() throws {
      let screen = FormScreen()
      #expect(screen.add.isNew && screen.guide == nil && screen.pace == 3)
      #expect(try screen.form().isNew)
      screen.isEditing = true
      #expect(try !screen.form().isNew)
      #expect(screen.forms["edit"]?.isNew == false)
    }

    @Test func aPropertyOfAConstantStructureIsLazy() {
      let view = FormView()
      #expect(!view.form.isNew)
    }

    @Test func aValueByHand() {
      let view = FormView(form: .value(AddForm()))
      #expect(view.form.isNew)
      let screen = FormScreen()
      screen.$add.use(EditForm())
      #expect(!screen.add.isNew)
    }

    @Test(.alchemic { $0.register { HikeModel() } })
    func anObservableModel() throws {
      let view = HikeView()
      view.model.title = "Andes"
      #expect(try AcGet(HikeModel.self).title == "Andes")
    }

    @Test func aNamedObjectIsFoundByItsTypeToo() throws {
      #expect(try AcGet(AddForm.self).isNew)
      #expect(problems { _ = try AcGet(Int.self) } == [.noMatch])
      #expect(try AcGet(Int.self, .qualified(Slow.self)) == 3)
      let text = "edit"
      #expect(try !AcGet((any Form).self, .named(text)).isNew)
    }
  }
}

// MARK: - Lifetimes

extension FromResolver {
  final class Lantern: Sendable {}

  enum Season: AlchemicScope {}

  final class Diary: Sendable {}

  final class Shelf: Sendable {
    let diary: Diary
    init(diary: Diary) { self.diary = diary }
  }

  final class Token: Sendable {}

  static func configureLifetimes(_ model: ModelBuilder) {
    model.register(.lazy) { Token() }
    model.register(.weak) { Lantern() }
    model.register(.scope(Season.self)) { Diary() }
  }

  @Suite(
    .alchemic {
      configureLifetimes($0)
      configureKits($0)
    }) struct Lifetimes
  {
    @Test func perRequestIsTheGraph() throws {
      let (kit, other) = (try AcGet(Kit.self), try AcGet(Kit.self))
      #expect(kit.compass === kit.map.compass)
      #expect(kit.compass !== other.compass)
      #expect(kit !== other)
    }

    @Test func aPropertyThatIsReadLaterIsARequestOfItsOwn() throws {
      let (tent, camp) = (try AcGet(Tent.self), try AcGet(Camp.self))
      #expect(tent.compass !== tent.map.compass)
      #expect(camp.compass === camp.map.compass)
    }

    @Test func aHostWithHooksIsInjectedAtOnce() throws {
      #expect(try AcGet(Camp.self).isReady)
    }

    @Test func aHostOfAStoryboardIsInjectedByACall() throws {
      let camp = Camp()
      AcInjectDependencies(camp)
      #expect(camp.isReady)
    }

    @Test func aSingleton() throws {
      #expect(try AcGet(Token.self) === AcGet(Token.self))
    }

    @Test func aWeakObject() throws {
      weak var former: Lantern?
      do {
        let lantern: Lantern = try AcGet()
        let isShared = try AcGet(Lantern.self) === lantern
        #expect(isShared)
        former = lantern
      }
      #expect(former == nil)
      _ = try AcGet(Lantern.self)
    }

    @Test func aWeakValueIsAProblem() {
      let ids = problems {
        try Alchemic.withModel {
          $0.register(.weak) { Forecast(text: "fog") }
        } operation: {
        }
      }
      #expect(ids == [.optionConflict])
    }

    @Test func aSeasonIsReset() async throws {
      #expect(problems { _ = try AcGet(Diary.self) } == [.noScope])
      try Alchemic.open(Season.self)
      let diary: Diary = try AcGet()
      #expect(try AcGet(Diary.self) === diary)
      try await Alchemic.renew(Season.self)
      #expect(try AcGet(Diary.self) !== diary)
    }

    @Test func aSingletonMayNotKeepADiary() {
      let ids = problems {
        try Alchemic.withModel {
          $0.register(Shelf.init)
        } operation: {
        }
      }
      #expect(ids == [.captiveDependency])
    }

    @Test(.alchemic { $0.register(.expires(after: .seconds(60))) { Token() } })
    func anObjectForATime() throws {
      #expect(try AcGet(Token.self) === AcGet(Token.self))
    }
  }
}

// MARK: - Arguments

extension FromResolver {
  final class RouteForm {
    let (isNew, title, note): (Bool, String, String?)
    init(isNew: Bool, title: String, note: String?) {
      (self.isNew, self.title, self.note) = (isNew, title, note)
    }
    func load(_ number: Int) -> String { "\(title) \(number)" }
  }

  final class Trip {
    let form: any Form
    var isEditing = false
    init(form: any Form) { self.form = form }
  }

  final class TripScreen {
    @Injected var trip: Provider<Trip, Bool>
    var isEditing = false
    func makeTrip() throws -> Trip { try trip(isEditing) }
  }

  final class WrongScreen {
    @Injected var trip: Provider<Trip, Int>
  }

  static func configureRoutes(_ model: ModelBuilder) {
    model.register { (isNew: Given<Bool>, title: Given<String>, note: Given<String?>) in
      RouteForm(isNew: isNew.value, title: title.value, note: note.value)
    }
    model.register(.template) { AddForm() }
    model.register(.template) { EditForm() }
    model.register {
      (isEditing: Given<Bool>, add: Provider<AddForm>, edit: Provider<EditForm>) in
      let trip = Trip(form: isEditing.value ? try edit() : try add())
      trip.isEditing = isEditing.value
      return trip
    }
  }

  @Suite(.alchemic { configureRoutes($0) }) struct Arguments {
    @Test func severalArguments() throws {
      let form: Provider<RouteForm, Bool, String, String?> = try AcGet()
      let (first, second) = (try form(true, "Ridge", nil), try form(false, "Lake", "wet"))
      #expect(first.isNew && first.title == "Ridge" && first.note == nil)
      #expect(!second.isNew && second.note == "wet")
      #expect(second.load(3) == "Lake 3")
    }

    @Test func anArgumentChoosesAndIsStored() throws {
      let screen = TripScreen()
      #expect(try screen.makeTrip().form is AddForm)
      screen.isEditing = true
      #expect(try screen.makeTrip().form is EditForm)
      #expect(try screen.makeTrip().isEditing)
    }

    @Test func aRequestWithoutThem() {
      #expect(problems { _ = try AcGet(Trip.self) } == [.needsArguments])
    }

    @Test func aProviderWithAnotherType() {
      let ids = problems {
        try Alchemic.withModel {
          $0.register { WrongScreen() }
        } operation: {
        }
      }
      #expect(ids == [.wrongArguments])
    }
  }
}

// MARK: - Containers

extension FromResolver {
  static func tour() throws -> String {
    try Alchemic.withModel {
      $0.register { ShortTrails() as any TrailSource }
    } operation: {
      try AcGet(HikePlanner.self).title
    }
  }

  @Suite(.alchemic) struct Containers {
    @Test func aModelForAPartOfTheProgram() throws {
      #expect(try tour() == "Today: a walk in the Alps")
      #expect(try AcGet(HikePlanner.self).title == "Today: the ridge of the Alps")
    }

    @Test func aModelIsForItsTask() async throws {
      let outside = Alchemic.capture()
      let titles = try await Alchemic.withModel {
        $0.register { ShortTrails() as any TrailSource }
      } operation: { () async throws in
        async let other = Task.detached {
          try outside.run { try AcGet(HikePlanner.self).title }
        }.value
        return [try AcGet(HikePlanner.self).title, try await other]
      }
      #expect(titles == ["Today: a walk in the Alps", "Today: the ridge of the Alps"])
    }

    @Test func aModelHasItsOwnObjectsOrShares() throws {
      let rope: Rope = try AcGet()
      let own = try Alchemic.withModel {
        $0.register { Forecast(text: "fog") }
      } operation: {
        try AcGet(Rope.self)
      }
      #expect(own !== rope)
      let shared = try Alchemic.withModel(sharing: .unaffected) {
        $0.register { Forecast(text: "fog") }
      } operation: {
        try AcGet(Rope.self)
      }
      #expect(shared === rope)
    }

    @Test func aModelEnds() throws {
      let here = try Alchemic.withModel { _ in
      } operation: {
        Alchemic.capture()
      }
      #expect(problems { try here.run { _ = try AcGet(Rope.self) } } == [.modelGone])
    }

    @Test func aModelConsistsOfParts() throws {
      let (pace, isNew) = try Alchemic.withModel {
        configureHikes($0)
        configureForms($0)
      } operation: {
        (try AcGet(Guide.self).pace, try AcGet(AddForm.self).isNew)
      }
      #expect(pace == 4 && isNew)
    }
  }

  final class Weathercock: Sendable {}

  @Suite(.alchemic { $0.register { Weathercock() } }) struct Fakes {
    static let seen = Mutex<[ObjectIdentifier: Weathercock]>([:])

    @Test(arguments: 1...20) func eachTestHasItsOwnObjects(_ number: Int) throws {
      let cock: Weathercock = try AcGet()
      let former = Self.seen.withLock { $0.updateValue(cock, forKey: ObjectIdentifier(cock)) }
      #expect(former == nil)
    }
  }
}

// MARK: - Cycles and threads

extension FromResolver {
  final class Leader {
    @Injected var party: Party
  }

  final class Party {
    @Weak var leader: Leader?
  }

  final class Parent {
    let child: Child
    init(child: Child) { self.child = child }
  }

  final class Child {
    weak var parent: Parent?
  }

  final class Hen {
    init(_ egg: Egg) {}
  }

  final class Egg {
    init(_ hen: Hen) {}
  }

  static func configureParties(_ model: ModelBuilder) {
    model.register(.weak) { Leader() }
    model.register { Party() }
    model.register(Parent.init, .template)
    model.register(.perRequest) { Child() }
    model.inject(Parent.self) { (parent, child: Child) in
      child.parent = parent
    }
  }

  @Suite(.alchemic { configureParties($0) }) struct Cycles {
    @Test func aWeakPropertyPointsBack() throws {
      let party: Party = try AcGet()
      do {
        let leader: Leader = try AcGet()
        let isSame = leader.party === party && party.leader === leader
        #expect(isSame)
      }
      #expect(party.leader == nil)
    }

    @Test func aFunctionPointsBack() throws {
      let parent: Parent = try AcGet()
      #expect(parent.child.parent === parent)
      #expect(try AcGet(Parent.self).child !== parent.child)
    }

    @Test func aCycleOfInitializers() {
      let ids = problems {
        try Alchemic.withModel {
          $0.register(Hen.init)
          $0.register(Egg.init)
        } operation: {
        }
      }
      #expect(ids == [.cycle])
    }

    @Test(
      .alchemic {
        let count = Mutex(0)
        $0.register(.lazy) {
          Count(
            number: count.withLock { number in
              number += 1
              return number
            })
        }
      })
    func anInitializerRunsOnce() async throws {
      let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 1...50 { group.addTask { try AcGet(Count.self).number } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(numbers.count == 50 && numbers.allSatisfy { $0 == 1 })
    }
  }

  final class Count: Sendable {
    let number: Int
    init(number: Int) { self.number = number }
  }
}
