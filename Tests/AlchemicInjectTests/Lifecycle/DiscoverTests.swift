import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Synchronization
import Testing

private protocol Rule: AnyObject {}
private final class HouseRule: Rule, Sendable {}
private final class NewRule: Rule, Sendable {}
private final class LateRule: Rule, Sendable {}

private final class Session: Sendable {}

/// A host without hooks.
private final class Page {
  @Transient var rules: [any Rule]
  @InjectedArray var captured: [any Rule]
  @Injected(AcName("discovered text")) var text: String?
}

/// A host with hooks, which may run a closure when it is notified.
private final class Screen: AlchemicAware {
  @Transient var rules: [any Rule]
  @Transient var session: Session?
  @Transient var late: LateRule?
  let log: Log<String>
  var whenTold: (Screen) -> Void = { _ in }

  init(_ log: Log<String> = Log()) { self.log = log }

  func didInject(variable: String) {
    log.add(variable == "rules" ? "rules \(rules.count)" : variable)
    whenTold(self)
  }
}

private struct Broken: Error {}

@Suite(.alchemicMain) struct DiscoverTests {
  private func start() throws {
    try Alchemic.start { model in
      model.register(HouseRule.init)
      model.register(Session.self, AcReference(), AcNillable())
    }
  }

  @Test("properties that follow get new objects, captured ones stay, new hosts capture the new")
  func properties() throws {
    try start()
    let page = Page()
    #expect(page.rules.count == 1)
    #expect(page.captured.count == 1)
    #expect(page.text == nil)
    let house = page.rules[0]

    let new = try Alchemic.discover { model in
      model.register(NewRule.init)
      model.register(AcFactoryName("discovered text")) { "new" }
    }
    #expect(new.map(\.name) == ["NewRule", "discovered text"])
    #expect(page.rules.count == 2)
    #expect(page.rules[0] === house)
    #expect(page.captured.count == 1)
    #expect(page.text == nil)
    #expect(Page().captured.count == 2)
    #expect(Page().text == "new")
    #expect(try AcGet([any Rule].self).count == 2)
    #expect(try AcGet() as NewRule === page.rules[1])
  }

