/// The parts of a ``Setting`` that do not depend on its host: its default and its transformer.
final class SettingPoint<Value> {
  let preset: Value
  let transformer: SettingTransformer<Value>
  /// The stored form of the default; nil if the transformer rejects it.
  let storedPreset: StoreValue?
  private let declaredKey: String?
  /// Set by the initializer of the host, before other code can read the property.
  private(set) var location: SettingPlace?

  init(_ preset: Value, key: String?, _ transformer: SettingTransformer<Value>) {
    self.preset = preset
    self.transformer = transformer
    storedPreset = try? transformer.toStore(preset)
    declaredKey = key
  }

  /// Returns the value for a stored value; nil if the transformer rejects it.
  func value(of stored: StoreValue) throws -> Value? {
    // What the property has before anything was stored needs no transformer to be read.
    stored == storedPreset ? preset : try transformer.fromStore(stored)
  }
}

/// The point of a property of any type.
protocol SettingPointing: AnyObject {
  /// Gives the property its key.
  ///
  /// - Parameter name: The property's.
  func location(at name: String) -> SettingPlace
  var storedPreset: StoreValue? { get }
}

extension SettingPoint: SettingPointing {
  func location(at name: String) -> SettingPlace {
    let location = SettingPlace(key: declaredKey ?? name)
    self.location = location
    return location
  }
}

/// The key of a property, and its key path for Observation.
struct SettingPlace: Sendable {
  let key: String
  let path: any KeyPath<StoredSettings, Void> & Sendable

  init(key: String) {
    self.key = key
    path = \StoredSettings.[SettingKey(key)]
  }
}

/// A key as part of a key path. Equal keys result in equal paths.
struct SettingKey: Hashable, Sendable {
  let key: String

  init(_ key: String) { self.key = key }
}

/// The operations on a wrapper that need its type alone.
protocol SettingWrapper {
  /// Returns the point of the wrapper at an address.
  static func point(at address: UnsafeRawPointer) -> any SettingPointing
}

extension Setting: SettingWrapper {
  static func point(at address: UnsafeRawPointer) -> any SettingPointing {
    // The wrapper is one reference to its point.
    address.load(as: Setting.self).point
  }
}
