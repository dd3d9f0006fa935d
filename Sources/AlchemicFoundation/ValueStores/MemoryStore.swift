import AlchemicCore

/// A store that is gone with its object: for tests and previews.
///
/// A change from outside is a ``set(_:forKey:)`` by somebody else than the settings.
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

  /// - Parameter values: What is stored from the start.
  public init(_ values: [String: StoreValue] = [:]) { state = Locked(State(values: values)) }

  /// What is stored, without the defaults.
  public var values: [String: StoreValue] { state.withLock { $0.values } }

  /// What was registered.
  public var defaults: [String: StoreValue] { state.withLock { $0.defaults } }

  public func value(forKey key: String) -> StoreValue? { state.withLock { $0[key] } }

  public func set(_ value: StoreValue?, forKey key: String) {
    let isChange = state.withLock { state in
      let old = state[key]
      state.values[key] = value
      return state[key] != old
    }
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