  @Test("hosts with hooks are notified once for each changed property, in the order of injection")
  func hooks() throws {
    try start()
    let log = Log<String>()
    let screens = (0..<3).map { number in
      let screen = Screen()
      AcInjectDependencies(screen)
      screen.whenTold = { log.add("\(number) \($0.log.entries.last ?? "")") }
      return screen
    }
    try Alchemic.discover { model in
      model.register(NewRule.init)
      model.register(LateRule.init)
    }
    #expect(
      log.entries == [
        "0 rules 3", "0 late", "1 rules 3", "1 late", "2 rules 3", "2 late",
      ])
    try AcSet(LateRule())
    // A set of a new factory notifies the hosts that existed before.
    #expect(log.entries.count == 12)
    withExtendedLifetime(screens) {}
  }

  @Test("new singletons exist when discover() returns; lazy ones are created on request")
  func singletons() throws {
    try start()
    let made = Log<String>()
    let log = Log<String>()
    Alchemic.observe { event in
      switch event {
      case .didDiscover(let factories, let singletons, let duration):
        log.add("\(factories) \(singletons) \(duration > .zero)")
      case .warning(let warning): log.add("\(warning)")
      default: break
      }
    }
    try Alchemic.discover { model in
      model.register { () -> NewRule in
        made.add("new")
        return NewRule()
      }
      model.register(AcLazy()) { () -> LateRule in
        made.add("late")
        return LateRule()
      }
      model.register(HouseRule.self, AcReference(), AcFactoryName("unset"))
      model.register { (_: HouseRule, _: Session) in "" }
    } _: {
      #expect($0.problems.map(\.id) == [.severalMatches])
    }
    #expect(made.entries == [])
    try Alchemic.discover { model in
      model.register { () -> NewRule in
        made.add("new")
        return NewRule()
      }
      model.register(AcLazy()) { () -> LateRule in
        made.add("late")
        return LateRule()
      }
      model.register(Page.self, AcReference(), AcFactoryName("unset"))
      model.register(AcFactoryName("waits")) { (_: Page) in UInt16(1) }
    }
    #expect(made.entries == ["new"])
    #expect(log.entries.count == 2)
    #expect(log.entries.first?.hasPrefix("[waits-for-reference] 'waits' is not created") == true)
    #expect(log.entries.last == "4 1 true")
    #expect(try AcGet([any Rule].self).count == 3)
    #expect(made.entries == ["new", "late"])
  }

  @Test("a discovery without news is no error, sends no event, and creates no revision")
  func nothingNew() throws {
    try start()
    let log = Log<String>()
    Alchemic.observe { log.add("\($0)") }
    let revision = try Alchemic.model.revision
    #expect(try Alchemic.discover().isEmpty)
    #expect(try Alchemic.model.revision === revision)
    #expect(log.entries == [])
  }

  @Test("a discovery with problems is refused, and the model stays as it was")
  func refused() throws {
    try start()
    let screen = Screen()
    AcInjectDependencies(screen)
    let page = Page()
    let (rules, rule) = (page.rules, try AcGet() as any Rule)
    let told = screen.log.entries
    let error = alchemicError {
      try Alchemic.discover { model in
        model.declare(NewRule.self) { _ in }
        model.register { (_: LateRule) in Int64(1) }
      }
    }
    #expect(error?.problems.map(\.id) == [.notMakeable, .noMatch, .severalMatches])
    #expect(page.rules.count == 1)
    #expect(page.rules[0] === rules[0])
    #expect(try AcGet() as any Rule === rule)
    #expect(screen.log.entries == told)
    #expect(try AcGet(Int64?.self) == nil)
  }

  @Test("if a new singleton cannot be created, it is created on request, and no hook is called")
  func failingSingleton() throws {
    try start()
    let page = Page()
    let screen = Screen()
    AcInjectDependencies(screen)
    #expect(page.rules.count == 1)
    let repaired = Counter()
    let told = screen.log.entries
    try withExtendedLifetime(screen) { () throws in
      let error = alchemicError {
        try Alchemic.discover { model in
          model.register { () throws -> NewRule in
            if repaired.value == 0 { throw Broken() }
            return NewRule()
          }
        }
      }
      #expect(error?.problems.map(\.id) == [.creationFailed])
      #expect(error?.problems.first?.underlyingError is Broken)
      #expect(screen.log.entries == told)
      #expect(problems { _ = try AcGet() as NewRule }.map(\.id) == [.creationFailed])
      repaired.increment()
      #expect(page.rules.count == 2)
      #expect(try Alchemic.discover().isEmpty)
    }
  }

  @Test("an aspect is called with the new factories, and its repeated declarations count once")
  func aspects() throws {
    Watcher.log.add("-")
    try Alchemic.start { model in
      model.register(HouseRule.init)
      model.register(AcFactoryName("wants a watcher")) { Int32(0) }
    }
    try Alchemic.discover { $0.register(NewRule.init) }
    let seen = Watcher.log.entries.split(separator: "-").last.map { Array($0) }
    #expect(
      seen == ["will false", "did", "will true", "extended NewRule, serves NewRule"])
    #expect(try AcGet(AcName("always")) == Int16(1))
    #expect(try AcGet(AcName("serves NewRule")) == Int16(2))
    #expect(try AcGet([Watched].self).count == 1)
    #expect(try AcGet([WatchersOwn].self).count == 1)
  }

  @Test("a discovery does not change a task's own model")
  func scopedModel() throws {
    try start()
    try Alchemic.withModel {
      $0.register(HouseRule.init)
    } operation: { () throws in
      #expect(try AcGet([any Rule].self).count == 1)
      try Alchemic.discover { $0.register(NewRule.init) }
      #expect(try AcGet([any Rule].self).count == 1)
    }
    #expect(try AcGet([any Rule].self).count == 2)
  }

  @Test("extended models are released with all their objects")
  func reset() throws {
    weak var old: HouseRule?
    weak var new: NewRule?
    weak var model: Model?
    try start()
    try Alchemic.discover { $0.register(NewRule.init) }
    (old, new, model) = (try AcGet(), try AcGet(), try Alchemic.model)
    #expect(try AcGet([any Rule].self).count == 2)
    #expect(old != nil && new != nil && model != nil)
    Alchemic.reset()
    #expect(old == nil && new == nil && model == nil)
  }
}

