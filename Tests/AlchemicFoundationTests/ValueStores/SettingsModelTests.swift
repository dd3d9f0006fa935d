import AlchemicFoundation
import AlchemicTestSupport
import Testing

private final class ManagedSettings: Settings, AlchemicManaged {
  @Setting var greeting = "hello"
}

private class ManagedBase: Settings, AlchemicManaged { @Setting var level = 1 }
private final class ManagedDerived: ManagedBase, AlchemicSubclass { @Setting var extra = 2 }

@Suite(.mainModel) struct SettingsModelTests {
  @Test("a managed class of settings is found, a singleton over the model's store")
  func found() throws {
    let store = MemoryStore()
    try Alchemic.start { $0.register { store as any ValueStore } }
    let settings: ManagedSettings = try AcGet()
    settings.greeting = "good day"
    #expect(store.values == ["greeting": "good day"])
    #expect(try AcGet(ManagedSettings.self) === settings)
    #expect(try AcGet(ManagedDerived.self).store === store)
    #expect(try AcGet(ManagedDerived.self).extra == 2)
  }

  @Test("without a store the message names the class that needs one")
  func noStore() {
    let error = alchemicError { try Alchemic.start() }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("ManagedSettings"))
    #expect(text.contains("ValueStore"))
  }
}
