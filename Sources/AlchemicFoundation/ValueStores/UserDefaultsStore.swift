import AlchemicCore
public import Foundation

/// The user's defaults as a store.
///
/// Registered defaults are kept by this object and not in `UserDefaults`: the registration domain
/// is one for all suites of a process, so that two with the same key would read each other's. What
/// a program registers there itself counts as stored.
///
/// Observers hear of what this program changes, also through other stores and, on Apple's
/// platforms, through `UserDefaults`. Nobody announces what another process writes, and on Linux
/// nobody what the program writes to `UserDefaults` directly: ``refresh()`` looks. So does every
/// announcement of a change in the process, and the thread that sees one first tells it.
///
/// An argument of the program (`-theme dark`) goes before what is stored, as `UserDefaults` has it;
/// it is a string unless it is written as a property list (`-retries "<integer>5</integer>"`).
///
/// On Linux a write goes to the file before it returns, and takes as long, unless another thread is
/// just writing that key; and two processes that write one suite at the same time may lose each
/// other's writes, since the file is written as a whole. A file that cannot be written is not
/// noticed.
public final class UserDefaultsStore: ValueStore {
  private struct State {
    var defaults: [String: StoreValue] = [:]
    /// What observers know: the keys that are observed, with what was there when they last heard.
    var told: [String: StoredReading] = [:]
    /// What one thread is about to write, with the lock not held; reads show it already.
    var unwritten: [String: StoredReading] = [:]
  }

  /// `UserDefaults` is documented to be safe on all threads. On Linux it is, except for the first
  /// access to a domain and `register(defaults:)`. First accesses take turns in the initializer;
  /// the other function is not called.
  private let shared: UnsafeTransfer<UserDefaults>
  private let state = Locked(State())
  private let observers = ValueStoreObservers()
  private let announcements = Locked<ValueStoreObservation?>(nil)
  /// How many stores have looked into their domain.
  private static let firstAccesses = Locked(0)

  /// - Parameter userDefaults: Where the values are.
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

  /// A suite of its own, for example one that an application shares with its extensions.
  ///
  /// - Parameter suiteName: Nil is returned for a name that `UserDefaults` refuses.
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

  /// Looks for changes of which nobody was told, those of other processes too, and tells observers.
  public func refresh() {
    userDefaults.synchronize()
    tellChanges()
  }
}

extension UserDefaultsStore {
  private var userDefaults: UserDefaults { shared.value }

  /// What is there, without the defaults. The lock is held: neither this nor `UserDefaults` calls
  /// anybody.
  private func reading(_ key: String, _ state: State) -> StoredReading {
    state.unwritten[key] ?? StoredReading(propertyList: userDefaults.object(forKey: key))
  }

  /// Writes what is left for a key until nothing more is. `UserDefaults` may call its observers, so
  /// the lock is not held.
  ///
  /// - Returns: False if something else shows there: an argument of the program, or a default that
  ///   it registered, goes before what is stored. Observers know then what there was, to be
  ///   compared.
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

  /// Compares what is there with what observers know: an announcement names no keys, and comes for
  /// our own writes too.
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
