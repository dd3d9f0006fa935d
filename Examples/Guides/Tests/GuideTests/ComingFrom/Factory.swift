// The code of Docs/Guides/ComingFromFactory.md.

import Alchemic
import AlchemicTesting
import Observation
import Synchronization
import Testing

enum FromFactory {
  protocol RecipeSource: AnyObject, Sendable {
    func flour(for bread: String) async throws -> Int
  }

  final class WebRecipes: RecipeSource, AlchemicCreatable {
    init() {}
    func flour(for bread: String) async throws -> Int { try await download(bread) }
  }

  @MainActor @Observable final class BakingModel {
    var loaves = 1
    @ObservationIgnored @Injected var recipes: any RecipeSource

    func flour() async throws -> Int { try await loaves * recipes.flour(for: "rye") }
  }

  final class FixedRecipes: RecipeSource {
    func flour(for bread: String) async throws -> Int { 500 }
  }

  struct Offline: Error {}

  @Sendable static func download(_ bread: String) async throws -> Int { throw Offline() }

  @Suite struct FirstSteps {
    @MainActor
    @Test(.alchemic { $0.register { FixedRecipes() } })
    func threeLoavesNeedThreeTimesTheFlour() async throws {
      let model = BakingModel()
      model.loaves = 3
      #expect(try await model.flour() == 1500)
    }

