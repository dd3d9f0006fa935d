import Foundation

/// How a ``Setting`` of any type is stored: a function each way.
///
/// Either refuses by throwing or with nil: what is in the store is then not read, or not replaced.
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
  ///   - toStore: What is stored for a value.
  ///   - fromStore: The value for what is stored.
  public init(
    toStore: @escaping @Sendable (Value) throws -> StoreValue?,
    fromStore: @escaping @Sendable (StoreValue) throws -> Value?
  ) {
    self.toStore = toStore
    self.fromStore = fromStore
  }
}

extension SettingTransformer where Value: SettingValue {
  /// As the type itself says.
  public static var plain: SettingTransformer {
    SettingTransformer(toStore: { $0.storeValue }, fromStore: { Value(storeValue: $0) })
  }
}

extension SettingTransformer
where Value: RawRepresentable & SendableMetatype, Value.RawValue: SettingValue {
  /// Stores the raw value; refuses one that the type does not have.
  public static var rawValue: SettingTransformer {
    SettingTransformer(
      toStore: { $0.rawValue.storeValue },
      fromStore: { Value.RawValue(storeValue: $0).flatMap(Value.init(rawValue:)) })
  }
}

extension SettingTransformer where Value: Codable & SendableMetatype {
  /// Stores the value as JSON, in bytes.
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
  /// Makes the transformer of a type one of its optional.
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
