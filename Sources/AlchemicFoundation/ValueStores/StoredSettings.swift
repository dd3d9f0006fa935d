import AlchemicRuntime
import AlchemicCore
import AlchemicInject
public import Observation

/// A class whose `@Setting` properties have their values in a ``ValueStore``.
///
/// ```swift
/// final class Preferences: StoredSettings, AlchemicManaged {
///   @Setting var theme = "light"
/// }
/// ```
///
/// The start finds a subclass that conforms to `AlchemicManaged`, and creates it with the model's
/// `any ValueStore`. Other code creates it by `Preferences(store: MemoryStore())`.
///
/// Settings may be read and written on any thread, because an object stores only their keys. The
/// class does not conform to `Sendable`, because a subclass may have other properties. A subclass
/// with settings only may be `@unchecked Sendable`. In a module whose default isolation is the main
/// actor, a subclass is `nonisolated`.
///
/// Two classes that use one key in one store share its default: that of the first object.
///
/// Observation tracks each setting, and its changes from outside too.
open class StoredSettings: Observable {
  /// The store of the values.
  public let store: any ValueStore
  private let registrar = ObservationRegistrar()
  /// The keys whose values could not be read since their last change.
  private let unreadable = Locked<Set<String>>([])
  /// Set once, by the initializer.
  private var observation: ValueStoreObservation?

  /// Creates the settings: registers their defaults, and begins to observe their keys.
  ///
  /// - Parameter store: The store of the values.
  public required init(store: any ValueStore) {
    self.store = store
    let keys = placeSettings()
    // The function that the observer calls uses constants, the registrar and a lock only. The
    // functions that subclasses override are documented to be called on any thread.
    let listener = UnsafeTransfer(WeakSettings(settings: self))
    observation = store.observe(keys) { listener.value.settings?.storeDidChange($0) }
  }

  /// Called once after each change of a setting, on the thread that changes it or learns of it.
  ///
  /// The function may read and write settings. A write that changes a value calls this function
  /// before it returns.
  ///
  /// - Parameter key: The key of the setting.
  open func settingDidChange(_ key: String) {}

  /// Called when a setting reads as its default because the stored value has another type, or
  /// because its transformer has rejected it: at the first read after each change, on the thread of
  /// the read.
  ///
  /// The default implementation sends the event `AlchemicEvent.warning(_:)`.
  ///
  /// - Parameters:
  ///   - key: The key of the setting.
  ///   - error: The error of the transformer or of the store, or a ``SettingError``.
  open func setting(_ key: String, couldNotBeRead error: any Error) {
    warn(
      key, "reads as its default: \(error)",
      remedy: "remove what is stored, or override setting(_:couldNotBeRead:)")
  }

  /// Called when a setting keeps its value because its transformer has rejected the new one, or
  /// because the new value cannot be stored.
  ///
  /// The default implementation sends the event `AlchemicEvent.warning(_:)`.
  ///
  /// - Parameters:
  ///   - key: The key of the setting.
  ///   - error: The error of the transformer, or a ``SettingError``.
  open func setting(_ key: String, couldNotBeWritten error: any Error) {
    warn(
      key, "keeps its value: \(error)",
      remedy: "set a value that can be stored, or override setting(_:couldNotBeWritten:)")
  }

  private func warn(_ key: String, _ consequence: String, remedy: String) {
    let setting = "\(typeName(type(of: self))).\(key)"
    Alchemic.warn(Problem(.ofAdapter("'\(setting)' \(consequence)", remedy: remedy), setting))
  }
}

// MARK: Reading and writing

extension StoredSettings {
  func read<Value>(_ point: SettingPoint<Value>) -> Value {
    let location = location(of: point)
    registrar.access(self, keyPath: location.path)
    do {
      guard let stored = try store.value(forKey: location.key) else { return point.preset }
      guard let value = try point.value(of: stored) else {
        throw SettingError.unreadable(key: location.key, stored, type: "\(Value.self)")
      }
      return value
    } catch {
      // Once, so also a read within the call does not repeat it.
      if unreadable.withLock({ $0.insert(location.key).inserted }) {
        setting(location.key, couldNotBeRead: error)
      }
      return point.preset
    }
  }

  func write<Value>(_ value: Value, _ point: SettingPoint<Value>) {
    let key = location(of: point).key
    do {
      guard let new = try point.transformer.toStore(value) else {
        throw SettingError.unwritable(key: key, type: "\(Value.self)")
      }
      if new.isTooDeep { throw SettingError.unwritable(key: key, type: "\(Value.self)") }
      let isNothing = new == .null && point.storedPreset == .null
      guard !isStored(isNothing ? nil : new, meaning: value, point, key) else { return }
      store.set(isNothing ? nil : new, forKey: key)
    } catch {
      setting(key, couldNotBeWritten: error)
    }
  }

  /// Returns whether the store has an equal value, possibly in another form.
  private func isStored<Value>(
    _ new: StoreValue?, meaning value: Value, _ point: SettingPoint<Value>, _ key: String
  ) -> Bool {
    do {
      let old = try store.value(forKey: key)
      guard let old, let new, old != new else { return old == new }
      guard let value = value as? any Equatable, let old = try point.value(of: old) else {
        return false
      }
      return value.isEqual(to: old)
    } catch {
      // A value that cannot be read is replaced.
      return false
    }
  }

  fileprivate func storeDidChange(_ key: String) {
    unreadable.withLock { _ = $0.remove(key) }
    registrar.withMutation(of: self, keyPath: SettingPlace(key: key).path) {}
    settingDidChange(key)
  }

  /// Represents a setting in Observation, which identifies properties by key paths. Of a change
  /// from outside only the key is known.
  subscript(key: SettingKey) -> Void { () }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { other as? Self == self }
}

// MARK: Finding the settings

extension StoredSettings {
  /// Assigns each setting of this object its key, and registers the defaults.
  ///
  /// The stored properties of subclasses exist: they are initialised before those of this class.
  ///
  /// - Returns: The keys.
  private func placeSettings() -> Set<String> {
    let address = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    var names: [String: String] = [:]
    var defaults: [String: StoreValue] = [:]
    for property in storedProperties(of: type(of: self)) {
      // The storage of a wrapped property is its name with an underscore before it.
      guard let wrapper = property.type as? any SettingWrapper.Type, property.name.hasPrefix("_")
      else { continue }
      let name = String(property.name.dropFirst())
      let point = wrapper.point(at: address + property.offset)
      let key = point.location(at: name).key
      if let other = names.updateValue(name, forKey: key) {
        fatalError(
          "\(type(of: self)): '\(other)' and '\(name)' have one key, '\(key)': give one another")
      }
      if point.storedPreset != .null { defaults[key] = point.storedPreset }
    }
    withExtendedLifetime(self) {}
    if !defaults.isEmpty { store.registerDefaults(defaults) }
    return Set(names.keys)
  }

  private func location<Value>(of point: SettingPoint<Value>) -> SettingPlace {
    guard let location = point.location else {
      fatalError(
        "\(type(of: self)): the wrapper of a setting was replaced: assign it before super.init")
    }
    return location
  }
}

/// A weak reference from a store's observer to the settings.
private struct WeakSettings {
  weak let settings: StoredSettings?
}
