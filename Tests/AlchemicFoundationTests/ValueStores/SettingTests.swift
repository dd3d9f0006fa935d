import AlchemicFoundation
import AlchemicTestSupport
import Foundation
import Testing

/// A property of each type, with the default given first and another value second.
private final class Everything: TellingSettings {
  @Setting var bool = false
  @Setting var int = 1
  @Setting var int8: Int8 = 1
  @Setting var int16: Int16 = 1
  @Setting var int32: Int32 = 1
  @Setting var int64: Int64 = 1
  @Setting var uint8: UInt8 = 1
  @Setting var uint16: UInt16 = 1
  @Setting var uint32: UInt32 = 1
  @Setting var double = 1.0
  @Setting var float: Float = 1
  @Setting var string = "1"
  @Setting var data = Data([1])
  @Setting var date = Date(timeIntervalSinceReferenceDate: 1)
  @Setting var url = URL(fileURLWithPath: "/1")
  @Setting var bools = [false]
  @Setting var table = ["a": 1]
  @Setting var nested = ["a": [1.0]]
  @Setting var optional: Int?
  @Setting("other optional") var named: String?
  @Setting var preset: String? = "preset"
  @Setting var holes: [Int?] = [1]
}

/// Expects that each value is read back as it was written, also by another object over the store.
private func expectRoundTrip<Value: Equatable>(
  _ property: ReferenceWritableKeyPath<Everything, Value>, _ values: Value...,
  in makeStore: () throws -> any ValueStore, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let settings = Everything(store: try makeStore())
  for value in values {
    settings[keyPath: property] = value
    #expect(settings[keyPath: property] == value, sourceLocation: sourceLocation)
    let other = Everything(store: try makeStore())
    #expect(other[keyPath: property] == value, sourceLocation: sourceLocation)
    #expect(other.unreadable.entries == [], sourceLocation: sourceLocation)
  }
}

private func expectRoundTrips(in makeStore: () throws -> any ValueStore) throws {
  try expectRoundTrip(\.bool, true, false, in: makeStore)
  try expectRoundTrip(\.int, 0, 1, -1, .max, .min, in: makeStore)
  try expectRoundTrip(\.int8, .min, .max, in: makeStore)
  try expectRoundTrip(\.int16, .min, .max, in: makeStore)
  try expectRoundTrip(\.int32, .min, .max, in: makeStore)
  try expectRoundTrip(\.int64, .min, .max, in: makeStore)
  try expectRoundTrip(\.uint8, 0, .max, in: makeStore)
  try expectRoundTrip(\.uint16, 0, .max, in: makeStore)
  try expectRoundTrip(\.uint32, 0, .max, in: makeStore)
  try expectRoundTrip(
    \.double, 0, 1.5, .pi, 0.1, -1e300 / 3, .infinity, Double.leastNonzeroMagnitude, in: makeStore)
  try expectRoundTrip(\.float, 0, 0.1, -.infinity, .leastNonzeroMagnitude, in: makeStore)
  try expectRoundTrip(\.string, "", "12", "true", " é\n👍<&>\"\u{1} ", in: makeStore)
  try expectRoundTrip(\.data, Data(), Data(0...255), in: makeStore)
  try expectRoundTrip(
    \.date, Date(timeIntervalSinceReferenceDate: 0.123456789), .distantPast, .distantFuture,
    Date(timeIntervalSinceReferenceDate: 1e12), Date(timeIntervalSinceReferenceDate: 7),
    in: makeStore)
  try expectRoundTrip(
    \.url, try #require(URL(string: "https://example.org/a%20b?c=d#e")),
    URL(fileURLWithPath: "/a b"), in: makeStore)
  try expectRoundTrip(\.bools, [], [true, false, true], in: makeStore)
  try expectRoundTrip(\.table, [:], ["b": 0, "": 1], in: makeStore)
  try expectRoundTrip(\.nested, ["x": [], "y": [0, 1]], in: makeStore)
  try expectRoundTrip(\.optional, 0, nil, 1, in: makeStore)
  try expectRoundTrip(\.named, "", nil, "1", in: makeStore)
  try expectRoundTrip(\.preset, "1", nil, "preset", nil, in: makeStore)
  try expectRoundTrip(\.holes, [nil, 1, nil], [], in: makeStore)
}

@Suite struct SettingTests {
  @Test("every type is read as it was written, from memory")
  func roundTripInMemory() throws {
    let store = MemoryStore()
    try expectRoundTrips { store }
  }

