/// A property of a ``StoredSettings`` class that lives in its store.
///
/// ```swift
/// @Setting var theme = "light"                  // key "theme"; "light" is its registered default
/// @Setting("retry.count") var retries = 3       // another key
/// @Setting(.rawValue) var mode = Mode.automatic // stored by a transformer
/// ```
///
/// Each read asks the store and each assignment goes there at once. What the store has for the key
/// but cannot be read reads as the default; see ``StoredSettings/setting(_:couldNotBeRead:)``.
/// Assigning the value that the property has already does nothing: a default is not written down.
///
/// Changing in place (`list.append(…)`) is a read and a write: two threads that do it at once may
/// lose one of both.
@propertyWrapper
public struct Setting<Value> {
  let point: SettingPoint<Value>

  /// The property's name is the key.
  ///
  /// - Parameter wrappedValue: The default.
  public init(wrappedValue: Value) where Value: SettingValue {
    point = SettingPoint(wrappedValue, key: nil, .plain)
  }

  /// - Parameters:
  ///   - wrappedValue: The default.
  ///   - key: Used instead of the property's name.
  public init(wrappedValue: Value, _ key: String) where Value: SettingValue {
    point = SettingPoint(wrappedValue, key: key, .plain)
  }

  /// The property's name is the key.
  ///
  /// - Parameters:
  ///   - wrappedValue: The default.
  ///   - transformer: How the value is stored.
  public init(wrappedValue: Value, _ transformer: SettingTransformer<Value>) {
    point = SettingPoint(wrappedValue, key: nil, transformer)
  }

  /// - Parameters:
  ///   - wrappedValue: The default.
  ///   - key: Used instead of the property's name.
  ///   - transformer: How the value is stored.
  public init(wrappedValue: Value, _ key: String, _ transformer: SettingTransformer<Value>) {
    point = SettingPoint(wrappedValue, key: key, transformer)
  }

  /// Nil is the default, the property's name the key.
  public init() where Value: SettingValue & ExpressibleByNilLiteral {
    point = SettingPoint(nil, key: nil, .plain)
  }

  /// Nil is the default.
  ///
  /// - Parameter key: Used instead of the property's name.
  public init(_ key: String) where Value: SettingValue & ExpressibleByNilLiteral {
    point = SettingPoint(nil, key: key, .plain)
  }

  /// Only the properties of such a class have a store.
  @available(*, unavailable, message: "@Setting is for classes that inherit from StoredSettings")
  public var wrappedValue: Value {
    get { fatalError("@Setting is for classes that inherit from StoredSettings") }
    set { fatalError("@Setting is for classes that inherit from StoredSettings") }
  }

  /// Reads and writes the store of the class's object.
  public static subscript<Host: StoredSettings>(
    _enclosingInstance host: Host, wrapped _: ReferenceWritableKeyPath<Host, Value>,
    storage storage: ReferenceWritableKeyPath<Host, Self>
  ) -> Value {
    get { host.read(host[keyPath: storage].point) }
    set { host.write(newValue, host[keyPath: storage].point) }
  }
}