    @MainActor @Test(.alchemic) func theProgramHasTheRealRecipes() async throws {
      await #expect(throws: Offline.self) { try await BakingModel().flour() }
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

// MARK: - Declarations

extension FromFactory {
  enum BakeryTown: AcQualifier {}
  enum BakeryStreet: AcQualifier {}

  final class Loaf {
    var grams = 0
  }
  final class Oven: Sendable {}
  final class Cellar: Sendable {}
  final class Lamp: Sendable {}
  final class PriceList: Sendable {}

  final class Baker {
    let (oven, cellar): (Oven, Cellar)
    init(oven: Oven, cellar: Cellar) { (self.oven, self.cellar) = (oven, cellar) }
  }

  final class Cake: Sendable {
    let (candles, text): (Int, String)
    init(candles: Int, text: String) { (self.candles, self.text) = (candles, text) }
  }

  typealias Thermometer = @Sendable () async throws -> Int

  static func configureBakery(_ model: ModelBuilder) {
    model.register(.template) { Loaf() }
    model.register { Oven() }
    model.register(.lazy) { Cellar() }
    model.register(.weak) { Lamp() }
    model.register(Baker.init, .template)
    model.register(Cake.init(candles:text:), .argument, .argument)
    model.register { { 230 } as Thermometer }
    model.register(.qualifier(BakeryStreet.self)) { "Kornweg" }
  }

  final class BakerySetup: AlchemicConfig {
    static func configureAlchemic(_ model: ModelBuilder) {
      model.register(.lazy, .qualifier(BakeryTown.self)) { "Bern" }
    }
  }

  struct Sign {
    @Qualified<BakeryTown>.Injected var town: String
    @Qualified<BakeryStreet>.Injected var street: String
  }

  final class CakeShelf {
    @Injected var cake: Provider<Cake, Int, String>
    private var cakes: [Int: Cake] = [:]

    func cake(for age: Int) throws -> Cake {
      if let cake = cakes[age] { return cake }
      let new = try cake(age, "Happy birthday")
      cakes[age] = new
      return new
    }
  }

  @Suite(.alchemic { configureBakery($0) }) struct Declarations {
    @Test func lifetimes() throws {
      #expect(try AcGet(Loaf.self) !== AcGet(Loaf.self))
      #expect(try AcGet(Oven.self) === AcGet(Oven.self))
      #expect(try AcGet(Cellar.self) === AcGet(Cellar.self))
    }

    @Test func aWeakObjectLivesWithItsOwners() throws {
      weak var former: Lamp?
      func use() throws {
        let lamp: Lamp = try AcGet()
        former = lamp
        #expect(try AcGet(Lamp.self) === lamp)
      }
      try use()
      #expect(former == nil)
      try use()
    }

    @Test func anInitializerTakesItsArguments() throws {
      let baker: Baker = try AcGet()
      #expect(try baker.oven === AcGet(Oven.self) && baker.cellar === AcGet(Cellar.self))
    }

    @Test func severalValuesOfOneType() {
      #expect(Sign().town == "Bern" && Sign().street == "Kornweg")
    }

    @Test func argumentsOfTheCaller() throws {
      let cake = try AcGet(Provider<Cake, Int, String>.self)(7, "Ida")
      #expect(cake.candles == 7 && cake.text == "Ida")
      let shelf = CakeShelf()
      #expect(try shelf.cake(for: 7) === shelf.cake(for: 7))
      #expect(try shelf.cake(for: 7) !== shelf.cake(for: 8))
    }

    @Test(.alchemic { $0.register { { throw Offline() } as Thermometer } })
    func aTestReplacesAFunction() async throws {
      @Injected var temperature: Thermometer
      await #expect(throws: Offline.self) { try await temperature() }
    }

    @Test func aFunction() async throws {
      let temperature: Thermometer = try AcGet()
      #expect(try await temperature() == 230)
    }

    @Test func aSearchByType() throws {
      let oven: Oven? = try AcGet()
      let list: PriceList? = try AcGet()
      #expect(oven != nil && list == nil)
    }
  }

  @Suite(.alchemicMain) struct Start {
    @Test func theStartCreatesSingletonsAndALazyOneWaits() throws {
      let created = Mutex<[String]>([])
      let observation = Alchemic.observe { event in
        if case .didCreateObject(let factory, _) = event {
          created.withLock { $0.append(factory.name) }
        }
      }
      try Alchemic.start { configureBakery($0) }
      #expect(created.withLock { $0.contains("Oven") && !$0.contains("Cellar") })
      let first = try AcGet(Cellar.self)
      #expect(created.withLock { $0.last } == "Cellar")
      observation.cancel()

      Alchemic.reset()
      #expect(problems { _ = try AcGet(Cellar.self) } == [.notStarted])
      try Alchemic.start { configureBakery($0) }
      #expect(try AcGet(Cellar.self) !== first)
    }

    @Test func aLaunchProfile() throws {
      try Alchemic.start(profiles: [.named("mock1")]) { configureScales($0) }
      #expect(try AcGet((any Scales).self).name == "mock")
    }

    @Test func thePreviewProfile() throws {
      try Alchemic.start(profiles: [.preview]) { configureScales($0) }
      #expect(try AcGet((any Scales).self).name == "preview")
    }

    @Test func aStartMayReplaceFactories() throws {
      try Alchemic.start {
        $0.register(.primary) { FixedRecipes() as any RecipeSource }
      }
      #expect(try AcGet((any RecipeSource).self) is FixedRecipes)
    }
  }
}

// MARK: - Scopes

extension FromFactory {
  enum ShopSession: AlchemicScope {}

  final class Basket: Sendable {}

  final class Checkout {
    @Transient var basket: Basket
  }

  final class Batch: Sendable {}
  final class Mixer: Sendable {
    let batch: Batch
    init(batch: Batch) { self.batch = batch }
  }
  final class Bread: Sendable {
    let (mixer, batch): (Mixer, Batch)
    init(mixer: Mixer, batch: Batch) { (self.mixer, self.batch) = (mixer, batch) }
  }

  protocol Weighing: AnyObject {}
  protocol Pricing: AnyObject {}
  final class Counter: Weighing, Pricing {}

  static func configureShop(_ model: ModelBuilder) {
    model.register(.scope(ShopSession.self)) { Basket() }
    model.register(.expires(after: .seconds(1200))) { PriceList() }
    model.register(.perRequest) { Batch() }
    model.register(Mixer.init, .template)
    model.register(Bread.init, .template)
    model.register { Counter() }
  }

  @Suite(.alchemic { configureShop($0) }) struct Scopes {
    @Test func aSession() async throws {
      #expect(problems { _ = try AcGet(Basket.self) } == [.noScope])
      try Alchemic.open(ShopSession.self)
      let (basket, checkout): (Basket, Checkout) = (try AcGet(), Checkout())
      #expect(try AcGet(Basket.self) === basket && checkout.basket === basket)
      try await Alchemic.renew(ShopSession.self)
      #expect(try AcGet(Basket.self) !== basket)
      #expect(try checkout.basket === AcGet(Basket.self))
      try await Alchemic.close(ShopSession.self)
    }

    @Test func aScopeOfATask() async throws {
      @Sendable func shop() async throws -> Basket {
        try await Alchemic.withScope(ShopSession.self) {
          #expect(try AcGet(Basket.self) === AcGet(Basket.self))
          return try AcGet()
        }
      }
      async let (one, other) = (shop(), shop())
      #expect(try await one !== other)
    }

    @Test func oneObjectForEachRequest() throws {
      let bread: Bread = try AcGet()
      #expect(bread.batch === bread.mixer.batch)
      #expect(try AcGet(Bread.self).batch !== bread.batch)
    }

    @Test func oneObjectForTwoProtocols() throws {
      #expect(try AcGet((any Weighing).self) === AcGet((any Pricing).self))
    }

    @Test func aTime() throws {
      #expect(try AcGet(PriceList.self) === AcGet(PriceList.self))
    }

    @Test(.alchemic { $0.register(.expires(after: .nanoseconds(1))) { PriceList() } })
    func aTimeThatIsOver() throws {
      let list: PriceList = try AcGet()
      #expect(try AcGet(PriceList.self) !== list)
    }

    @Test(.alchemic { $0.register(.expires(after: .milliseconds(60))) { PriceList() } })
    func requestsDoNotExtendATime() async throws {
      let (list, begin): (PriceList, _) = (try AcGet(), ContinuousClock.now)
      while ContinuousClock.now - begin < .milliseconds(90) {
        _ = try AcGet(PriceList.self)
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(try AcGet(PriceList.self) !== list)
    }

    @Test func anObjectWouldOutliveItsScope() {
      let found = problems(ofModel: {
        configureShop($0)
        $0.register { (_: Basket) in Oven() }
      })
      #expect(found == [.captiveDependency])
    }
  }
}

// MARK: - Properties

extension FromFactory {
  final class Customer: Sendable {
    let name: String
    init(name: String) { self.name = name }
  }

  final class Till {
    @Injected var oven: Oven
    @Injected var loaf: Provider<Loaf>
    @Weak var lamp: Lamp?
    @Transient var customer: Customer?
    @Transient var recipes: any RecipeSource
  }

  final class Clerk {
    let oven: Oven
    init() throws { oven = try AcGet() }
  }

  final class Stall {
    let oven: Oven
    init(model: CapturedModel) throws { oven = try model.run { try AcGet() } }
  }

  static func configureTill(_ model: ModelBuilder) {
    model.register { Oven() }
    model.register(.template) { Loaf() }
    model.register(.weak) { Lamp() }
    model.register(Customer.self, .reference, .nillable)
    model.register { FixedRecipes() as any RecipeSource }
  }

  @Suite(.alchemic { configureTill($0) }) struct Properties {
    @Test func aPropertyResolvesAtItsFirstReadAndKeepsItsObject() throws {
      let till = Till()
      try AcSet(Oven())
      let oven = till.oven
      #expect(try oven === AcGet(Oven.self))
      try AcSet(Oven())
      #expect(till.oven === oven)
    }

    @Test func aProviderCreatesAtEachCall() throws {
      let till = Till()
      #expect(try till.loaf() !== till.loaf())
    }

    @Test func aWeakPropertyRetainsNothing() throws {
      let till = Till()
      func read() throws {
        let lamp: Lamp = try AcGet()
        #expect(till.lamp === lamp)
      }
      try read()
      #expect(till.lamp == nil)
    }

    @Test func aTransientPropertyFollows() throws {
      let till = Till()
      #expect(till.customer == nil)
      try AcSet(Customer(name: "Ida"))
      #expect(till.customer?.name == "Ida")
      try AcSet(nil as Customer?)
      #expect(till.customer == nil)

      let other = FixedRecipes()
      #expect(till.recipes !== other)
      try AcSet(other)
      #expect(till.recipes === other)
    }

    @Test func aValueByHand() throws {
      let (till, oven) = (Till(), Oven())
      till.$oven.use(oven)
      #expect(till.oven === oven)
      #expect(try AcGet(Oven.self) !== oven)
    }

    @Test func requests() async throws {
      let oven: Oven = try AcGet()
      #expect(try Clerk().oven === oven)
      let here = Alchemic.capture()
      let other = try await Task.detached { try Stall(model: here).oven }.value
      #expect(other === oven)
    }

    @Test func modelsSideBySide() throws {
      let oven: Oven = try AcGet()
      let stall = try Alchemic.withModel {
        $0.register(Customer.self, .reference, .nillable)
      } operation: {
        try Stall(model: Alchemic.capture())
      }
      #expect(try stall.oven !== oven && AcGet(Oven.self) === oven)
      let sharing = try Alchemic.withModel(sharing: .unaffected) { _ in
      } operation: {
        try Stall(model: Alchemic.capture())
      }
      #expect(sharing.oven === oven)
    }
  }
}

// MARK: - Many, decorated, and for a profile

extension FromFactory {
  protocol BakingStep: AnyObject, Sendable { var name: String { get } }

  final class Kneading: BakingStep, AlchemicCreatable {
    init() {}
    let name = "knead"
  }

  final class Proofing: BakingStep, AlchemicManaged {
    let name = "proof"
    static func alchemic(_ of: ClassObjectFactory) {
      AcInitializer(of, Proofing.init)
      AcRegister(of, .order(1))
    }
  }

  final class Cooling: BakingStep {
    let name = "cool"
  }

  final class Plan {
    @InjectedArray var steps: [any BakingStep]
    @Transient var current: [any BakingStep]
    var names: [String] { steps.map(\.name) }
  }

  @Suite(.alchemic) struct Many {
    @Test func allOfAProtocol() {
      #expect(Plan().names == ["proof", "knead"])
    }

    @Test func oneIsAdded() throws {
      let plan = Plan()
      #expect(plan.current.map(\.name) == ["proof", "knead"])
      let token = try Alchemic.add(Cooling())
      #expect(plan.current.map(\.name) == ["proof", "knead", "cool"])
      token.remove()
      #expect(plan.current.count == 2)
    }

    @Test(.alchemic { $0.register { Cooling() } })
    func aTestReplacesAll() {
      #expect(Plan().names == ["cool"])
    }
  }

  final class CountedRecipes: RecipeSource {
    let inner: any RecipeSource
    init(_ inner: any RecipeSource) { self.inner = inner }
    func flour(for bread: String) async throws -> Int { try await inner.flour(for: bread) + 1 }
  }

  @Suite(.alchemic { $0.register { FixedRecipes() } }) struct Decorating {
    @Test(.alchemic { $0.decorate((any RecipeSource).self) { CountedRecipes($0) } })
    func aDecoratorWraps() async throws {
      #expect(try await AcGet((any RecipeSource).self).flour(for: "rye") == 501)
    }

    @Test(
      .alchemic {
        $0.register { Loaf() }
        $0.inject(Loaf.self) { $0.grams += 750 }
      })
    func eachNewObjectIsFilledOnce() throws {
      #expect(try AcGet(Loaf.self) === AcGet(Loaf.self))
      #expect(try AcGet(Loaf.self).grams == 750)
    }
  }

  protocol Scales: AnyObject, Sendable { var name: String { get } }

  final class NamedScales: Scales {
    let name: String
    init(_ name: String) { self.name = name }
  }

  static func configureScales(_ model: ModelBuilder) {
    #if targetEnvironment(simulator)
    model.register { NamedScales("simulator") as any Scales }
    #else
    model.register { NamedScales("real") as any Scales }
    #endif
    model.register(.only(in: .named("mock1")), .primary) { NamedScales("mock") as any Scales }
    model.register(.only(in: .preview), .primary) { NamedScales("preview") as any Scales }
  }

  @Suite(.alchemic { configureScales($0) }) struct Contexts {
    @Test func noProfile() throws {
      #expect(try AcGet((any Scales).self).name == "real")
    }

    @Test(
      .alchemic {
        $0.register(.only(in: .preview, .test), .primary) { NamedScales("test") as any Scales }
      })
    func test() throws {
      #expect(try AcGet((any Scales).self).name == "test")
    }

    @Test(.alchemic { $0.register(.only(in: .debug)) { Lamp() } })
    func debug() throws {
      var isDebug = false
      assert({ isDebug = true }() == ())
      #expect(try (AcGet(Lamp?.self) != nil) == isDebug)
    }

    @Test func twoPrimaries() {
      let found = problems(ofModel: {
        $0.register(.only(in: .test), .primary) { NamedScales("a") }
        $0.register(.only(in: .debug, .test), .primary, .named("b")) { NamedScales("b") }
      }) {
        _ = try AcGet((any Scales).self)
      }
      #expect(found == [.severalMatches])
    }
  }
}

// MARK: - Mistakes

extension FromFactory {
  final class Chef: Sendable {
    init(helper: Helper) {}
  }
  final class Helper: Sendable {
    init(chef: Chef) {}
  }

  final class Miller {
    @Injected var mill: Mill
  }
  final class Mill {
    @Weak var miller: Miller?
  }

  @Suite struct Mistakes {
    @Test func nothingProducesIt() {
      #expect(problems(ofModel: { $0.register { (_: Oven) in Loaf() } }) == [.noMatch])
    }

    @Test func severalFactoriesProduceIt() {
      let classes = problems(ofModel: {
        $0.register { NamedScales("a") }
        $0.register { FixedRecipes() }
        $0.register(CountedRecipes.init)
      })
      #expect(classes == [.severalMatches])
      let values = problems(ofModel: {
        $0.register { 1 }
        $0.register { 2 }
      })
      #expect(values == [.duplicateName])
    }

    @Test func initializersNeedEachOther() {
      let found = problems(ofModel: {
        $0.register(Chef.init)
        $0.register(Helper.init)
      })
      #expect(found == [.cycle])
    }

    @Test(
      .alchemic {
        $0.register { Miller() }
        $0.register { Mill() }
      })
    func propertiesMayNeedEachOther() throws {
      let mill: Mill = try AcGet()
      #expect(mill.miller?.mill === mill)
    }

    @Test func aTransientPropertyOfATemplate() {
      let found = problems(ofModel: {
        $0.register { Oven() }
        $0.register { Lamp() }
        $0.register { Loaf() }
        $0.register(.template) { Customer(name: "Ida") }
        $0.register { Till() }
      })
      #expect(found == [.transientTemplate])
    }

    @Test func anUnsetReference() {
      let found = problems(ofModel: { $0.register(Customer.self, .reference) }) {
        _ = try AcGet(Customer.self)
      }
      #expect(found == [.unsetReference])
    }

    @Test func argumentsAreMissing() {
      let found = problems(ofModel: { configureBakery($0) }) { _ = try AcGet(Cake.self) }
      #expect(found == [.needsArguments])
    }

    @Test func aPropertyIsReadTooEarly() async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { _ = Till().oven }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("[not-started]"))
    }

    @Test func aPropertyIsGivenItsValueTooLate() async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let till = Till()
        till.$oven.use(Oven())
        _ = till.oven
        till.$oven.use(Oven())
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("before the property is read"))
    }