  @Test("every type is read as it was written, through a second store over the same suite")
  func roundTripInUserDefaults() throws {
    try withSuite { suite in
      try expectRoundTrips { try #require(UserDefaultsStore(suiteName: suite)) }
    }
  }

  @Test("before a value is stored a property reads its default, which is registered in the store")
  func defaults() {
    let store = CountingStore()
    let preferences = Preferences(store: store)
    #expect(preferences.theme == "light")
    #expect(preferences.retries == 3)
    #expect(preferences.lastSeenURL == nil)
    #expect(preferences.mode == .automatic)
    #expect(preferences.size == Size(640, 480))
    #expect(store.value(forKey: "theme") == "light")
    #expect(store.value(forKey: "retry.count") == 3)
    #expect(store.value(forKey: "lastSeenURL") == nil)
    #expect(store.value(forKey: "mode") == "automatic")
    #expect(store.registrations == 1)
    #expect(store.writes == [])
  }

  @Test("a key is the property's name with its capitals, or the one that was given")
  func keys() {
    let store = MemoryStore()
    let preferences = Preferences(store: store)
    preferences.lastSeenURL = URL(string: "https://example.org")
    preferences.retries = 4
    #expect(store.values == ["lastSeenURL": "https://example.org", "retry.count": 4])
  }

  @Test("properties of a base class are found with those of its subclass")
  func inheritance() {
    class Base: StoredSettings { @Setting var first = 1 }
    class Derived: Base {
      var plain = "not a setting"
      @Setting var second = 2
    }
    let store = MemoryStore()
    let settings = Derived(store: store)
    settings.first = 10
    settings.second = 20
    #expect(store.values == ["first": 10, "second": 20])
    #expect(store.defaults == ["first": 1, "second": 2])
    #expect(settings.plain == "not a setting")
  }

  @Test("a wrapper that is replaced after its object was made stops the program with a message")
  func replacedWrapper() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      final class Replacing: StoredSettings {
        @Setting var level = 1
        func replace() { _level = Setting(wrappedValue: 5) }
      }
      let settings = Replacing(store: MemoryStore())
      settings.replace()
      _ = settings.level
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Replacing: the wrapper of a setting was replaced"))
  }

  @Test("two properties with one key stop the program")
  func sameKey() async {
    await #expect(processExitsWith: .failure) {
      final class Twice: StoredSettings {
        @Setting var name = "a"
        @Setting("name") var title = "b"
      }
      _ = Twice(store: MemoryStore())
    }
  }

  @Test("nil removes what was stored, where nil is the default")
  func removal() {
    let store = MemoryStore(["lastSeenURL": "https://example.org"])
    let preferences = Preferences(store: store)
    preferences.lastSeenURL = nil
    #expect(store.values == [:])
  }
}

// MARK: Transformers

@Suite struct SettingTransformerTests {
  private struct Refused: Error {}

  private final class Transformed: TellingSettings {
    @Setting(.rawValue) var mode = Mode.automatic
    @Setting("named.mode", .optional(.rawValue)) var optionalMode: Mode? = nil
    @Setting(.optional(.rawValue)) var presetMode: Mode? = .manual
    @Setting(.json) var size = Size(1, 2)
    @Setting(.json) var labels: Set<String> = []
    @Setting(
      SettingTransformer(
        toStore: {
          if $0 == 13 { throw Refused() }
          return $0 == 14 ? nil : .string("#\($0)")
        },
        fromStore: {
          guard case .string(let text) = $0 else { return nil }
          if text == "#13" { throw Refused() }
          return Int(text.dropFirst())
        }))
    var number = 1
  }

  private enum Level: Int, SettingValue { case low = 1, high }

  private final class Levels: StoredSettings { @Setting var level = Level.low }

  @Test("transformers work both ways, in every store", arguments: StoreKind.allCases)
  func bothWays(_ kind: StoreKind) throws {
    try kind.withStore { store throws in
      let settings = Transformed(store: store)
      settings.mode = .manual
      settings.optionalMode = .manual
      settings.presetMode = nil
      settings.size = Size(3, 4)
      settings.labels = ["b", "a"]
      settings.number = 7
      #expect(try store.value(forKey: "mode") == "manual")
      #expect(try store.value(forKey: "named.mode") == "manual")
      #expect(try store.value(forKey: "size") == .data(Data(#"{"height":4,"width":3}"#.utf8)))
      #expect(try store.value(forKey: "number") == "#7")
      let other = Transformed(store: store)
      #expect(other.mode == .manual)
      #expect(other.optionalMode == .manual)
      #expect(other.presetMode == nil)
      #expect(other.size == Size(3, 4))
      #expect(other.labels == ["a", "b"])
      #expect(other.number == 7)
      other.optionalMode = nil
      #expect(settings.optionalMode == nil)
      #expect(try store.value(forKey: "named.mode") == nil)
    }
  }

  @Test("an enumeration with raw values may conform to SettingValue")
  func rawRepresentableValue() {
    let store = MemoryStore()
    let settings = Levels(store: store)
    settings.level = .high
    #expect(store.values == ["level": 2])
    store.set(3, forKey: "level")
    #expect(settings.level == .low)
  }

