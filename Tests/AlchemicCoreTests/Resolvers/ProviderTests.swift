#if Waiting
import Alchemic
import AlchemicTestSupport
import Testing

private protocol Store: AnyObject {}
private final class Disk: Store {}
private final class Cloud: Store {}

private protocol Screen: AnyObject {}

private final class HabitView: Screen {
  let id: Int
  let store: any Store
  init(id: Int, store: any Store) { (self.id, self.store) = (id, store) }
}

private final class Page: Screen {
  @Injected var clock: Clock
}
private final class Clock {}
private final class Unknown {}

private struct Large: Equatable, Sendable, CustomStringConvertible {
  let numbers: (Int, Int, Int, Int, Int)
  init(_ number: Int) { numbers = (number, 2, 3, 4, 5) }
  static func == (a: Large, b: Large) -> Bool { a.numbers == b.numbers }
  var description: String { "\(numbers)" }
}

private func declare(_ model: ModelBuilder) {
  model.register(Disk.init, AcFactoryName("disk"), AcPrimary())
  model.register(Cloud.init, AcFactoryName("cloud"))
  model.register(Clock.init)
  model.register(Page.init, AcTemplate())
  model.register(HabitView.init(id:store:), AcArgument(), AcProtocol((any Store).self))
}

/// The forms in which a provider is taken, and what its calls return.
@Suite struct ProviderTests {
  private final class Host {
    @Injected var habit: Provider<HabitView, Int>
    @Injected var page: Provider<Page>
    @Injected var clock: Provider<Clock>
    @Injected var screen: Provider<any Store>
    @Injected var stores: Provider<[any Store]>
    @Injected(AcName("cloud")) var cloud: Provider<any Store>
    @Injected(AcClass(Cloud.self)) var ofClass: Provider<any Store>
    @Injected var unknown: Provider<Unknown>?
    @Injected var nothing: Provider<Unknown?>
    @Injected var pageIfAny: Provider<Page>?
    @Injected var screens: Provider<[any Equatable]>
  }

  @Test("P2: a property's provider passes typed arguments, and the object is new and injected")
  func arguments() throws {
    try Alchemic.withModel(declare) { () throws in
      let host = Host()
      let view = try host.habit(7)
      #expect(view.id == 7)
      #expect(try view.store === (AcGet() as any Store))
      #expect(try host.habit(7) !== view)
    }
  }

  @Test("P2: without arguments a provider returns what a request returns")
  func requests() throws {
    try Alchemic.withModel(declare) { () throws in
      let host = Host()
      let page = try host.page()
      #expect(try host.page() !== page)
      #expect(try page.clock === host.clock())
      #expect(try host.clock() === (AcGet() as Clock))
      #expect(try host.screen() === (AcGet() as Disk))
      try AcSet(Clock())
      #expect(try host.clock() === (AcGet() as Clock))
    }
  }

  @Test("P2: criteria of the property are those of the product")
  func criteria() throws {
    try Alchemic.withModel(declare) { () throws in
      let host = Host()
      let cloud: Cloud = try AcGet()
      #expect(try host.cloud() === cloud)
      #expect(try host.ofClass() === cloud)
      #expect(try (AcGet(AcName("cloud")) as Provider<any Store>)() === cloud)
      let page: Provider<any Screen> = try AcGet(AcClass(Page.self))
      #expect(try page() is Page)
    }
  }

  @Test("P2: an optional provider is nil if nothing creates the product, and so is its product")
  func optionals() throws {
    try Alchemic.withModel(declare) { () throws in
      let host = Host()
      #expect(host.unknown == nil)
      #expect(try host.nothing() == nil)
      #expect(try host.pageIfAny?() is Page)
      let inner: Provider<Unknown>?? = try AcGet()
      #expect(try #require(inner) == nil)
      let nested: Provider<Page>?? = try AcGet()
      #expect(try nested??() is Page)
      #expect(try AcGet(AcName("clod")) as Provider<any Store>? == nil)
    }
  }

  @Test("P2: a provider of an array creates or returns all objects")
  func arrays() throws {
    try withStartedModel(declare) { () throws in
      let host = Host()
      #expect(try host.stores().count == 1)
      #expect(try host.screens().isEmpty)
      let pages: Provider<[Page]> = try AcGet()
      #expect(try pages().first !== pages().first)
    }
  }

