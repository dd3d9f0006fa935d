import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class Feed: Sendable {}

private final class Bank {
  let feed: Feed
  init(feed: Feed) { self.feed = feed }
}

private final class Branch {
  let bank: Bank
  init(bank: Bank) { self.bank = bank }
}

private final class Screen: AlchemicAware {
  @Injected var feed: Feed
  init(_ made: Counter) { made.increment() }
}

private final class LazyScreen {
  @Injected var feed: Feed
  init() {}
}

@Suite(.alchemicMain) struct WaitingTests {
  @Test("M3, L1: a singleton that needs an unset reference is made on request, not at start")
  func waits() throws {
    let made = Counter()
    let warnings = Log<String>()
    Alchemic.observe { if case .warning(let warning) = $0 { warnings.add(warning.headline) } }
    try Alchemic.start { model in
      model.register(Feed.self, AcReference())
      model.register { (feed: Feed) in
        made.increment(); return Bank(feed: feed)
      }
      model.register { (bank: Bank) in
        made.increment(); return Branch(bank: bank)
      }
      model.register(AcFactoryName("sound")) {
        made.increment(); return 1
      }
    }
    #expect(made.value == 1)
    #expect(
      warnings.entries.filter { $0.contains("'Feed'") }
        == ["Bank", "Branch"].map {
          "[waits-for-reference] '\($0)' is not created at start: it needs the reference 'Feed', which "
            + "AcSet has not set yet."
        })
    #expect(problems { _ = try AcGet() as Branch }.map(\.id) == [.unsetReference])
    #expect(made.value == 1)
    let feed = Feed()
    try AcSet(feed)
    #expect(try (AcGet() as Branch).bank.feed === feed)
    #expect(made.value == 3)
  }

  @Test("M3, L1: a host with hooks whose property needs an unset reference waits too")
  func hostWaits() throws {
    let made = Counter()
    try Alchemic.start { model in
      model.register(Feed.self, AcReference())
      model.register { Screen(made) }
      model.register(LazyScreen.init)
    }
    #expect(made.value == 0)
    try AcSet(Feed())
    _ = try AcGet() as Screen
    #expect(made.value == 1)
  }

  @Test("M3, L1: a singleton whose closure requests the reference with AcGet waits too")
  func closureWaits() throws {
    try Alchemic.start { model in
      model.register(Feed.self, AcReference())
      model.register { Bank(feed: try AcGet()) }
    }
    try AcSet(Feed())
    _ = try AcGet() as Bank
  }

  @Test("M3, G2: no singleton waits for a reference that was set before the start")
  func setBefore() throws {
    let made = Counter()
    try AcSet(Feed())
    try Alchemic.start { model in
      model.register(Feed.self, AcReference())
      model.register { (feed: Feed) in
        made.increment(); return Bank(feed: feed)
      }
    }
    #expect(made.value == 1)
  }
}
