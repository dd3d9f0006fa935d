import AlchemicFoundation
import AlchemicTestSupport
import Observation
import Testing

@Suite(.ownThreads) struct SettingsChangeTests {
  @Test("an own write is one write and one notification", arguments: StoreKind.allCases)
  func ownWrite(_ kind: StoreKind) throws {
    try kind.withStore { store throws in
      let preferences = Preferences(store: store)
      expectChanges(["theme"], of: preferences) { preferences.theme = "dark" }
      #expect(try store.value(forKey: "theme") == "dark")
      if let store = store as? CountingStore { #expect(store.writes == ["theme"]) }
    }
  }

  @Test("an equal write is neither a write nor a notification", arguments: StoreKind.allCases)
  func equalWrite(_ kind: StoreKind) throws {
    try kind.withStore { store throws in
      let preferences = Preferences(store: store)
      expectChanges([], of: preferences) {
        preferences.theme = "light"
        preferences.lastSeenURL = nil
        preferences.size = Size(640, 480)
      }
      if let store = store as? CountingStore { #expect(store.writes == []) }
      preferences.theme = "dark"
      expectChanges([], of: preferences) { preferences.theme = "dark" }
      if let store = store as? CountingStore { #expect(store.writes == ["theme"]) }
    }
  }

  @Test("a change from outside is one notification and is not written back")
  func outsideChange() {
    let store = CountingStore()
    let preferences = Preferences(store: store)
    expectChanges(["theme"], of: preferences) { store.changeFromOutside("dark", forKey: "theme") }
    #expect(preferences.theme == "dark")
    expectChanges([], of: preferences) { store.changeFromOutside("dark", forKey: "theme") }
    expectChanges(["theme"], of: preferences) { store.changeFromOutside(nil, forKey: "theme") }
    #expect(preferences.theme == "light")
    #expect(store.writes == [])
  }

  @Test("a stored default that is removed from outside is no change", arguments: StoreKind.allCases)
  func removedDefault(_ kind: StoreKind) throws {
    try kind.withStore { store throws in
      store.set("light", forKey: "theme")
      let preferences = Preferences(store: store)
      expectChanges([], of: preferences) { store.set(nil, forKey: "theme") }
      #expect(preferences.theme == "light")
    }
  }

  @Test("a change of an unknown key causes no notification", arguments: StoreKind.allCases)
  func foreignKeys(_ kind: StoreKind) throws {
    try kind.withStore { store throws in
      let preferences = Preferences(store: store)
      expectChanges([], of: preferences) { store.set("dark", forKey: "Theme") }
    }
  }

  @Test("each write notifies all settings over one store", arguments: StoreKind.allCases)
  func twoSettings(_ kind: StoreKind) throws {
    try kind.withStore { store throws in
      let first = Preferences(store: store)
      let second = Preferences(store: store)
      expectChanges(["theme", "mode"], of: second) {
        first.theme = "dark"
        first.mode = .manual
      }
      #expect(second.theme == "dark")
      #expect(second.mode == .manual)
      #expect(first.changes.entries == ["theme", "mode"])
    }
  }

  @Test("released settings are not notified, and retain nothing")
  func released() {
    let store = MemoryStore()
    let changes = Log<String>()
    weak var gone: Preferences?
    do {
      let preferences = Preferences(store: store)
      gone = preferences
      preferences.theme = "dark"
      for key in preferences.changes.entries { changes.add(key) }
    }
    #expect(gone == nil)
    store.set("light", forKey: "theme")
    #expect(changes.entries == ["theme"])
  }
}

// MARK: Writes within notifications

@Suite(.ownThreads) struct NestedWriteTests {
  private final class Normalizing: StoredSettings {
    @Setting var name = ""
    @Setting var count = 0
    let changes = Log<String>()
    override func settingDidChange(_ key: String) {
      changes.add(key)
      if key == "name" {
        name = name.lowercased()
        count += 1
      }
    }
  }

  @Test("a write within a notification notifies too, and ends", arguments: StoreKind.allCases)
  func normalizing(_ kind: StoreKind) throws {
    try kind.withStore { store throws in
      let settings = Normalizing(store: store)
      settings.name = "ABC"
      #expect(settings.name == "abc")
      #expect(settings.changes.entries == ["name", "name", "count", "count"])
      #expect(settings.count == 2)
    }
  }

  @Test("two settings that write for each other come to an end", arguments: StoreKind.allCases)
  func pingPong(_ kind: StoreKind) throws {
    final class Mirroring: StoredSettings {
      @Setting var left = 0
      @Setting var right = 0
      override func settingDidChange(_ key: String) {
        if key == "left" { right = left } else { left = right }
      }
    }
    try kind.withStore { store throws in
      let first = Mirroring(store: store)
      let second = Mirroring(store: store)
      first.left = 1
      second.right = 2
      #expect(first.left == 2)
      #expect(second.right == 2)
    }
  }

  @Test("another thread may write during a notification", arguments: StoreKind.allCases)
  func otherThread(_ kind: StoreKind) throws {
    final class Waiting: StoredSettings {
      @Setting var outside = 0
      @Setting var inside = 0
      override func settingDidChange(_ key: String) {
        guard key == "outside" else { return }
        nonisolated(unsafe) let settings = self
        // Waits for the other thread, which would hang if this thread held a lock.
        onThreads(1) { _ in
          settings.inside += 1
          _ = settings.outside
        }
      }
    }
    try kind.withStore { store throws in
      let settings = Waiting(store: store)
      store.set(1, forKey: "outside")
      #expect(settings.inside == 1)
    }
  }
}

// MARK: Observation

@Suite(.ownThreads) struct SettingsObservationTests {
  /// Expects so many notifications of `change` after `read` was tracked.
  private func expectTold(
    _ times: Int, _ read: () -> Void, sourceLocation: SourceLocation = #_sourceLocation,
    after change: () -> Void
  ) {
    let told = Counter()
    withObservationTracking(read) { told.increment() }
    change()
    #expect(told.value == times, sourceLocation: sourceLocation)
  }

  @Test("reads are tracked; own writes and changes from outside notify")
  func tracking() {
    let store = MemoryStore()
    let preferences = Preferences(store: store)
    expectTold(1) {
      _ = preferences.theme
    } after: {
      preferences.theme = "dark"
    }
    expectTold(1) {
      _ = preferences.theme
    } after: {
      store.set("blue", forKey: "theme")
    }
    expectTold(1) {
      _ = preferences.size
    } after: {
      preferences.size.width = 1
    }
    expectTold(0) {
      _ = preferences.theme
    } after: {
      preferences.theme = "blue"
    }
    expectTold(0) {
      _ = preferences.theme
    } after: {
      preferences.retries = 5
    }
    expectTold(0) {
      _ = Preferences(store: store).theme
    } after: {
      preferences.retries = 6
    }
    expectTold(0) {
      preferences.theme = "red"
    } after: {
      preferences.theme = "green"
    }
  }

  @Test("code that is notified reads the new value")
  func newValue() {
    let preferences = Preferences(store: MemoryStore())
    let seen = Log<String>()
    nonisolated(unsafe) let shared = preferences
    withObservationTracking {
      _ = preferences.theme
    } onChange: {
      seen.add(shared.theme)
    }
    preferences.theme = "dark"
    #expect(seen.entries == ["dark"])
  }
}

// MARK: Threads

@Suite(.ownThreads) struct SettingsThreadTests {
  private final class Numbers: TellingSettings {
    // Longer than one letter: the program's arguments, like `-c release`, go before what is stored.
    @Setting var first = 0
    @Setting var second = 0
    @Setting var third = 0
    @Setting var fourth = 0
    @Setting var shared = -1
    static let keys = [\Numbers.first, \Numbers.second, \Numbers.third, \Numbers.fourth]
  }

  @Test(
    "each thread reads its writes, and each change notifies once", arguments: StoreKind.allCases)
  func ownKeys(_ kind: StoreKind) throws {
    try kind.withStore { store throws in
      nonisolated(unsafe) let settings = Numbers(store: store)
      let mistakes = Counter()
      onThreads(4) { thread in
        for number in 1...100 {
          settings[keyPath: Numbers.keys[thread]] = number
          if settings[keyPath: Numbers.keys[thread]] != number { mistakes.increment() }
          _ = settings.shared
        }
      }
      #expect(mistakes.value == 0)
      #expect(settings.changes.entries.count == 400)
      #expect(settings.unreadable.entries == [])
    }
  }

  @Test("each change of a key by several threads notifies once", arguments: StoreKind.allCases)
  func sharedKey(_ kind: StoreKind) throws {
    try kind.withStore { store throws in
      nonisolated(unsafe) let settings = Numbers(store: store)
      let other = Numbers(store: store)
      onThreads(4) { thread in
        for number in 0..<100 { settings.shared = thread * 100 + number }
      }
      #expect(settings.changes.entries.count == 400)
      #expect(other.changes.entries.count == 400)
    }
  }

  @Test("settings come and go while others write", arguments: StoreKind.allCases)
  func comingAndGoing(_ kind: StoreKind) throws {
    try kind.withStore { store throws in
      onThreads(4) { thread in
        for number in 0..<50 {
          let settings = Numbers(store: store)
          settings.shared = thread * 100 + number
          withObservationTracking {
            _ = settings.shared
          } onChange: {
          }
        }
      }
      #expect(Numbers(store: store).shared >= 0)
    }
  }
}
