import Foundation

/// Converts the values of a ``Setting`` to stored values and back.
///
/// Either function may throw or return nil to reject a value. A rejected stored value is not read,
/// and a rejected new value does not replace the stored one.
///
/// ```swift
/// @Setting(.rawValue) var mode = Mode.automatic
/// @Setting(.json) var window = Window(width: 640, height: 480)
/// @Setting(SettingTransformer(toStore: { .string($0.text) }, fromStore: Size.init(stored:)))
/// var size = Size(1, 2)
/// ```
public struct SettingTransformer<Value>: Sendable {
  let toStore: @Sendable (Value) throws -> StoreValue?
  let fromStore: @Sendable (StoreValue) throws -> Value?

  /// - Parameters:
  ///   - toStore: Returns the stored value for a value.
  ///   - fromStore: Returns the value for a stored value.
  public init(
    toStore: @escaping @Sendable (Value) throws -> StoreValue?,
    fromStore: @escaping @Sendable (StoreValue) throws -> Value?
  ) {
    self.toStore = toStore
    self.fromStore = fromStore
  }
}

extension SettingTransformer where Value: SettingValue {
  /// Stores the value in the form that its type defines.
  public static var plain: SettingTransformer {
    SettingTransformer(toStore: { $0.storeValue }, fromStore: { Value(storeValue: $0) })
  }
}

extension SettingTransformer
where Value: RawRepresentable & SendableMetatype, Value.RawValue: SettingValue {
  /// Stores the raw value. A stored raw value that the type does not have is rejected.
  public static var rawValue: SettingTransformer {
    SettingTransformer(
      toStore: { $0.rawValue.storeValue },
      fromStore: { Value.RawValue(storeValue: $0).flatMap(Value.init(rawValue:)) })
  }
}

extension SettingTransformer where Value: Codable & SendableMetatype {
  /// Stores the value as data, in JSON.
  public static var json: SettingTransformer {
    SettingTransformer(
      toStore: {
        let encoder = JSONEncoder()
        // One text for one value, also of a dictionary.
        encoder.outputFormatting = .sortedKeys
        return .data(try encoder.encode($0))
      },
      fromStore: {
        guard case .data(let data) = $0 else { return nil }
        return try JSONDecoder().decode(Value.self, from: data)
      })
  }
}

extension SettingTransformer {
  /// Returns a transformer for optional values.
  ///
  /// ```swift
  /// @Setting(.optional(.rawValue)) var mode: Mode? = nil
  /// ```
  public static func optional<Wrapped>(
    _ transformer: SettingTransformer<Wrapped>
  ) -> SettingTransformer where Value == Wrapped? {
    SettingTransformer(
      toStore: { value in
        guard let value else { return .null }
        return try transformer.toStore(value)
      },
      fromStore: { stored in
        if stored == .null { return .some(nil) }
        guard let value = try transformer.fromStore(stored) else { return nil }
        return value
      })
  }
}
