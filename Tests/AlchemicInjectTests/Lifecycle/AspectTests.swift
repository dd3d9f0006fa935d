import AlchemicInject
import AlchemicTestSupport
import Testing

private protocol Store: AnyObject {}
private final class DefaultStore: Store { init() {} }
private final class CustomStore: Store { init() {} }

private final class Session: Sendable {}
private final class Keeper {
  let session: Session
  init(session: Session) { self.session = session }
}

// All of these are found in every start of the main model of these tests, so each looks for what
// only its own test declares.

/// Adds a store where nobody else has one.
private final class Fallback: AlchemicAspect {
  static func modelWillResolve(_ model: ModelBuilder) {
    guard model.factories.contains(where: { $0.name == "wants a store" }) else { return }
    if !model.produces((any Store).self) { model.register { DefaultStore() } }
  }
}

/// Sets what the singletons need, and remembers what it saw.
private final class Setter: AlchemicAspect {
  static let seen = Log<String>()
  static func modelWillResolve(_ model: ModelBuilder) {
    if model.factories.contains(where: { $0.name == "Keeper" }) { seen.add("will") }
  }
  static func modelDidResolve(_ model: Model) {
    guard model.factories.contains(where: { $0.name == "Keeper" }) else { return }
    seen.add("did")
    seen.add("asks: \((try? AcGet() as Session) == nil)")
    try? AcSet(Session())
  }
}

private final class Found: AlchemicAspect {
  static func modelWillResolve(_ model: ModelBuilder) {
    model.register(AcFactoryName("added by an aspect")) { 11 as Int8 }
  }
}

private final class Wrong: AlchemicAspect {
  static func modelWillResolve(_ model: ModelBuilder) {
    guard model.factories.contains(where: { $0.name == "wants a mistake" }) else { return }
    model.register { (_: Session) in 1 }
  }
}

@Suite struct AspectTests {
  @Test("L7: an aspect may look at what is declared, and add to it")
  func addsToModel() throws {
    try withModel { model in
      model.add(Fallback.self)
      model.register(AcFactoryName("wants a store")) { "yes" }
    } _: { () throws in
      #expect(try (AcGet() as any Store) is DefaultStore)
    }
    try withModel { model in
      model.add(Fallback.self)
      model.register(AcFactoryName("wants a store")) { "yes" }
      model.register { CustomStore() as any Store }
    } _: { () throws in
      #expect(try (AcGet() as any Store) is CustomStore)
    }
  }

  @Test("L7: what an aspect adds is checked like everything else")
  func isChecked() throws {
    #expect(
      problems { model in
        model.add(Wrong.self)
        model.register(AcFactoryName("wants a mistake")) { "yes" }
      }.map(\.id) == [.noMatch])
  }

  @Test(
    "L7: an aspect sees the model when it is sound; what it sets is there for singletons",
    .mainModel)
  func didResolve() throws {
    let made = Counter()
    func configure(_ model: ModelBuilder) {
      model.register(Session.self, AcReference())
      model.register { (session: Session) in
        made.increment()
        return Keeper(session: session)
      }
    }
    try Alchemic.validate(configure)
    #expect(Setter.seen.entries == ["will"])
    try Alchemic.start(configure)
    #expect(Setter.seen.entries == ["will", "will", "did", "asks: true"])
    #expect(made.value == 1)
  }

  @Test("L7: aspects are found by themselves", .mainModel)
  func found() throws {
    try Alchemic.start()
    #expect(try AcGet(AcName("added by an aspect")) == Int8(11))
  }
}
