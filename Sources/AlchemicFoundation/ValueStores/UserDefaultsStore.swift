import AlchemicCore
public import Foundation

/// A store that keeps its values in the user's defaults.
///
/// This object keeps the registered defaults itself, because `UserDefaults` has one registration
/// domain for all suites of a process: two suites with the same key would share a default. A value
/// that the program registers with `UserDefaults` counts as stored.
///
/// Observers are notified of each change that this program makes through a store and, on Apple
/// platforms, through `UserDefaults`. The system does not announce the changes of other processes,
/// nor, on Linux, those that the program makes through `UserDefaults`. ``refresh()`` finds such
/// changes. So does each announcement of another change in the process; the thread that finds a
/// change notifies the observers.
///
/// As in `UserDefaults`, an argument of the program (`-theme dark`) takes precedence over the
/// stored value. It is a string, unless it is written as a property list
/// (`-retries "<integer>5</integer>"`).
///
/// On Linux, a write reaches the file before the call returns, unless another thread is writing
/// the same key. The file is written as a whole, so two processes that write one suite at the same
/// time may lose changes. A file that cannot be written is not reported.
public final class UserDefaultsStore: ValueStore {
  private struct State {
    var defaults: [String: StoreValue] = [:]
    /// The observed keys, with the values of which observers were last notified.
    var told: [String: StoredReading] = [:]
    /// The values that a thread is about to write without the lock. Reads return them already.
    var unwritten: [String: StoredReading] = [:]
  }

  /// `UserDefaults` is documented to be safe on all threads. On Linux this does not hold for the
  /// first access to a domain, nor for `register(defaults:)`. The initializer serialises the first
  /// accesses, and nothing here calls the other function.
  private let shared: UnsafeTransfer<UserDefaults>
  private let state = Locked(State())
  private let observers = ValueStoreObservers()
  private let announcements = Locked<ValueStoreObservation?>(nil)
  /// The number of stores that have accessed their domain.
  private static let firstAccesses = Locked(0)

  /// - Parameter userDefaults: The defaults that keep the values.
  public init(_ userDefaults: UserDefaults = .standard) {
    let shared = UnsafeTransfer(userDefaults)
    self.shared = shared
    Self.firstAccesses.withLock { count in
      _ = shared.value.object(forKey: "")
      count += 1
    }
    // The token is only handed back, once, to the center that made it, which any thread may do.
    nonisolated(unsafe) let token = NotificationCenter.default.addObserver(
      forName: UserDefaults.didChangeNotification, object: nil, queue: nil
    ) { [weak self] _ in self?.tellChanges() }
    let announcement = ValueStoreObservation { NotificationCenter.default.removeObserver(token) }
    announcements.withLock { $0 = announcement }
  }

  /// Creates a store for a suite, for example one that an application shares with its extensions.
  ///
  /// - Parameter suiteName: The name of the suite. The result is nil if `UserDefaults` rejects it.
  public convenience init?(suiteName: String) {
    guard let userDefaults = UserDefaults(suiteName: suiteName) else { return nil }
    self.init(userDefaults)
  }

  public func value(forKey key: String) throws -> StoreValue? {
    try state.withLock { reading(key, $0).over($0.defaults[key]) }.get(forKey: key)
  }

  public func set(_ value: StoreValue?, forKey key: String) {
    let new = StoredReading(value)
    let (old, isChange, isWriter) = state.withLock { state in
      let old = reading(key, state)
      guard old != new else { return (old, false, false) }
      // One thread writes a key; meanwhile others only leave their value for it.
      let isWriter = state.unwritten.updateValue(new, forKey: key) == nil
      if state.told[key] != nil { state.told[key] = new }
      let preset = state.defaults[key]
      return (old, old.over(preset) != new.over(preset), isWriter)
    }
    if isWriter, !write(key, over: old) {
      tellChanges()
    } else if isChange {
      observers.tell(key)
    }
  }

  public func registerDefaults(_ defaults: [String: StoreValue]) {
    state.withLock { $0.defaults.merge(defaults) { first, _ in first } }
  }

  public func observe(
    _ keys: Set<String>, _ changed: @escaping @Sendable (_ key: String) -> Void
  ) -> ValueStoreObservation {
    // Of what was there before only those who are there already are to hear.
    tellChanges()
    state.withLock { state in
      for key in keys where state.told[key] == nil { state.told[key] = reading(key, state) }
    }
    return observers.add(keys, changed)
  }

  /// Finds changes that were not announced, also those of other processes, and notifies observers.
  public func refresh() {
    userDefaults.synchronize()
    tellChanges()
  }
}

extension UserDefaultsStore {
  private var userDefaults: UserDefaults { shared.value }

  /// Returns the stored value, without the defaults. The lock is held: neither this function nor
  /// `UserDefaults` calls other code.
  private func reading(_ key: String, _ state: State) -> StoredReading {
    state.unwritten[key] ?? StoredReading(propertyList: userDefaults.object(forKey: key))
  }

  /// Writes the pending values of a key until none is left. `UserDefaults` may call its observers,
  /// so the lock is not held.
  ///
  /// - Returns: False if a read returns another value, because an argument of the program or a
  ///   default that it registered takes precedence. The former value is then kept for comparison.
  private func write(_ key: String, over old: StoredReading) -> Bool {
    var isDone = false
    var isShown = true
    while !isDone, let next = state.withLock({ $0.unwritten[key] }) {
      put(next, key)
      if !shows(next, key) {
        // A 1.0 does not replace a 1: they are equal there.
        userDefaults.removeObject(forKey: key)
        put(next, key)
        isShown = shows(next, key)
      } else {
        isShown = true
      }
      isDone = state.withLock { state in
        guard state.unwritten[key] == next else { return false }
        state.unwritten[key] = nil
        if !isShown, state.told[key] != nil { state.told[key] = old }
        return true
      }
    }
    #if !canImport(Darwin)
    // Nothing is in the file before this, and nobody else announces it.
    userDefaults.synchronize()
    NotificationCenter.default.post(
      name: UserDefaults.didChangeNotification, object: userDefaults)
    #endif
    return isShown
  }

  private func shows(_ reading: StoredReading, _ key: String) -> Bool {
    StoredReading(propertyList: userDefaults.object(forKey: key)) == reading
  }

  private func put(_ reading: StoredReading, _ key: String) {
    if case .value(let value) = reading {
      userDefaults.set(value.propertyList, forKey: key)
    } else {
      userDefaults.removeObject(forKey: key)
    }
  }

  /// Compares the stored values with those of which observers were notified. An announcement names
  /// no keys, and this store's own writes cause one too.
  private func tellChanges() {
    let changes = state.withLock { state in
      var changes: [String] = []
      for (key, old) in state.told where state.unwritten[key] == nil {
        let new = reading(key, state)
        guard new != old else { continue }
        state.told[key] = new
        let preset = state.defaults[key]
        if new.over(preset) != old.over(preset) { changes.append(key) }
      }
      return changes
    }
    for key in changes.sorted() { observers.tell(key) }
  }
}