  @Test("P2: AcGet and AcGetAsync return providers, which can be nested")
  func requested() async throws {
    try await Alchemic.withModel(declare) { () async throws in
      let habit: Provider<HabitView, Int> = try AcGet()
      #expect(try habit(1).id == 1)
      let again = try await AcGetAsync(Provider<HabitView, Int>?.self)
      #expect(try again?(2).id == 2)
      let nested: Provider<Provider<HabitView, Int>> = try AcGet()
      #expect(try nested()(3).id == 3)
    }
  }

  private final class Ring {
    let other: Provider<Partner>
    let habit: Provider<HabitView, Int>
    let unknown: Provider<Unknown>?
    init(other: Provider<Partner>, habit: Provider<HabitView, Int>, unknown: Provider<Unknown>?) {
      (self.other, self.habit, self.unknown) = (other, habit, unknown)
    }
  }
  private final class Partner {
    let ring: Ring
    init(ring: Ring) { self.ring = ring }
  }

  @Test("P2: a provider as an argument needs no object, so it breaks a cycle of initializers")
  func cycle() throws {
    try Alchemic.withModel { model in
      declare(model)
      model.register(Ring.init)
      model.register(Partner.init)
    } operation: { () throws in
      let ring: Ring = try AcGet()
      #expect(try ring.other().ring === ring)
      #expect(try ring.habit(5).id == 5)
      #expect(ring.unknown == nil)
    }
  }

  private final class Impatient {
    init(other: Provider<Patient>) throws { _ = try other() }
  }
  private final class Patient {
    init(other: Impatient) {}
  }

  @Test("P2: a call within the creation that the product needs is a cycle")
  func callInCycle() throws {
    let model = try makeModel { model in
      model.register(Impatient.init)
      model.register(Patient.init)
    }
    #expect(problems { try model.createSingletons() }.map(\.id) == [.cycle])
  }

  @Test("P2: a template with arguments may create itself with other ones, deeply")
  func recursion() throws {
    final class Tree {
      let child: Tree?
      init(depth: Int, tree: Provider<Tree, Int>) throws {
        child = depth == 0 ? nil : try tree(depth - 1)
      }
    }
    try Alchemic.withModel { model in
      model.register { (depth: Given<Int>, tree: Provider<Tree, Int>) in
        try Tree(depth: depth.value, tree: tree)
      }
    } operation: { () throws in
      let tree: Provider<Tree, Int> = try AcGet()
      var next: Tree? = try tree(150)
      var depth = -1
      while let node = next { (next, depth) = (node.child, depth + 1) }
      #expect(depth == 150)
    }
  }

  @Test("P2: arguments of every layout arrive, also several, and are released")
  func layouts() throws {
    final class Token: Sendable {}
    typealias Made = (UInt8, Large, String?, Token, any CustomStringConvertible, Bool)
    try Alchemic.withModel { model in
      model.register {
        (
          a: Given<UInt8>, b: Given<Large>, clock: Clock, c: Given<String?>, d: Given<Token>,
          e: Given<any CustomStringConvertible>, f: Given<Bool>
        ) -> Made in
        (a.value, b.value, c.value, d.value, e.value, f.value)
      }
      model.register(Clock.init)
    } operation: { () throws in
      let make:
        Provider<
          Made, UInt8, Large, String?, Token, any CustomStringConvertible, Bool
        > = try AcGet()
      var token: Token? = Token()
      weak let released = token
      for text in [nil, "a text that is too long for a string's own words"] {
        let made = try make(3, Large(9), text, token!, Large(4), true)
        #expect(made.0 == 3 && made.1 == Large(9) && made.2 == text && made.3 === token)
        #expect("\(made.4)" == "\(Large(4))" && made.5)
      }
      token = nil
      #expect(released == nil)
    }
  }

  @Test("P2: the product is created as another type that it has, also in a box")
  func converted() throws {
    try Alchemic.withModel { model in
      declare(model)
      model.register { (number: Given<Int>) in Large(number.value) }
    } operation: { () throws in
      let screen: Provider<any Screen, Int> = try AcGet(AcClass(HabitView.self))
      let text: Provider<(any CustomStringConvertible)?, Int> = try AcGet()
      // The first call checks the types, and later ones create the product in place.
      for number in 4...6 {
        #expect(try (screen(number) as? HabitView)?.id == number)
        #expect(try text(number)?.description == "(\(number), 2, 3, 4, 5)")
      }
    }
  }

