import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

private protocol Store: AnyObject {}
private final class DefaultStore: Store { init() {} }
private final class CustomStore: Store { init() {} }

private final class Session: Sendable {}
private final class Keeper {
  let session: Session
  init(session: Session) { self.session = session }
}

// Every start of the main model in these tests finds all of these, so each looks for a factory that
// only its own test declares.

/// Adds a store if no other factory produces one.
private final class Fallback: AlchemicAspect {
  static func modelWillResolve(_ model: ModelBuilder) {
    guard model.factories.contains(where: { $0.name == "wants a store" }) else { return }
    if !model.produces((any Store).self) { model.register { DefaultStore() } }
  }
}

/// Sets the object that the singletons need, and logs its calls.
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
  @Test("L7: an aspect may read the declarations, and add to them")
  func addsToModel() throws {
    try withStartedModel { model in
      model.add(Fallback.self)
      model.register(AcFactoryName("wants a store")) { "yes" }
    } _: { () throws in
      #expect(try (AcGet() as any Store) is DefaultStore)
    }
    try withStartedModel { model in
      model.add(Fallback.self)
      model.register(AcFactoryName("wants a store")) { "yes" }
      model.register { CustomStore() as any Store }
    } _: { () throws in
      #expect(try (AcGet() as any Store) is CustomStore)
    }
  }

  @Test("L7: the declarations of an aspect are checked like all others")
  func isChecked() throws {
    #expect(
      problems { model in
        model.add(Wrong.self)
        model.register(AcFactoryName("wants a mistake")) { "yes" }
      }.map(\.id) == [.noMatch])
  }

  @Test(
    "L7: an aspect gets the model when it is valid; singletons get the objects that it sets",
    .alchemicMain)
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

  @Test("L7: discovery finds aspects", .alchemicMain)
  func found() throws {
    try Alchemic.start()
    #expect(try AcGet(AcName("added by an aspect")) == Int8(11))
  }
}
