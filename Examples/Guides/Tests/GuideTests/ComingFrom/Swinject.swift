// The code of Docs/Guides/ComingFromSwinject.md.

import Alchemic
import AlchemicTesting
import Foundation
import Synchronization
import Testing

enum FromSwinject {
  protocol RainForecast: AnyObject, Sendable {
    func millimetres() -> Float
  }

  final class OnlineForecast: RainForecast, AlchemicCreatable {
    init() {}
    func millimetres() -> Float { 0 }
  }

  enum RainLimit: AcQualifier {}

  final class GardenSetup: AlchemicConfig {
    static func configureAlchemic(_ model: ModelBuilder) {
      model.register(.qualifier(RainLimit.self)) { 5 as Float }
      model.register(
        Gardener.init(forecast:limit:), .byType, .qualified(RainLimit.self), options: .template)
    }
  }

  final class Gardener {
    let (forecast, limit): (any RainForecast, Float)
    init(forecast: any RainForecast, limit: Float) {
      (self.forecast, self.limit) = (forecast, limit)
    }
    var waters: Bool { forecast.millimetres() < limit }
  }

  final class WetForecast: RainForecast {
    func millimetres() -> Float { 12 }
  }

  @Suite struct FirstSteps {
    @Test(.alchemic { $0.register { WetForecast() as any RainForecast } })
    func rainSavesWater() throws {
      #expect(try AcGet(Gardener.self).waters == false)
    }

