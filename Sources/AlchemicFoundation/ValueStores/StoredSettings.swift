import AlchemicRuntime
import AlchemicCore
import AlchemicInject
public import Observation

/// A class whose `@Setting` properties live in a ``ValueStore``.
///
/// ```swift
/// final class Preferences: StoredSettings, AlchemicManaged {
///   @Setting var theme = "light"
/// }
/// ```
///
/// With `AlchemicManaged` it is found at start, and made with the model's `any ValueStore`; by hand
/// it is `Preferences(store: MemoryStore())`.
///
/// Reads and writes may come from any thread, since nothing is kept here but the keys. The class
/// does not say `Sendable`, for a subclass may have other properties; one that has settings only
/// may say `@unchecked Sendable`. In a module whose code belongs to the main actor by default a
/// subclass is declared `nonisolated`.
///
/// Two classes with one key in one store share its default: that of the object that was made first.
///
/// Whoever tracks a property by Observation is told after each change of it, from here and from
/// outside.
open class StoredSettings: Observable {
  /// Where the values are.
  public let store: any ValueStore
  private let registrar = ObservationRegistrar()
  /// The keys whose value could not be read since they last changed.
  private let unreadable = Locked<Set<String>>([])
  /// Set once, by the initialiser.
  private var observation: ValueStoreObservation?

  /// Finds the class's settings, registers their defaults and begins to observe their keys.
  public required init(store: any ValueStore) {
    self.store = store
    let keys = placeSettings()
    // What is called through the reference touches constants, the registrar and a lock only. The
    // functions that subclasses override are documented to be called on any thread.
    let listener = UnsafeTransfer(WeakSettings(settings: self))
    observation = store.observe(keys) { listener.value.settings?.storeDidChange($0) }
  }

  /// Called once after each change of a setting, on the thread on which it was made or heard of.
  ///
  /// No lock is held: it may read and write settings. A write that changes something comes back
  /// here before it returns.
  open func settingDidChange(_ key: String) {}

  /// Called when a setting reads as its default because what is stored for it is of another kind or
  /// was refused by its transformer: at the first read after each change, on the reader's thread.
  ///
  /// Where it is not overridden, observers of `AlchemicEvent.warning(_:)` hear of it.
  ///
  /// - Parameters:
  ///   - key: The key of the setting.
  ///   - error: What the transformer or the store threw, else a ``SettingError``.
  open func setting(_ key: String, couldNotBeRead error: any Error) {
    warn(
      key, "reads as its default: \(error)",
      remedy: "remove what is stored, or override setting(_:couldNotBeRead:)")
  }

  /// Called when a setting keeps its value because its transformer refused the new one, or because
  /// the value cannot be stored.
  ///
  /// Where it is not overridden, observers of `AlchemicEvent.warning(_:)` hear of it.
  ///
  /// - Parameters:
  ///   - key: The key of the setting.
  ///   - error: What the transformer threw, else a ``SettingError``.
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
      // Once, and so also not again by a read within the call.
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

  /// Whether the store has it already, maybe written differently.
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
      // What cannot be read is replaced.
      return false
    }
  }

  fileprivate func storeDidChange(_ key: String) {
    unreadable.withLock { _ = $0.remove(key) }
    registrar.withMutation(of: self, keyPath: SettingPlace(key: key).path) {}
    settingDidChange(key)
  }

  /// What stands for a setting in Observation, which knows properties by key paths: what changes
  /// from outside is known by its key alone.
  subscript(key: SettingKey) -> Void { () }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { other as? Self == self }
}

// MARK: Finding the settings

extension StoredSettings {
  /// Gives every setting of this object its key, and registers the defaults.
  ///
  /// The stored properties of subclasses are there: they are initialised before those of this
  /// class.
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

/// A reference by which a store's observer reaches the settings without keeping them.
private struct WeakSettings {
  weak let settings: StoredSettings?
}
