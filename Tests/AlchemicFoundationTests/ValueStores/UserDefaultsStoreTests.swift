import AlchemicFoundation
import AlchemicTestSupport
import Foundation
import Testing

@Suite(.ownThreads) struct UserDefaultsStoreTests {
  @Test("kinds stay distinct, also within containers and for other readers of the defaults")
  func kinds() throws {
    try withSuite { suite in
      let store = try #require(UserDefaultsStore(suiteName: suite))
      let value: StoreValue = [
        "bool": true, "int": 1, "double": 1.0, "text": "1", "data": .data(Data([1])),
        "date": .date(Date(timeIntervalSinceReferenceDate: 0.5)), "null": .null,
        "list": [false, 0, 0.0, .null, []], "none": [:],
      ]
      store.set(value, forKey: "value")
      for value in [true, 1, 1.0, false, 0, 0.0] as [StoreValue] {
        store.set(value, forKey: "number")
        #expect(try store.value(forKey: "number") == value)
      }
      #expect(try store.value(forKey: "value") == value)
      for list in [[1], [1.0], [true]] as [StoreValue] {
        store.set(list, forKey: "list")
        #expect(try store.value(forKey: "list") == list)
      }
      let userDefaults = try #require(UserDefaults(suiteName: suite))
      #expect(userDefaults.object(forKey: "number") as? Double == 0)
      #expect(userDefaults.dictionary(forKey: "value")?.count == 9)
    }
  }

  @Test("a value that other code writes to the defaults is read as its kind")
  func foreignWrites() throws {
    try withSuite { suite in
      let userDefaults = try #require(UserDefaults(suiteName: suite))
      let store = UserDefaultsStore(userDefaults)
      func expectStored(
        _ value: Any, _ expected: StoreValue, sourceLocation: SourceLocation = #_sourceLocation
      ) throws {
        userDefaults.set(value, forKey: "key")
        #expect(try store.value(forKey: "key") == expected, sourceLocation: sourceLocation)
      }
      try expectStored(true, true)
      try expectStored(NSNumber(value: false), false)
      try expectStored(1, 1)
      try expectStored(Int8(1), 1)
      try expectStored(UInt8(0), 0)
      try expectStored(UInt64(1), 1)
      try expectStored(Int.min, .int(.min))
      try expectStored(1.0, 1.0)
      try expectStored(Float(0.5), 0.5)
      try expectStored([1, true, 1.0] as [Any], [1, true, 1.0])
      try expectStored(["a": ["b": 0]], ["a": ["b": 0]])
    }
  }

  @Test("a write is in the file when it returns")
  func persisted() throws {
    try withSuite { suite in
      let store = try #require(UserDefaultsStore(suiteName: suite))
      let preferences = Preferences(store: store)
      preferences.theme = "dark"
      preferences.retries = 5
      preferences.retries = 3
      let data = try Data(contentsOf: file(ofSuite: suite))
      let list = try PropertyListSerialization.propertyList(from: data, format: nil)
      let dictionary = try #require(list as? [String: Any])
      #expect(dictionary["theme"] as? String == "dark")
      #expect(dictionary["retry.count"] as? Int == 3)
      #expect(dictionary.count == 2)
    }
  }

