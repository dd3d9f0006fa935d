import AlchemicFoundation
import AlchemicTestSupport
import AlchemicTesting
import Foundation
import Testing

private final class Dates: StoredSettings {
  @Setting var date = Date(timeIntervalSinceReferenceDate: 0)
  let changes = Log<String>()
  override func settingDidChange(_ key: String) { changes.add(key) }
}

private final class Lists: StoredSettings {
  @Setting(
    SettingTransformer(
      toStore: { (depth: Int) in (0..<depth).reduce(.int(1)) { value, _ in .array([value]) } },
      fromStore: { _ in 0 }))
  var depth = 0
}

private final class Light: StoredSettings { @Setting var theme = "light" }
private final class Sepia: StoredSettings { @Setting var theme = "sepia" }

private final class Refusing: StoredSettings {
  @Setting(
    SettingTransformer<Int?>(
      toStore: { $0 == 5 ? nil : $0.map { .int(Int64($0)) } ?? .null },
      fromStore: { if case .int(let value) = $0 { Int(value) } else { .some(nil) } }))
  var number: Int? = 5
}

@Suite struct SettingEdgeTests {
  @Test("a date that is no number is one value, and writing it ends", .timeLimit(.minutes(10)))
  func noDate() throws {
    let nothing = Date(timeIntervalSinceReferenceDate: .nan)
    #expect(StoreValue.date(nothing) == .date(nothing))
    #expect(StoreValue.date(nothing).hashValue == StoreValue.date(nothing).hashValue)
    let settings = Dates(store: MemoryStore())
    settings.date = nothing
    settings.date = nothing
    #expect(settings.changes.entries == ["date"])
    let suite = "alchemic.tests.\(UUID().uuidString)"
    defer { UserDefaults(suiteName: suite)?.removePersistentDomain(forName: suite) }
    let store = try #require(UserDefaultsStore(suiteName: suite))
    store.set(.date(nothing), forKey: "a date that is none")
    store.set(nil, forKey: "a date that is none")
  }

  @Test("a value that is nested too deep for a file is refused with a warning", .alchemicMain)
  func deep() {
    let warnings = Log<String>()
    Alchemic.observe { if case .warning(let warning) = $0 { warnings.add("\(warning)") } }
    let store = MemoryStore()
    let lists = Lists(store: store)
    lists.depth = 200
    let before = store.values
    #expect(before.count == 1)
    lists.depth = 1000
    #expect(store.values == before)
    // There may be warnings of other tests' settings.
    #expect(warnings.entries.count { $0.contains("'Lists.depth' keeps its value: ") } == 1)
  }

  @Test("a value that cannot be read causes one warning", .alchemicMain)
  func unreadable() {
    let warnings = Log<String>()
    Alchemic.observe { if case .warning(let warning) = $0 { warnings.add("\(warning)") } }
    let light = Light(store: MemoryStore(["theme": 3]))
    #expect(light.theme == "light")
    #expect(light.theme == "light")
    #expect(warnings.entries.count { $0.contains("'Light.theme' reads as its default: ") } == 1)
  }

  @Test("two classes with one key share the default of the first")
  func sharedKey() {
    let store = MemoryStore()
    let (light, sepia) = (Light(store: store), Sepia(store: store))
    #expect(light.theme == "light" && sepia.theme == "light")
  }

  @Test("nil is stored if the default is not nil, also if the default itself is refused")
  func refusedDefault() {
    let settings = Refusing(store: MemoryStore())
    settings.number = nil
    #expect(settings.number == nil)
  }

  @Test("an unknown value is equal at every check, also in a dictionary", arguments: 0..<5)
  func unknownDictionary(_ round: Int) throws {
    let suite = "alchemic.tests.\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    defaults.set(
      ["a": UInt64.max, "b": 1, "c": 2, "d": 3, "e": 4] as [String: any Sendable],
      forKey: "a table")
    let store = UserDefaultsStore(defaults)
    let changes = Log<String>()
    let observation = store.observe(["a table"]) { changes.add($0) }
    for _ in 0..<20 { store.refresh() }
    #expect(changes.entries == [])
    observation.cancel()
  }
}