    @Test func aModelEnds() throws {
      let here = try Alchemic.withModel(configureTill) { Alchemic.capture() }
      #expect(problems { _ = try Stall(model: here) } == [.modelGone])
    }

    @Test func theWholeProgramIsChecked() throws { try Alchemic.validate() }
  }
}

// MARK: - Actors

extension FromFactory {
  actor Register {
    private(set) var total = 0
    func add(_ amount: Int) { total += amount }
  }

  @MainActor final class BakingScreen {
    let oven: Oven
    init(oven: Oven) { self.oven = oven }
  }

  @globalActor actor BakeryActor {
    static let shared = BakeryActor()
  }

  @BakeryActor final class Fermenter {
    init() { BakeryActor.assertIsolated() }
  }

  final class Pantry: Sendable {
    private struct Needs {
      @Injected var oven: Oven
    }
    private let needs = Needs()
    var oven: Oven { needs.oven }
  }

  static func configureActors(_ model: ModelBuilder) {
    model.register { Oven() }
    model.register { Register() }
    model.register(BakingScreen.init, .template)
    model.register(.lazy) { @BakeryActor () async in Fermenter() }
  }

  @Suite(.alchemic { configureActors($0) }) struct Actors {
    @Test func anActor() async throws {
      let register: Register = try AcGet()
      await register.add(3)
      #expect(await register.total == 3)
    }

    @MainActor @Test func theMainActor() throws {
      let screen: BakingScreen = try AcGet()
      #expect(try screen.oven === AcGet(Oven.self))
    }

    @Test func elsewhere() async throws {
      #expect(problems { _ = try AcGet(BakingScreen.self) } == [.needsMainActor])
      let screen: BakingScreen = try await AcGetAsync()
      #expect(try screen.oven === AcGet(Oven.self))
    }

    @Test func aSendableClassHasItsPropertiesInAStructure() throws {
      #expect(try Pantry().oven === AcGet(Oven.self))
    }

    @Test func aGlobalActor() async throws {
      #expect(problems { _ = try AcGet(Fermenter.self) } == [.needsAwait])
      let fermenter: Fermenter = try await AcGetAsync()
      #expect(try AcGet(Fermenter.self) === fermenter)
    }
  }
}