  @Test("P2: methods take arguments of a provider, with and without an object")
  func methods() throws {
    final class Library {
      func text(_ name: String, clock: Clock) -> String { "text \(name)" }
      static func note(_ name: String) -> Substring { "note \(name)" }
    }
    try Alchemic.withModel { model in
      model.register(Clock.init)
      model.declare(Library.self) { of in
        AcInitializer(of, Library.init)
        AcMethod(
          of, Library.text, AcArgument(), AcClass(Clock.self), options: AcFactoryName("text"))
        AcMethod(of, Library.note, AcArgument(), options: AcFactoryName("note"))
      }
    } operation: { () throws in
      let text: Provider<String, String> = try AcGet(AcName("text"))
      #expect(try text("a") == "text a")
      let note: Provider<Substring, String> = try AcGet(AcName("note"))
      #expect(try note("b") == "note b")
    }
  }

  @Test("P2: a factory that produces a provider itself wins")
  func registered() throws {
    let other = try makeModel { $0.register { 8 } }
    let provider: Provider<Int> = try other.get()
    try Alchemic.withModel { model in
      model.register { provider }
      model.register { 7 }
    } operation: { () throws in
      #expect(try (AcGet() as Provider<Int>)() == 8)
      #expect(try (AcGet() as Provider<Int>?)?() == 8)
    }
    try Alchemic.withModel {
      $0.register { [provider, provider] }
    } operation: { () throws in
      #expect(try (AcGet() as [Provider<Int>]).map { try $0() } == [8, 8])
    }
    withExtendedLifetime(other) {}
  }

  @Test("P2: a provider that was created by hand calls its function, without a model")
  func byHand() async throws {
    struct Failure: Error {}
    let habit = Provider { (id: Int) in HabitView(id: id, store: Disk()) }
    #expect(try habit(7).id == 7)
    #expect(try await habit.callAsync(8).id == 8)
    let text: Provider<String, Int, Bool> = Provider { number, isLong in
      if number == 0 { throw Failure() }
      return isLong ? "number \(number)" : "\(number)"
    }
    #expect(try text(1, true) == "number 1" && text(2, false) == "2")
    #expect(throws: Failure.self) { try text(0, true) }
    try Alchemic.withModel {
      $0.register { Provider { 7 } }
    } operation: { () throws in
      #expect(try (AcGet() as Provider<Int>)() == 7)
    }
  }

  private final class Follower {
    @Transient var clock: Provider<Clock>
    @Transient var later: Provider<Unknown>?
  }

  @Test("P2: a provider that is followed stays the same, and an optional one may come later")
  func followed() throws {
    let model = try makeModel(declare)
    try CurrentModel.withModel(model) { () throws in
      let follower = Follower()
      #expect(try follower.clock() === (AcGet() as Clock))
      #expect(follower.later == nil)
      try extend(model) { $0.register(Unknown.init) }
      #expect(try follower.later?() === (AcGet() as Unknown))
      #expect(try (AcGet() as Provider<Unknown>?)?() != nil)
    }
  }

  @Test("P2: a provider uses the factories of later revisions")
  func extended() throws {
    let model = try makeModel(declare)
    let store: Provider<any Store> = try model.get(matching: SearchCriteria(.named("disk")))
    let number: Provider<Int?> = try model.get()
    let named: Provider<Int?> = try model.get(matching: SearchCriteria(.named("number")))
    #expect(try number() == nil && named() == nil)
    try extend(model) {
      $0.register { 7 }
      $0.register(AcFactoryName("number")) { 8 }
    }
    #expect(try number() == 7 && named() == 8)
    #expect(try store() is Disk)
  }

  @Test("P2, M1: a singleton that loses to a primary for its only provider is not made at start")
  func overridden() throws {
    final class Real: Store { init() { Issue.record("the real one is made") } }
    try Alchemic.withModel { model in
      model.register(Real.init)
      model.register(Disk.init, AcPrimary())
      model.register { (store: Provider<any Store>) in 1 }
    } operation: { () throws in
      #expect(try AcGet() as any Store is Disk)
    }
  }
}
#endif