extension Alchemic {
  /// Requires that a discovery throws, and checks its error.
  fileprivate static func discover(
    _ configure: (ModelBuilder) -> Void, _ check: (AlchemicError) -> Void
  ) throws {
    let error = alchemicError { try discover(configure) }
    check(try #require(error))
  }
}

/// A declaration of `Watcher`. Every start in these tests finds that aspect, but one test uses it.
private final class WatchersOwn {}
private struct Watched {}

private final class Watcher: AlchemicAspect {
  static let log = Log<String>()

  private static func isWanted(_ factories: [FactoryFacts]) -> Bool {
    factories.contains { $0.name == "wants a watcher" }
  }

  static func modelWillResolve(_ model: ModelBuilder) {
    guard isWanted(model.factories) else { return }
    log.add("will \(model.extendsModel)")
    model.register(AcFactoryName("always")) { Int16(1) }
    model.register { Watched() }
    model.declare(WatchersOwn.self) { AcInitializer($0, WatchersOwn.init) }
    for factory in model.factories where factory.product == NewRule.self {
      model.register(AcFactoryName("serves \(factory.name)")) { Int16(2) }
    }
  }

  static func modelDidResolve(_ model: Model) { if isWanted(model.factories) { log.add("did") } }

  static func modelDidExtend(_ model: Model, with factories: [FactoryFacts]) {
    guard isWanted(model.factories) else { return }
    log.add("extended \(factories.map(\.name).joined(separator: ", "))")
  }
}

extension DiscoverTests {
  @Test("new singletons are awaited; a call that does not wait changes nothing")
  func awaited() async throws {
    func configure(_ model: ModelBuilder) {
      model.register { () async -> NewRule in
        await Task.yield()
        return NewRule()
      }
      model.register { (rule: NewRule) in LateUser(rule) }
    }
    func discoverAtOnce() throws { try Alchemic.discover(configure) }
    try await Alchemic.start { $0.register(HouseRule.init) }
    let error = alchemicError { try discoverAtOnce() }
    #expect(error?.problems.map(\.id) == [.needsAwait])
    #expect(
      error?.description.contains("and this Alchemic.discover() does not wait.") == true)
    #expect(try AcGet(NewRule?.self) == nil)

    let new = try await Alchemic.discover(configure)
    #expect(new.map(\.name) == ["NewRule", "LateUser"])
    #expect(try AcGet() as LateUser === AcGet() as LateUser)
    #expect(try (AcGet() as LateUser).rule === AcGet() as NewRule)
  }

  @Test("a discovery that adds an awaited object to a followed array is refused")
  func awaitedAndFollowed() async throws {
    try await Alchemic.start { $0.register(HouseRule.init) }
    let page = Page()
    #expect(page.rules.count == 1)
    do {
      try await Alchemic.discover { model in
        model.register { () async -> NewRule in NewRule() }
      }
      Issue.record("it is refused")
    } catch let error as AlchemicError {
      #expect(error.problems.map(\.id) == [.needsAwait])
      #expect(error.description.contains("a property that follows it cannot wait"))
    }
    #expect(page.rules.count == 1)
    #expect(try AcGet(NewRule?.self) == nil)
  }

  @Test("a class of hosts that was checked is checked again by a discovery")
  func checkedAgain() throws {
    try Alchemic.start { model in
      model.register(HouseRule.init)
      model.register(Lazy.init, AcTemplate())
    }
    _ = try AcGet() as Lazy
    // Only the check of the class has requested a rule.
    let error = alchemicError { try Alchemic.discover { $0.register(NewRule.init) } }
    #expect(error?.problems.map(\.id) == [.severalMatches])
    try Alchemic.discover { $0.register(NewRule.init, AcPrimary()) }
    #expect(try (AcGet() as Lazy).rule is NewRule)
  }
}

fileprivate final class Lazy {
  @Injected var rule: any Rule
}

fileprivate final class LateUser {
  let rule: NewRule
  init(_ rule: NewRule) { self.rule = rule }
}
