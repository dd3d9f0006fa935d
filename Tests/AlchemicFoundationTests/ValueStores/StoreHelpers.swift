import AlchemicFoundation
import AlchemicTestSupport
import Foundation
import Testing

/// Runs `body` with the name of an unused suite, and removes the values that it wrote.
func withSuite<Result>(_ body: (String) throws -> Result) rethrows -> Result {
  let name = "alchemic.tests.\(UUID().uuidString)"
  defer {
    UserDefaults.standard.removePersistentDomain(forName: name)
    try? FileManager.default.removeItem(at: file(ofSuite: name))
  }
  return try body(name)
}

/// Where a suite is on the disk.
func file(ofSuite name: String) -> URL {
  #if canImport(Darwin)
  let folder = URL(fileURLWithPath: NSHomeDirectory() + "/Library/Preferences")
  #else
  let folder =
    ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"].map { URL(fileURLWithPath: $0) }
    ?? URL(fileURLWithPath: NSHomeDirectory() + "/.config")
  #endif
  return folder.appendingPathComponent("\(name).plist")
}

/// The stores that run here: what holds for one must hold for the others.
enum StoreKind: CaseIterable, Sendable {
  case memory, userDefaults, custom

  func withStore(_ body: (any ValueStore) throws -> Void) throws {
    switch self {
    case .memory: try body(MemoryStore())
    case .custom: try body(CountingStore())
    case .userDefaults:
      try withSuite { try body(#require(UserDefaultsStore(suiteName: $0))) }
    }
  }
}

/// A store as a user may write one. It logs its writes.
final class CountingStore: ValueStore {
  private let memory = MemoryStore()
  private let written = Log<String>()
  private let registered = Counter()

  var writes: [String] { written.entries }
  var registrations: Int { registered.value }

  func value(forKey key: String) -> StoreValue? { memory.value(forKey: key) }

  func set(_ value: StoreValue?, forKey key: String) {
    written.add(key)
    memory.set(value, forKey: key)
  }

  func registerDefaults(_ defaults: [String: StoreValue]) {
    registered.increment()
    memory.registerDefaults(defaults)
  }

  func observe(
    _ keys: Set<String>, _ changed: @escaping @Sendable (_ key: String) -> Void
  ) -> ValueStoreObservation {
    memory.observe(keys, changed)
  }

  /// A change that no settings made.
  func changeFromOutside(_ value: StoreValue?, forKey key: String) {
    memory.set(value, forKey: key)
  }
}

enum Mode: String { case automatic, manual }

struct Size: Codable, Equatable {
  var width: Int
  var height: Int

  init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }
}

/// Settings that log their notifications.
class TellingSettings: StoredSettings {
  let changes = Log<String>()
  let unreadable = Log<String>()
  let unwritable = Log<String>()
  let errors = Log<any Error>()

  override func settingDidChange(_ key: String) { changes.add(key) }

  override func setting(_ key: String, couldNotBeRead error: any Error) {
    unreadable.add(key)
    errors.add(error)
  }

  override func setting(_ key: String, couldNotBeWritten error: any Error) {
    unwritable.add(key)
    errors.add(error)
  }
}

final class Preferences: TellingSettings {
  @Setting var theme = "light"
  @Setting("retry.count") var retries = 3
  @Setting var lastSeenURL: URL? = nil
  @Setting(.rawValue) var mode = Mode.automatic
  @Setting(.json) var size = Size(640, 480)
}

/// Expects that `body` brings exactly these notifications, in this order.
///
/// It waits for notifications by other threads: a store of user defaults checks its values when any
/// other store in the process announces a change, and another test may be the first to find a
/// change from outside.
func expectChanges(
  _ expected: [String], of settings: TellingSettings,
  sourceLocation: SourceLocation = #_sourceLocation, in body: () -> Void
) {
  let before = settings.changes.entries.count
  body()
  let deadline = Date(timeIntervalSinceNow: 10)
  while settings.changes.entries.count < before + expected.count, Date() < deadline {
    yieldThread()
  }
  #expect(
    Array(settings.changes.entries.dropFirst(before)) == expected, sourceLocation: sourceLocation)
}
