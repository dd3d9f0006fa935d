/// What a ``Setting`` is apart from the object that has it: its default and how it is stored.
final class SettingPoint<Value> {
  let preset: Value
  let transformer: SettingTransformer<Value>
  /// The default as it is stored; nil if its transformer refuses it.
  let storedPreset: StoreValue?
  private let declaredKey: String?
  /// Set by the initialiser of the object that has the property, before anybody can read it.
  private(set) var location: SettingPlace?

  init(_ preset: Value, key: String?, _ transformer: SettingTransformer<Value>) {
    self.preset = preset
    self.transformer = transformer
    storedPreset = try? transformer.toStore(preset)
    declaredKey = key
  }

  /// What is in the store as a value; nil if that is refused.
  func value(of stored: StoreValue) throws -> Value? {
    // What the property has before anything was stored needs no transformer to be read.
    stored == storedPreset ? preset : try transformer.fromStore(stored)
  }
}

/// A property's point, whatever the property's type.
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

/// A property's key, and what observers know the property by.
struct SettingPlace: Sendable {
  let key: String
  let path: any KeyPath<StoredSettings, Void> & Sendable

  init(key: String) {
    self.key = key
    path = \StoredSettings.[SettingKey(key)]
  }
}

/// A key as part of a key path: equal keys make equal paths.
struct SettingKey: Hashable, Sendable {
  let key: String

  init(_ key: String) { self.key = key }
}

/// What is known of a wrapper by its type alone.
protocol SettingWrapper {
  /// The point of the wrapper that lies at an address.
  static func point(at address: UnsafeRawPointer) -> any SettingPointing
}

extension Setting: SettingWrapper {
  static func point(at address: UnsafeRawPointer) -> any SettingPointing {
    // The wrapper is one reference to its point.
    address.load(as: Setting.self).point
  }
}