    @Test(.alchemic) func theProgramHasItsOwnForecast() throws {
      let gardener: Gardener = try AcGet()
      #expect(gardener.waters && gardener.forecast is OnlineForecast)
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

// MARK: - Registering

extension FromSwinject {
  class Tool { let name: String; init(name: String) { self.name = name } }

  final class Rake: Tool, Sharpened, Hanging {
    init() { super.init(name: "rake") }
  }
  final class Hoe: Tool {
    init() { super.init(name: "hoe") }
  }
  protocol Sharpened: AnyObject {}
  protocol Hanging: AnyObject {}

  struct Bed: Sendable, Equatable { var plants: Int }

  final class Plot {
    let (rake, bed): (Rake, Bed)
    init(rake: Rake, bed: Bed) { (self.rake, self.bed) = (rake, bed) }
    convenience init(rake: Rake) { self.init(rake: rake, bed: Bed(plants: 0)) }
  }

  final class Seed: Sendable {
    let (kind, number): (String, Int)
    init(kind: String, number: Int) { (self.kind, self.number) = (kind, number) }
  }

  enum OneBulb: AcQualifier {}
  enum BulbBag: AcQualifier {}

  final class Bulb: Sendable {
    let number: Int
    init() { number = 1 }
    init(number: Int) { self.number = number }
  }

  final class Row {
    let (rake, seed): (Rake, String)
    init(rake: Rake, seed: String) { (self.rake, self.seed) = (rake, seed) }
  }

  static func configureShed(_ model: ModelBuilder) {
    model.register { Rake() }
    model.register(.named("hoe")) { Hoe() }
    model.register { Bed(plants: 4) }
  }

  static func configurePlots(_ model: ModelBuilder) {
    model.register(.template) { (rake: Rake, bed: Bed) in Plot(rake: rake, bed: bed) }
    model.register(Seed.init(kind:number:), .argument, .argument)
    model.register(Row.init, .byType, .argument)
  }

  enum Shed {
    static func resolve<Service, each Argument>(
      _ type: Service.Type = Service.self, arguments: repeat each Argument
    ) throws -> Service {
      try AcGet(Provider<Service, repeat each Argument>.self)(repeat each arguments)
    }
  }

  final class Planter {
    @Injected var seed: Provider<Seed, String, Int>
  }

  @Suite(
    .alchemic {
      configureShed($0)
      configurePlots($0)
    })
  struct Registering {
    @Test func oneFactoryAnswersForItsClassAndItsProtocols() throws {
      let rake: Rake = try AcGet()
      let sharpened: any Sharpened = try AcGet()
      let hanging: any Hanging = try AcGet()
      #expect(sharpened === rake && hanging === rake)
    }

    @Test func aShimAnswersFormerRequests() throws {
      #expect(try Shed.resolve(Row.self, arguments: "carrots").seed == "carrots")
      #expect(try Shed.resolve(Rake.self) === AcGet(Rake.self))
    }

    @Test func namesAndClasses() throws {
      let hoe: Tool = try AcGet(.named("hoe"))
      #expect(hoe is Hoe)
      #expect(try AcGet(Tool.self, .named("hoe")) === AcGet(Hoe.self))
    }

    @Test func aValueIsACopy() throws {
      var bed: Bed = try AcGet()
      bed.plants += 1
      #expect(try AcGet(Bed.self) == Bed(plants: 4) && bed.plants == 5)
    }

    @Test func parametersAreDependencies() throws {
      let plot: Plot = try AcGet()
      #expect(try plot.rake === AcGet(Rake.self))
      #expect(plot.bed.plants == 4)
    }

    @Test(.alchemic { $0.register(Plot.init(rake:bed:), .template) })
    func anInitializerIsEnough() throws {
      #expect(try AcGet(Plot.self).bed.plants == 4)
    }

    @Test func argumentsOfTheCaller() throws {
      let planter = Planter()
      let oats = try planter.seed("oat", 30)
      #expect(oats.kind == "oat" && oats.number == 30)
      let row: Provider<Row, String> = try AcGet()
      #expect(try row("oat").seed == "oat" && row("oat").rake === AcGet(Rake.self))
    }

    @Test(
      .alchemic {
        $0.register(Bulb.init, .template, .qualifier(OneBulb.self))
        $0.register(Bulb.init(number:), .argument, options: .qualifier(BulbBag.self))
      })
    func twoInitializersOfAClass() throws {
      #expect(try AcGet(Bulb.self, .qualified(OneBulb.self)).number == 1)
      #expect(try AcGet(Provider<Bulb, Int>.self, .qualified(BulbBag.self))(20).number == 20)
    }

    @Test(.alchemic { $0.register(.primary) { Hoe() as Tool } })
    func aPrimaryFactoryWins() throws {
      #expect(try AcGet(Tool.self).name == "hoe")
    }

    @Test func aSecondRegistrationIsAProblem() {
      let same = problems(ofModel: {
        $0.register { Hoe() }
        $0.register { Hoe() }
      })
      #expect(same == [.duplicateName])
      let several = problems(ofModel: {
        $0.register { Hoe() }
        $0.register { Rake() }
      }) {
        _ = try AcGet(Tool.self)
      }
      #expect(several == [.severalMatches])
    }

    @Test func argumentsAreMissingOrWrong() {
      #expect(problems { _ = try AcGet(Row.self) } == [.needsArguments])
      #expect(problems { _ = try AcGet(Provider<Row, Int>.self) } == [.wrongArguments])
    }
  }
}

// MARK: - Resolving and injecting

extension FromSwinject {
  final class Hedge: Sendable {}
  final class Pond: Sendable {}

  final class Terrace {
    var hedge: Hedge?
    private(set) var pond: Pond?
    func attach(_ pond: Pond) { self.pond = pond }
  }

  final class Fountain: AlchemicAware {
    @Injected var pond: Pond
    private(set) var isRunning = false
    func didInjectDependencies() { isRunning = true }
  }

  final class Path {
    @Injected var hedge: Hedge
    @Injected var seedling: Provider<Seedling>
  }
  final class Seedling: Sendable {}

  /// Stands for a view controller, which a storyboard creates.
  final class GardenScreen {
    @Injected var hedge: Hedge
  }

  static func configureTerrace(_ model: ModelBuilder) {
    model.register(.lazy) { Hedge() }
    model.register { Pond() }
    model.register(.template) { Terrace() }
    model.inject(Terrace.self) { (terrace, hedge: Hedge, pond: Pond) in
      terrace.hedge = hedge
      terrace.attach(pond)
    }
    model.register(.template) { Fountain() }
    model.register(.template) { Seedling() }
  }

  @Suite(.alchemic { configureTerrace($0) }) struct Injecting {
    @Test func propertiesAndMethods() throws {
      let terrace: Terrace = try AcGet()
      #expect(try terrace.hedge === AcGet(Hedge.self) && terrace.pond === AcGet(Pond.self))
    }

    @Test func aHook() throws {
      #expect(try AcGet(Fountain.self).isRunning)
    }

    @Test func lazyAndProvided() throws {
      let path = Path()
      #expect(path.hedge === path.hedge)
      #expect(try path.hedge === AcGet(Hedge.self))
      #expect(try path.seedling() !== path.seedling())
    }

    @Test func optionalRequests() throws {
      let hedge: Hedge? = try AcGet()
      let wall: Wall? = try AcGet()
      #expect(hedge != nil && wall == nil)
      #expect(problems { let _: Wall = try AcGet() } == [.noMatch])
    }

    @Test func aScreenNeedsNoFactory() throws {
      let screen = GardenScreen()
      #expect(try screen.hedge === AcGet(Hedge.self))
    }

    @Test func manyThreadsHaveOneObject() async throws {
      let first: Hedge = try AcGet()
      let all = try await withThrowingTaskGroup(of: Hedge.self) { group in
        for _ in 1...50 { group.addTask { try AcGet(Hedge.self) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(all.count == 50 && all.allSatisfy { $0 === first })
    }
  }

  final class Wall {}
}

// MARK: - Cycles

extension FromSwinject {
  final class Nest {
    let tree: Tree
    init(tree: Tree) { self.tree = tree }
  }
  final class Tree {
    @Weak var nest: Nest?
  }

  final class Bee: Sendable {
    init(flower: Flower) {}
  }
  final class Flower: Sendable {
    init(bee: Bee) {}
  }

  static func configureTrees(_ model: ModelBuilder) {
    model.register(Nest.init)
    model.register { Tree() }
  }

  @Suite struct Cycles {
    @Test(.alchemic { configureTrees($0) })
    func aPropertyMayReferBack() throws {
      let nest: Nest = try AcGet()
      #expect(nest.tree.nest === nest)
    }

    @Test func initializersMayNot() {
      let found = problems(ofModel: {
        $0.register(Bee.init)
        $0.register(Flower.init)
      })
      #expect(found == [.cycle])
    }
  }
}

// MARK: - Lifetimes

extension FromSwinject {
  final class Leaf: Sendable {}
  final class Water: Sendable {}
  final class Root: Sendable {
    let water: Water
    init(water: Water) { self.water = water }
  }
  final class Plant: Sendable {
    let (root, water): (Root, Water)
    init(root: Root, water: Water) { (self.root, self.water) = (root, water) }
  }
  final class Shade: Sendable {}

  enum GrowingSeason: AlchemicScope {}
  final class Harvest: Sendable {}

  static func configurePlants(_ model: ModelBuilder) {
    model.register(.template) { Leaf() }
    model.register(.perRequest) { Water() }
    model.register(Root.init, .template)
    model.register(Plant.init, .template)
    model.register(.lazy) { Hedge() }
    model.register(.weak) { Shade() }
    model.register(.scope(GrowingSeason.self)) { Harvest() }
  }

  @Suite(.alchemic { configurePlants($0) }) struct Lifetimes {
    @Test func templateAndSingleton() throws {
      #expect(try AcGet(Leaf.self) !== AcGet(Leaf.self))
      #expect(try AcGet(Hedge.self) === AcGet(Hedge.self))
    }

    @Test func oneObjectForEachRequest() throws {
      let plant: Plant = try AcGet()
      #expect(plant.root.water === plant.water)
      #expect(try AcGet(Plant.self).water !== plant.water)
    }

    @Test func aWeakObjectLivesWithItsOwners() throws {
      weak var former: Shade?
      func use() throws {
        let shade: Shade = try AcGet()
        former = shade
        #expect(try AcGet(Shade.self) === shade)
      }
      try use()
      #expect(former == nil)
    }

    @Test func aScopeIsReset() async throws {
      #expect(problems { _ = try AcGet(Harvest.self) } == [.noScope])
      try Alchemic.open(GrowingSeason.self)
      let harvest: Harvest = try AcGet()
      #expect(try AcGet(Harvest.self) === harvest)
      try await Alchemic.renew(GrowingSeason.self)
      #expect(try AcGet(Harvest.self) !== harvest)
      try await Alchemic.close(GrowingSeason.self)
    }
  }
}

// MARK: - Containers and assemblies

extension FromSwinject {
  protocol DiaryEntry: AnyObject, Sendable { var text: String { get } }
  final class Sowing: DiaryEntry, AlchemicCreatable {
    init() {}
    let text = "sown"
  }
  final class Picking: DiaryEntry, AlchemicCreatable {
    init() {}
    let text = "picked"
  }

  final class GardenDiary: AlchemicCreatable {
    @InjectedArray var entries: [any DiaryEntry]
    init() {}
    static let texts = Mutex<[String]>([])
  }

  struct Weights: Decodable, Sendable {
    var apples: Int
    var pears = 2
    private enum CodingKeys: CodingKey { case apples }
  }

  static let weights = Data(#"{ "apples": 7 }"#.utf8)

  static func configureWeights(_ model: ModelBuilder) {
    model.register { try JSONDecoder().decode(Weights.self, from: weights) }
  }

  static func configureSeasons(_ model: ModelBuilder) {
    model.register(.only(in: .named("FromSwinject dry")), .primary) {
      WetForecast() as any RainForecast
    }
  }

  @Suite(.alchemicMain) struct Assemblies {
    @Test func aFunctionRunsAfterTheStart() throws {
      try Alchemic.start { configureShed($0) }
      let diary: GardenDiary = try AcGet()
      GardenDiary.texts.withLock { texts in texts = diary.entries.map(\.text) }
      #expect(GardenDiary.texts.withLock { $0 } == ["picked", "sown"])
      Alchemic.reset()
      #expect(problems { _ = try AcGet(GardenDiary.self) } == [.notStarted])
    }

    @Test func aProfileChoosesOther() throws {
      try Alchemic.start(profiles: [.named("FromSwinject dry")]) { configureSeasons($0) }
      #expect(try AcGet(Gardener.self).waters == false)
    }

    @Test func observersSeeWhatIsCreated() throws {
      let created = Mutex<[String]>([])
      let observation = Alchemic.observe { event in
        if case .didCreateObject(let factory, _) = event {
          created.withLock { $0.append(factory.name) }
        }
      }
      try Alchemic.start { configureShed($0) }
      observation.cancel()
      #expect(created.withLock { $0.contains("Rake") })
    }

    @Test func allMistakesAreReportedAtOnce() {
      let found = problems(ofModel: {
        $0.register { (_: Rake, _: Pond) in Hedge() }
        $0.register(Bee.init)
        $0.register(Flower.init)
      })
      #expect(found.sorted { $0.rawValue < $1.rawValue } == [.cycle, .noMatch, .noMatch])
    }
  }

  @Suite(.alchemic { configureShed($0) }) struct Containers {
    @Test func aChildHasWhatItsParentHas() throws {
      let rake: Rake = try AcGet()
      let (own, shared) = try Alchemic.withModel(sharing: .unaffected) {
        $0.register { Pond() }
      } operation: {
        (try AcGet(Pond?.self), try AcGet(Rake.self))
      }
      #expect(own != nil && shared === rake)
      #expect(try AcGet(Pond?.self) == nil)
    }

    @Test func aChildHasItsOwnObjects() throws {
      let rake: Rake = try AcGet()
      let other = try Alchemic.withModel { _ in
      } operation: {
        try ObjectIdentifier(AcGet(Rake.self))
      }
      #expect(other != ObjectIdentifier(rake))
    }

    @Test(.alchemic { configureWeights($0) })
    func aResourceIsAValue() throws {
      #expect(try AcGet(Weights.self).apples == 7)
    }

    @Test func theWholeProgramIsChecked() throws { try Alchemic.validate() }
  }
}
