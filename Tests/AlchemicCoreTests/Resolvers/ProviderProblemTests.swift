import AlchemicInject
import AlchemicTestSupport
import Testing

private protocol Screen: AnyObject {}
private final class HabitView: Screen {
  init(store: Store, id: Int, title: String) {}
}
private final class Page: Screen {}
private final class Other: Screen {}
private final class Store {}
private final class Unknown {}

private let place = "AlchemicCoreTests/ProviderProblemTests.swift"

private func declare(_ model: ModelBuilder) {
  model.register(Store.init)
  model.register(Page.init, AcTemplate())
  let sources: (ValueSource<Int>, ValueSource<String>) = (AcArgument(), AcArgument())
  model.register(
    HabitView.init(store:id:title:), AcClass(Store.self), sources.0, sources.1, line: 100)
}

/// What a start reports about providers.
@Suite struct ProviderProblemTests {
  @Test(
    "P2: a start checks the number and the types of a provider's arguments",
    arguments: [
      ("Provider<HabitView>", "no argument is given, and it takes 2: (Int, String)"),
      ("Provider<HabitView, Int>", "1 argument is given, and it takes 2: (Int, String)"),
      ("Provider<HabitView, Int, Int>", "argument 3 is 'Int', and it takes 'String'"),
      (
        "Provider<HabitView, String, Int>",
        "argument 2 is 'String', and it takes 'Int'; argument 3 is 'Int', and it takes 'String'"
      ),
      ("Provider<HabitView, Int?, String>", "argument 2 is 'Int?', and it takes 'Int'"),
    ])
  func wrongArguments(provider: String, detail: String) {
    let found = problems { model in
      declare(model)
      register(provider, in: model)
    }
    #expect(
      found.map(\.description) == [
        """
        [wrong-arguments] A \(provider) cannot create 'HabitView': \(detail).
           needed by   Int (argument 1) — \(place):200
           • 'HabitView' — \(place):100
           → take a Provider<HabitView, Int, String>
        """
      ])
  }

  private func register(_ provider: String, in model: ModelBuilder) {
    switch provider {
    case "Provider<HabitView>":
      model.register({ (view: Provider<HabitView>) in 1 }, line: 200)
    case "Provider<HabitView, Int>":
      model.register({ (view: Provider<HabitView, Int>) in 1 }, line: 200)
    case "Provider<HabitView, Int, Int>":
      model.register({ (view: Provider<HabitView, Int, Int>?) in 1 }, line: 200)
    case "Provider<HabitView, String, Int>":
      model.register({ (view: Provider<HabitView, String, Int>) in 1 }, line: 200)
    default:
      model.register({ (view: Provider<HabitView, Int?, String>) in 1 }, line: 200)
    }
  }

  @Test("P2: a provider with arguments for a factory that takes none is an error")
  func tooMany() {
    let found = problems { model in
      declare(model)
      model.register { (view: Provider<any Store2, String>) in 1 }
      model.register { Page2() as any Store2 }
    }
    #expect(
      found.map(\.detail) == ["1 argument is given, and it takes none"])
    #expect(found[0].description.contains("→ take a Provider<any Store2>"))
  }

  #if Suggestions
  @Test("P2: a provider for which nothing creates the product is an error, as a request for it")
  func noMatch() {
    let found = problems { model in
      model.register({ (unknown: Provider<Unknown>) in 1 }, line: 200)
    }
    #expect(
      found.map(\.description) == [
        """
        [no-match] Nothing produces 'Unknown'.
           needed by   Int (argument 1) — \(place):200
           → let Unknown conform to AlchemicCreatable, register a factory for it, or request an optional
        """
      ])
  }
  #endif

  @Test("P2: several factories for the product are an error, as for a request")
  func severalMatches() {
    let found = problems { model in
      declare(model)
      model.register { (screen: Provider<any Screen>) in 1 }
    }
    #expect(found.map(\.id) == [.severalMatches])
  }

  @Test("P1, P2: a provider of an array with an element that needs arguments names it")
  func array() {
    let found = problems { model in
      declare(model)
      model.register { (screens: Provider<[any Screen]>) in 1 }
    }
    #expect(found.map(\.id) == [.needsArguments])
    #expect(found.map(\.subject) == ["HabitView"])
  }

  @Test("P2: an array of providers is an error that names the provider of an array")
  func arrayOfProviders() throws {
    let found = problems { model in
      declare(model)
      model.register({ (pages: [Provider<Page>]) in 1 }, line: 200)
    }
    #expect(
      found.map(\.description) == [
        """
        [no-match] Nothing produces '[Provider<Page>]'.
           needed by   Int (argument 1) — \(place):200
           → request Provider<[Page]>, which contains all of them, or register a factory for [Provider<Page>]
        """
      ])
  }

  private final class Host {
    @Injected var view: Provider<HabitView, Int>
    @Injected var unknown: Provider<Unknown>
    @Injected var number: Provider<Int>
    @Injected var fine: Provider<Unknown>?
    @Weak var weak: Provider<Page>?
    @InjectedArray var pages: [Provider<Page>]
  }

  #if Suggestions
  @Test("P2: a host's properties are checked at start, without an object")
  func properties() {
    let found = problems { model in
      declare(model)
      model.register(Host.init, line: 200)
    }
    #expect(
      found.map(\.description) == [
        """
        [wrong-arguments] A Provider<HabitView, Int> cannot create 'HabitView': 1 argument is given, and it takes 2: (Int, String).
           needed by   Host.view
                       Host — \(place):200
           • 'HabitView' — \(place):100
           → take a Provider<HabitView, Int, String>
        """,
        """
        [no-match] Nothing produces 'Unknown'.
           needed by   Host.unknown
                       Host — \(place):200
           → let Unknown conform to AlchemicCreatable, register a factory for it, or request an optional
        """,
        """
        [no-match] Nothing produces 'Int'.
           needed by   Host.number
                       Host — \(place):200
           → register a factory for Int, or request an optional
        """,
        """
        [wrong-type] 'Provider<Page>' cannot be held weakly: it is no object.
           needed by   Host.weak
                       Host — \(place):200
           → use @Injected
        """,
        """
        [no-match] Nothing produces '[Provider<Page>]'.
           needed by   Host.pages
                       Host — \(place):200
           → request Provider<[Page]>, which contains all of them, or register a factory for [Provider<Page>]
        """,
      ])
  }
  #endif

  private final class Chooser {
    @Injected(AcName("Page")) var page: Provider<any Screen, Int>
    @Injected(AcName("Pgae")) var unknown: Provider<any Screen>
    @Injected(AcName("Page")) var fine: Provider<any Screen>
  }

  @Test("P2: a property that no criteria could save is an error for each factory that fits")
  func allWrong() {
    let found = problems { model in
      declare(model)
      model.register(Chooser.init)
    }
    #expect(found.map(\.id) == [.wrongArguments, .wrongArguments])
    #expect(found.map(\.subject) == ["Page", "HabitView"])
  }

  @Test("P2: criteria of a property are checked when the first host is made")
  func criteria() throws {
    let model = try makeModel { model in
      declare(model)
      model.register { (id: Given<Int>) in Other() }
      model.register(Chooser.init)
    }
    let found = problems { try model.createSingletons() }
    #expect(found.map(\.id) == [.wrongArguments, .noMatch])
    #expect(found.map { $0.path[0].subject } == ["Chooser.page", "Chooser.unknown"])
  }

  @Test("P2: the path of a call begins with the call")
  func path() throws {
    struct Failure: Error {}
    try Alchemic.withModel { model in
      model.register({ (id: Given<Int>) throws -> Page in throw Failure() }, line: 300)
    } operation: { () throws in
      let page: Provider<Page, Int> = try AcGet()
      let found = problems { _ = try page(1, line: 200) }
      #expect(
        found.map(\.description) == [
          """
          [creation-failed] Creating 'Page' failed.
             needed by   Provider — \(place):200
             • 'Page' — \(place):300
             because     Failure()
             → correct the cause; the next request tries again
          """
        ])
    }
  }

  @Test("P2: an addition with which a provider would have other arguments is refused")
  func extended() throws {
    let model = try makeModel { model in
      model.register { (text: Given<String>) in Page() }
    }
    let page: Provider<Page, String> = try model.get()
    let found = problems {
      try extend(model) { model in
        model.register({ (number: Given<Int>) in Page() }, AcPrimary())
      }
    }
    #expect(found.map(\.id) == [.wrongArguments])
    _ = try page("")
  }

  @Test("P2: a call whose arguments have other types since its injection is an error")
  func registeredLater() throws {
    let model = try makeModel { model in
      model.register { (text: Given<String>) in Page() }
    }
    let page: Provider<Page, String> = try model.get()
    _ = try page("")
    // From now on, a factory answers requests for the provider, and so they allow this.
    try extend(model) { model in
      model.register { page }
      model.register({ (number: Given<Int>) in Page() }, AcPrimary())
    }
    let found = problems { _ = try page("", line: 200) }
    #expect(found.map(\.id) == [.wrongArguments])
    #expect(found[0].detail == "argument 1 is 'String', and it takes 'Int'")
    #expect(found[0].path.map(\.subject) == ["Provider"])
  }
}

private protocol Store2: AnyObject {}
private final class Page2: Store2 {}
