// Not run here: type-checked against a stand-in by .ci/apple-stand-ins.
#if canImport(Darwin) || ALCHEMIC_STAND_INS
import AlchemicCore

#if ALCHEMIC_STAND_INS
public import AppleStandIns
import Foundation
#else
public import Foundation
#endif

/// The user's iCloud key-value store.
///
/// This object keeps the registered defaults, because the system's store has none. Use one
/// object: an observer of one store is not notified of the writes of another one.
public final class CloudStore: ValueStore {
  /// The system's store may be used on any thread. It is used under the lock only.
  private let shared: UnsafeTransfer<NSUbiquitousKeyValueStore>
  private struct State {
    var defaults: [String: StoreValue] = [:]
    /// The observed keys, with the values of which observers were last notified.
    var told: [String: StoredReading] = [:]
  }

  private let state = Locked(State())
  private let observers = ValueStoreObservers()
  private let announcements = Locked<ValueStoreObservation?>(nil)

  /// - Parameter cloud: The system's store. It is synchronised immediately.
  public init(_ cloud: NSUbiquitousKeyValueStore = .default) {
    shared = UnsafeTransfer(cloud)
    // The token is only handed back, once, to the center that made it, which any thread may do.
    nonisolated(unsafe) let token = NotificationCenter.default.addObserver(
      forName: NSUbiquitousKeyValueStore.didChangeExternallyNotification, object: cloud,
      queue: nil
    ) { [weak self] notification in
      let keys = notification.userInfo?[NSUbiquitousKeyValueStoreChangedKeysKey] as? [String]
      for key in keys ?? [] { self?.tellIfChanged(key) }
    }
    let announcement = ValueStoreObservation { NotificationCenter.default.removeObserver(token) }
    announcements.withLock { $0 = announcement }
    cloud.synchronize()
  }

  public func value(forKey key: String) throws -> StoreValue? {
    try state.withLock { shown(key, $0) }.get(forKey: key)
  }

  public func set(_ value: StoreValue?, forKey key: String) {
    state.withLock { _ in
      guard reading(key) != StoredReading(value) else { return }
      // The system announces only what comes from outside, so nobody is called here.
      if let value {
        cloud.set(value.propertyList, forKey: key)
      } else {
        cloud.removeObject(forKey: key)
      }
    }
    tellIfChanged(key)
  }

  public func registerDefaults(_ defaults: [String: StoreValue]) {
    state.withLock { $0.defaults.merge(defaults) { first, _ in first } }
  }

  public func observe(
    _ keys: Set<String>, _ changed: @escaping @Sendable (_ key: String) -> Void
  ) -> ValueStoreObservation {
    state.withLock { state in
      for key in keys where state.told[key] == nil { state.told[key] = shown(key, state) }
    }
    return observers.add(keys, changed)
  }

  /// Notifies the observers, unless the value is the one of the last notification.
  private func tellIfChanged(_ key: String) {
    let isChange = state.withLock { state in
      let new = shown(key, state)
      guard let old = state.told[key], old != new else { return false }
      state.told[key] = new
      return true
    }
    if isChange { observers.tell(key) }
  }

  private func shown(_ key: String, _ state: State) -> StoredReading {
    reading(key).over(state.defaults[key])
  }

  private var cloud: NSUbiquitousKeyValueStore { shared.value }

  private func reading(_ key: String) -> StoredReading {
    StoredReading(propertyList: cloud.object(forKey: key))
  }
}
#endif
