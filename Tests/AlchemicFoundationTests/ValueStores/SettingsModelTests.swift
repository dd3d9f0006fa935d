import AlchemicTestSupport
import AlchemicTesting
import Testing

@testable import AlchemicFoundation

private final class ManagedSettings: StoredSettings, AlchemicManaged {
  @Setting var greeting = "hello"
}

private class ManagedBase: StoredSettings, AlchemicManaged { @Setting var level = 1 }
private final class ManagedDerived: ManagedBase, AlchemicSubclass { @Setting var extra = 2 }

@Suite struct SettingsModelTests {
  @Test("a managed class of settings is found, a singleton over the model's store", .alchemicMain)
  func found() throws {
    let store = MemoryStore()
    try Alchemic.start { $0.register { store as any ValueStore } }
    let settings: ManagedSettings = try AcGet()
    settings.greeting = "good day"
    #expect(store.values == ["greeting": "good day"])
    #expect(try AcGet(ManagedSettings.self) === settings)
    #expect(try AcGet(ManagedDerived.self).store === store)
    #expect(try AcGet(ManagedDerived.self).extra == 2)
    // The process has other classes of settings, whose defaults are registered too.
    let defaults = store.defaults.filter { ["greeting", "level", "extra"].contains($0.key) }
    #expect(defaults == ["greeting": "hello", "level": 1, "extra": 2])
  }

  @Test(
    "L7: a model without a store of its own has the user's defaults; a custom one replaces them")
  func defaultStore() throws {
    try Alchemic.withModel { model in
      model.add(ManagedSettings.self)
      model.add(DefaultValueStore.self)
    } operation: { () throws in
      #expect(try AcGet(ManagedSettings.self).store is UserDefaultsStore)
      #expect(try AcGet([any ValueStore].self).count == 1)
    }
    try Alchemic.withModel { model in
      model.add(ManagedSettings.self)
      model.add(DefaultValueStore.self)
      model.register { MemoryStore() }
    } operation: { () throws in
      #expect(try AcGet(ManagedSettings.self).store is MemoryStore)
      #expect(try AcGet([any ValueStore].self).count == 1)
    }
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
