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
  /// Registered defaults are kept by this object: the cloud's store has none.
  public final class CloudStore: ValueStore {
    private struct Shared: @unchecked Sendable {
      // Proof: the system's store may be used from every thread, and is only used under the lock.
      let cloud: NSUbiquitousKeyValueStore
    }

    private let shared: Shared
    private let defaults = Locked<[String: StoreValue]>([:])
    private let observers = ValueStoreObservers()
    private let announcements = Locked<ValueStoreObservation?>(nil)

    /// - Parameter cloud: Asked for its values at once.
    public init(_ cloud: NSUbiquitousKeyValueStore = .default) {
      shared = Shared(cloud: cloud)
      nonisolated(unsafe) let token = NotificationCenter.default.addObserver(
        forName: NSUbiquitousKeyValueStore.didChangeExternallyNotification, object: cloud,
        queue: nil
      ) { [weak self] notification in
        let keys = notification.userInfo?[NSUbiquitousKeyValueStoreChangedKeysKey] as? [String]
        for key in keys ?? [] { self?.observers.tell(key) }
      }
      let announcement = ValueStoreObservation { NotificationCenter.default.removeObserver(token) }
      announcements.withLock { $0 = announcement }
      cloud.synchronize()
    }

    public func value(forKey key: String) throws -> StoreValue? {
      try defaults.withLock { reading(key).over($0[key]) }.get(forKey: key)
    }

    public func set(_ value: StoreValue?, forKey key: String) {
      let new = StoredReading(value)
      let isChange = defaults.withLock { defaults in
        let old = reading(key)
        guard old != new else { return false }
        // The system announces only what comes from outside, so nobody is called here.
        if let value {
          cloud.set(value.propertyList, forKey: key)
        } else {
          cloud.removeObject(forKey: key)
        }
        return old.over(defaults[key]) != new.over(defaults[key])
      }
      if isChange { observers.tell(key) }
    }

    public func registerDefaults(_ defaults: [String: StoreValue]) {
      self.defaults.withLock { $0.merge(defaults) { $1 } }
    }

    public func observe(
      _ keys: Set<String>, _ changed: @escaping @Sendable (_ key: String) -> Void
    ) -> ValueStoreObservation {
      observers.add(keys, changed)
    }

    private var cloud: NSUbiquitousKeyValueStore { shared.cloud }

    private func reading(_ key: String) -> StoredReading {
      StoredReading(propertyList: cloud.object(forKey: key))
    }
  }
#endif