  @Test("a value that a transformer refuses to read is the default, and is reported")
  func refusedReads() {
    let store = MemoryStore(["mode": "sideways", "number": "#13", "size": .data(Data("?".utf8))])
    let settings = Transformed(store: store)
    #expect(settings.mode == .automatic)
    #expect(settings.number == 1)
    #expect(settings.size == Size(1, 2))
    #expect(settings.unreadable.entries == ["mode", "number", "size"])
    #expect(settings.errors.entries[0] is SettingError)
    #expect(settings.errors.entries[1] is Refused)
    #expect(settings.errors.entries[2] is DecodingError)
    #expect(store.values["mode"] == "sideways")
  }

  @Test("a value that a transformer refuses to write changes nothing, and is reported")
  func refusedWrites() {
    let store = MemoryStore()
    let settings = Transformed(store: store)
    settings.number = 7
    expectChanges([], of: settings) {
      settings.number = 13
      settings.number = 14
    }
    #expect(settings.number == 7)
    #expect(settings.unwritable.entries == ["number", "number"])
    #expect(settings.errors.entries[0] is Refused)
    #expect(
      settings.errors.entries[1] as? SettingError == .unwritable(key: "number", type: "Int"))
  }

  @Test("equal values that are written differently are no change")
  func equalSets() {
    let store = CountingStore()
    let settings = Transformed(store: store)
    store.changeFromOutside(.data(Data(#"["b","a"]"#.utf8)), forKey: "labels")
    expectChanges([], of: settings) { settings.labels = ["a", "b"] }
    #expect(store.writes == [])
  }
}

// MARK: Unreadable values

@Suite struct UnreadableSettingTests {
  private final class Kinds: TellingSettings {
    @Setting var bool = true
    @Setting var int = 7
    @Setting var int8: Int8 = 7
    @Setting var uint16: UInt16 = 7
    @Setting var double = 7.5
    @Setting var float: Float = 7.5
    @Setting var string = "seven"
    @Setting var list = [7]
    @Setting var optional: Int? = nil
  }

  @Test(
    "a value of the wrong kind or width reads as the default, and is reported once",
    arguments: [
      ("bool", 1), ("bool", 1.0), ("bool", "true"), ("int", true), ("int", 1.0), ("int", "1"),
      ("int8", 128), ("int8", -129), ("uint16", -1), ("uint16", 65_536), ("double", 1),
      ("double", true), ("float", 1e300), ("float", 0.1), ("string", 1), ("list", [1, "2"]),
      ("list", 1), ("list", ["1": 1]), ("optional", "1"),
    ] as [(String, StoreValue)])
  func wrongKind(_ key: String, _ value: StoreValue) throws {
    for kind in StoreKind.allCases {
      try kind.withStore { store throws in
        store.set(value, forKey: key)
        #expect(try store.value(forKey: key) == value)
        let settings = Kinds(store: store)
        for _ in 1...2 {
          #expect(settings.bool == true)
          #expect(settings.int == 7)
          #expect(settings.int8 == 7)
          #expect(settings.uint16 == 7)
          #expect(settings.double == 7.5)
          #expect(settings.float == 7.5)
          #expect(settings.string == "seven")
          #expect(settings.list == [7])
          #expect(settings.optional == nil)
        }
        #expect(settings.unreadable.entries == [key])
        #expect("\(settings.errors.entries[0])".contains("'\(key)'"))
      }
    }
  }

  @Test("an unreadable value is reported again after a change, and a write replaces it")
  func heardAgain() {
    let store = MemoryStore(["int": "one"])
    let settings = Kinds(store: store)
    #expect(settings.int == 7)
    store.set("two", forKey: "int")
    #expect(settings.int == 7)
    #expect(settings.int == 7)
    #expect(settings.unreadable.entries == ["int", "int"])
    expectChanges(["int"], of: settings) { settings.int = 7 }
    #expect(store.values == ["int": 7])
  }

  @Test("the method that reports an unreadable value may read the property")
  func readsWithinTheCall() {
    final class Curious: StoredSettings {
      @Setting var level = 1
      let seen = Log<Int>()
      override func setting(_ key: String, couldNotBeRead error: any Error) { seen.add(level) }
    }
    let settings = Curious(store: MemoryStore(["level": "high"]))
    #expect(settings.level == 1)
    #expect(settings.seen.entries == [1])
  }

  @Test("an unknown value in the store is an error of the store, and reads as the default")
  func unknownKind() throws {
    try withSuite { suite in
      let userDefaults = try #require(UserDefaults(suiteName: suite))
      userDefaults.set(NSNumber(value: UInt64.max), forKey: "int")
      let store = UserDefaultsStore(userDefaults)
      #expect(throws: SettingError.self) { try store.value(forKey: "int") }
      let settings = Kinds(store: store)
      #expect(settings.int == 7)
      #expect(settings.unreadable.entries == ["int"])
      settings.int = 8
      #expect(settings.int == 8)
    }
  }
}
