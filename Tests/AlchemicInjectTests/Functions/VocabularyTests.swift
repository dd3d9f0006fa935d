#if Invoking
import AlchemicCore
import Alchemic
import AlchemicTestSupport
import Testing

private protocol Feed: AnyObject {}
private protocol Audited: AnyObject {}
private final class LiveFeed: Feed {}
private final class FileFeed: Feed, Audited {}
private class Card: Feed {}
private final class Amex: Card, Audited {}

private final class Bank {
  let feed: any Feed
  let retries: Int
  let limit: Int?
  init(feed: any Feed, retries: Int, limit: Int?) {
    self.feed = feed
    self.retries = retries
    self.limit = limit
  }
  func transfer(to url: String) -> Transfer { Transfer(url: url) }
}
private struct Transfer { let url: String }
private final class Page { init() {} }

private final class Host {
  @Injected(.named("live")) var named: any Feed
  @Injected(.ofClass(FileFeed.self)) var ofClass: any Feed
  @Injected(.ofClass(Card.self), .conforming((any Audited).self)) var both: any Feed
  @Injected(.value(3)) var constant: Int
  @Injected(.value(4)) var optionalConstant: Int?
  @Injected(.value(nil)) var nothing: Int?
  @InjectedArray(.conforming((any Audited).self)) var audited: [any Feed]
  @InjectedArray(.value(1), .value(2)) var numbers: [Int]
  @Weak(.named("live")) var weak: (any Feed)?
  @Transient(.named("live")) var transient: any Feed
}

@Suite struct VocabularyTests {
  private func declareFeeds(_ model: ModelBuilder) {
    model.register(.named("live")) { LiveFeed() }
    model.register { FileFeed() }
    model.register { Amex() }
  }

  @Test("A2: a property takes criteria and constants with a leading dot")
  func properties() throws {
    try Alchemic.withModel(declareFeeds) {
      let host = Host()
      #expect(host.named is LiveFeed && host.ofClass is FileFeed && host.both is Amex)
      #expect(host.constant == 3 && host.optionalConstant == 4 && host.nothing == nil)
      #expect(host.audited.count == 2 && host.numbers == [1, 2])
      #expect(host.weak === host.named && host.transient === host.named)
    }
  }

  @Test("A2: the functions of a program take criteria with a leading dot")
  func functions() throws {
    try Alchemic.withModel { model in
      declareFeeds(model)
      model.register(.template, .named("page")) { (feed: LiveFeed) in Page() }
      model.register((any Audited).self, .reference, .nillable, .named("auditor"))
    } operation: {
      let live: any Feed = try AcGet(.named("live"))
      #expect(live is LiveFeed)
      #expect(try AcGet((any Feed).self, .ofClass(Card.self)) is Amex)
      let first: Page = try AcInvoke(.named("page"))
      #expect(try AcGet(Page.self, .named("page")) !== first)
      let auditor = FileFeed()
      try AcSet(auditor as any Audited, .named("auditor"))
      #expect(try AcGet((any Audited).self, .named("auditor")) === auditor)
      try AcSet(AcNil, .named("auditor"))
    }
  }

  @Test("A2: an argument takes a source with a leading dot, and a second criterion")
  func sources() throws {
    for style in 0...1 {
      try Alchemic.withModel { model in
        declareFeeds(model)
        model.register(.named("url")) { "postgres://" }
        model.declare(Bank.self) { of in
          if style == 0 {
            AcInitializer(
              of, Bank.init(feed:retries:limit:),
              .matching(.conforming((any Audited).self), .ofClass(Card.self)), .value(3), .value(4))
            AcMethod(
              of, Bank.transfer(to:), .named("url"), options: .template, .named("transfer"))
          } else {
            AcInitializer(
              of, Bank.init(feed:retries:limit:),
              AcMatching(AcProtocol((any Audited).self), AcClass(Card.self)), AcInt(3),
              AcValue(4))
            AcMethod(
              of, Bank.transfer(to:), AcName("url"), options: AcTemplate(),
              AcFactoryName("transfer"))
          }
          AcRegister(of, .lazy, .order(2))
        }
      } operation: {
        let bank: Bank = try AcGet()
        #expect(bank.feed is Amex && bank.retries == 3 && bank.limit == 4)
        #expect(try AcGet(Transfer.self, .named("transfer")).url == "postgres://")
      }
    }
  }

  @Test("A2, P1: an argument is found by its type, beside one that needs more")
  func byType() throws {
    try Alchemic.withModel { model in
      model.register { LiveFeed() }
      model.register(Bank.init, .byType, .value(3), .byType, options: .named("first"))
      model.register(Bank.init, AcByType(), .argument, AcByType(), options: .named("second"))
    } operation: { () throws in
      let first: Bank = try AcGet(.named("first"))
      #expect(first.feed is LiveFeed && first.retries == 3 && first.limit == nil)
      let second: Bank = try AcInvoke(.named("second"), 4)
      #expect(second.feed is LiveFeed && second.retries == 4)
    }
  }

  @Test("A2: sources of a registered function have a leading dot, and its options a label")
  func registeredFunction() throws {
    try Alchemic.withModel { model in
      declareFeeds(model)
      model.register(Bank.init, .named("live"), .value(1), .value(nil), options: .named("bank"))
    } operation: {
      let bank: Bank = try AcGet(.named("bank"))
      #expect(bank.feed is LiveFeed && bank.retries == 1 && bank.limit == nil)
    }
  }

  @Test(
    "A2: each option with a leading dot is the option of its function",
    arguments: [
      (.template, AcTemplate()), (.reference, AcReference()), (.primary, AcPrimary()),
      (.fallback, AcFallback()), (.arguments(1...2), AcArguments(1...2)),
      (.nillable, AcNillable()), (.weak, AcWeak()), (.transient, AcTransient()),
      (.lazy, AcLazy()), (.order(2), AcOrder(2)), (.named("x"), AcFactoryName("x")),
      (.live, AcLive()),
    ] as [(FactoryOption, FactoryOption)])
  func options(_ option: FactoryOption, _ function: FactoryOption) {
    #expect(option.kind == function.kind)
  }

  @Test("A2, M9: an option without a call of its own has the location of its registration")
  func locations() {
    let line: UInt = #line + 2
    let problems = problems { model in
      model.declare(Page.self) { AcRegister($0, .template, .weak, AcNillable()) }
    }
    let places = problems.filter { $0.id == .optionConflict }.flatMap(\.candidates)
    #expect(places.count == 4)
    #expect(places.allSatisfy { $0.location?.line == Int(line) })
  }
}
#endif