  @Test("a refresh notifies once of another process's write, and dates keep their fractions")
  func otherProcess() throws {
    final class Dated: TellingSettings {
      @Setting var date = Date(timeIntervalSinceReferenceDate: 0)
      @Setting var theme = "light"
    }
    try withSuite { suite in
      let store = try #require(UserDefaultsStore(suiteName: suite))
      let settings = Dated(store: store)
      let date = Date(timeIntervalSinceReferenceDate: 12.345_678_9)
      settings.date = date
      let data = try Data(contentsOf: file(ofSuite: suite))
      let text = String(decoding: data, as: UTF8.self)
        .replacingOccurrences(
          of: "</dict>\n</plist>", with: "<key>theme</key><string>dark</string></dict>\n</plist>")
      try Data(text.utf8).write(to: file(ofSuite: suite))
      // Else it may seem to be no younger than what was written a moment ago.
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: 2)], ofItemAtPath: file(ofSuite: suite).path)
      expectChanges(["theme"], of: settings) { store.refresh() }
      expectChanges([], of: settings) { store.refresh() }
      #expect(settings.theme == "dark")
      #expect(settings.date == date)
    }
  }

  @Test("a direct write to the defaults notifies once, at the next check")
  func directWrite() throws {
    try withSuite { suite in
      let userDefaults = try #require(UserDefaults(suiteName: suite))
      let store = UserDefaultsStore(userDefaults)
      let preferences = Preferences(store: store)
      expectChanges(["theme"], of: preferences) {
        userDefaults.set("dark", forKey: "theme")
        store.refresh()
      }
      expectChanges(["theme"], of: preferences) {
        userDefaults.set("blue", forKey: "theme")
        NotificationCenter.default.post(
          name: UserDefaults.didChangeNotification, object: userDefaults)
      }
      #expect(preferences.theme == "blue")
    }
  }

  @Test("a notification that comes within the write, as on Apple's platforms, is no echo")
  func notificationWithinWrite() throws {
    try withSuite { suite in
      let userDefaults = try #require(PostingDefaults(suiteName: suite))
      let preferences = Preferences(store: UserDefaultsStore(userDefaults))
      expectChanges(["theme"], of: preferences) { preferences.theme = "dark" }
      expectChanges(["theme"], of: preferences) { userDefaults.set("blue", forKey: "theme") }
      #expect(preferences.theme == "blue")
    }
  }

  @Test("an observer of the notification may write the same setting, also on another thread")
  func writeWithinNotification() throws {
    try withSuite { suite in
      let userDefaults = try #require(PostingDefaults(suiteName: suite))
      nonisolated(unsafe) let preferences = Preferences(store: UserDefaultsStore(userDefaults))
      let token = NotificationCenter.default.addObserver(
        forName: UserDefaults.didChangeNotification, object: userDefaults, queue: nil
      ) { _ in
        preferences.theme = preferences.theme.uppercased()
        onThreads(1) { _ in preferences.retries = 9 }
      }
      defer { NotificationCenter.default.removeObserver(token) }
      expectChanges(["theme", "retry.count", "theme"], of: preferences) {
        preferences.theme = "dark"
      }
      #expect(preferences.theme == "DARK")
      #expect(userDefaults.string(forKey: "theme") == "DARK")
      #expect(userDefaults.integer(forKey: "retry.count") == 9)
    }
  }

  @Test("a write that an argument of the program hides is stored, and does not notify")
  func hiddenWrite() throws {
    try withSuite { suite in
      let userDefaults = try #require(ArgumentDefaults(suiteName: suite))
      let preferences = Preferences(store: UserDefaultsStore(userDefaults))
      expectChanges([], of: preferences) {
        preferences.theme = "dark"
        preferences.theme = "blue"
      }
      #expect(preferences.theme == "argument")
      let plain = try #require(UserDefaults(suiteName: suite))
      #expect(plain.string(forKey: "theme") == "blue")
    }
  }

  @Test("a new observer is not notified of earlier changes")
  func lateObserver() throws {
    try withSuite { suite in
      let userDefaults = try #require(UserDefaults(suiteName: suite))
      let store = UserDefaultsStore(userDefaults)
      let first = Preferences(store: store)
      userDefaults.set("dark", forKey: "theme")
      // The first one is notified now, or before, if a test beside this one changes a value.
      let second = Preferences(store: store)
      store.refresh()
      #expect(second.changes.entries == [])
      #expect(waitUntil(seconds: 20) { first.changes.entries == ["theme"] })
    }
  }

  @Test("two stores over one suite notify each other's observers")
  func twoStores() throws {
    try withSuite { suite in
      let first = Preferences(store: try #require(UserDefaultsStore(suiteName: suite)))
      let second = Preferences(store: try #require(UserDefaultsStore(suiteName: suite)))
      expectChanges(["theme"], of: second) { first.theme = "dark" }
      expectChanges(["theme"], of: first) { second.theme = "light" }
      #expect(second.theme == "light")
    }
  }

  @Test("two suites have their own defaults for one key")
  func separateDefaults() throws {
    final class Editor: StoredSettings { @Setting var theme = "sepia" }
    try withSuite { one in
      try withSuite { two in
        let preferences = Preferences(store: try #require(UserDefaultsStore(suiteName: one)))
        let editor = Editor(store: try #require(UserDefaultsStore(suiteName: two)))
        #expect(preferences.theme == "light")
        #expect(editor.theme == "sepia")
      }
    }
  }

  @Test("a released store receives no notification")
  func released() throws {
    try withSuite { suite in
      weak var gone: UserDefaultsStore?
      do {
        let store = try #require(UserDefaultsStore(suiteName: suite))
        gone = store
        store.set(1, forKey: "one")
      }
      #expect(gone == nil)
      NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: nil)
    }
  }
}

/// Posts the notification before a write returns, on its thread.
private final class PostingDefaults: UserDefaults {
  override func set(_ value: Any?, forKey defaultName: String) {
    super.set(value, forKey: defaultName)
    NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: self)
  }
}

/// Has an argument for one key.
private final class ArgumentDefaults: UserDefaults {
  override func object(forKey defaultName: String) -> Any? {
    defaultName == "theme" ? "argument" : super.object(forKey: defaultName)
  }
}
