import AlchemicCore

/// A store that keeps its values in memory, for tests and previews.
///
/// A call of ``set(_:forKey:)`` acts as a change from outside the settings.
///
/// ```swift
/// let store = MemoryStore(["theme": "dark"])
/// let preferences = Preferences(store: store)
/// store.set("light", forKey: "theme")
/// ```
public final class MemoryStore: ValueStore {
  private struct State {
    var values: [String: StoreValue]
    var defaults: [String: StoreValue] = [:]

    subscript(key: String) -> StoreValue? { values[key] ?? defaults[key] }
  }

  private let state: Locked<State>
  private let observers = ValueStoreObservers()

  /// - Parameter values: The values that are stored at the beginning.
  public init(_ values: [String: StoreValue] = [:]) { state = Locked(State(values: values)) }

  /// The stored values, without the defaults.
  public var values: [String: StoreValue] { state.withLock { $0.values } }

  /// The registered defaults.
  public var defaults: [String: StoreValue] { state.withLock { $0.defaults } }

  public func value(forKey key: String) -> StoreValue? { state.withLock { $0[key] } }

  public func set(_ value: StoreValue?, forKey key: String) {
    // The old value is released without the lock: data may have a deallocator of the program's.
    let (old, isChange) = state.withLock { state in
      let old = state[key]
      state.values[key] = value
      return (old, state[key] != old)
    }
    withExtendedLifetime(old) {}
    if isChange { observers.tell(key) }
  }

  public func registerDefaults(_ defaults: [String: StoreValue]) {
    state.withLock { $0.defaults.merge(defaults) { first, _ in first } }
  }

  public func observe(
    _ keys: Set<String>, _ changed: @escaping @Sendable (_ key: String) -> Void
  ) -> ValueStoreObservation {
    observers.add(keys, changed)
  }
}
