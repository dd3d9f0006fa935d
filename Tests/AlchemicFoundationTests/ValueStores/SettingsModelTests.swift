import AlchemicFoundation
import AlchemicTestSupport
import Testing

private final class ManagedSettings: Settings, AlchemicManaged {
  @Setting var greeting = "hello"
}

private class ManagedBase: Settings, AlchemicManaged { @Setting var level = 1 }
private final class ManagedDerived: ManagedBase, AlchemicSubclass { @Setting var extra = 2 }

/// The tests of all targets are one program, and every start in it finds the classes above.
final class StoreOfTests: AlchemicConfig {
  static func configureAlchemic(_ model: ModelBuilder) {
    model.register { MemoryStore() as any ValueStore }
  }
}

@Suite struct SettingsModelTests {
  @Test("a managed class of settings is found, a singleton over the model's store", .mainModel)
  func found() throws {
    let store = MemoryStore()
    try Alchemic.start { $0.register(AcPrimary()) { store as any ValueStore } }
    let settings: ManagedSettings = try AcGet()
    settings.greeting = "good day"
    #expect(store.values == ["greeting": "good day"])
    #expect(try AcGet(ManagedSettings.self) === settings)
    #expect(try AcGet(ManagedDerived.self).store === store)
    #expect(try AcGet(ManagedDerived.self).extra == 2)
    #expect(store.defaults == ["greeting": "hello", "level": 1, "extra": 2])
  }

  @Test("without a store the message names the class that needs one")
  func noStore() throws {
    let found = problems { $0.add(ManagedSettings.self) }
    #expect(found.map(\.id) == [.noMatch])
    let text = try #require(found.first).description
    #expect(text.contains("Nothing produces 'ValueStore'"))
    #expect(text.contains("ManagedSettings (argument 1)"))
  }
}
