/// A property of a ``StoredSettings`` class whose value is in the store of the class.
///
/// ```swift
/// @Setting var theme = "light"                  // key "theme"; "light" is the default
/// @Setting("retry.count") var retries = 3       // another key
/// @Setting(.rawValue) var mode = Mode.automatic // a transformer converts it
/// ```
///
/// Each read reads the store, and each assignment writes it. If the stored value cannot be read,
/// the property has its default: see ``StoredSettings/setting(_:couldNotBeRead:)``. The assignment
/// of an equal value has no effect, so a default is not stored.
///
/// A change in place (`list.append(…)`) is a read and a write. If two threads make one at the same
/// time, one of the changes may be lost.
@propertyWrapper
public struct Setting<Value> {
  let point: SettingPoint<Value>

  /// Creates a setting whose key is the property's name.
  ///
  /// - Parameter wrappedValue: The default.
  public init(wrappedValue: Value) where Value: SettingValue {
    point = SettingPoint(wrappedValue, key: nil, .plain)
  }

  /// - Parameters:
  ///   - wrappedValue: The default.
  ///   - key: The key, instead of the property's name.
  public init(wrappedValue: Value, _ key: String) where Value: SettingValue {
    point = SettingPoint(wrappedValue, key: key, .plain)
  }

  /// Creates a setting whose key is the property's name.
  ///
  /// - Parameters:
  ///   - wrappedValue: The default.
  ///   - transformer: Converts the value.
  public init(wrappedValue: Value, _ transformer: SettingTransformer<Value>) {
    point = SettingPoint(wrappedValue, key: nil, transformer)
  }

  /// - Parameters:
  ///   - wrappedValue: The default.
  ///   - key: The key, instead of the property's name.
  ///   - transformer: Converts the value.
  public init(wrappedValue: Value, _ key: String, _ transformer: SettingTransformer<Value>) {
    point = SettingPoint(wrappedValue, key: key, transformer)
  }

  /// Creates a setting whose default is nil and whose key is the property's name.
  public init() where Value: SettingValue & ExpressibleByNilLiteral {
    point = SettingPoint(nil, key: nil, .plain)
  }

  /// Creates a setting whose default is nil.
  ///
  /// - Parameter key: The key, instead of the property's name.
  public init(_ key: String) where Value: SettingValue & ExpressibleByNilLiteral {
    point = SettingPoint(nil, key: key, .plain)
  }

  /// Unavailable: only a class that inherits from ``StoredSettings`` has a store.
  @available(*, unavailable, message: "@Setting is for classes that inherit from StoredSettings")
  public var wrappedValue: Value {
    get { fatalError("@Setting is for classes that inherit from StoredSettings") }
    set { fatalError("@Setting is for classes that inherit from StoredSettings") }
  }

  /// Reads and writes the store of the host.
  public static subscript<Host: StoredSettings>(
    _enclosingInstance host: Host, wrapped _: ReferenceWritableKeyPath<Host, Value>,
    storage storage: ReferenceWritableKeyPath<Host, Self>
  ) -> Value {
    get { host.read(host[keyPath: storage].point) }
    set { host.write(newValue, host[keyPath: storage].point) }
  }
}
