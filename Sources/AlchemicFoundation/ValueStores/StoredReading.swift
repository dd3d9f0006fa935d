/// The result of a read of a store that consists of a property list.
enum StoredReading: Hashable, Sendable {
  case nothing
  case value(StoreValue)
  /// The description of an object of another kind.
  case unknown(String)

  init(_ value: StoreValue?) { self = value.map(StoredReading.value) ?? .nothing }

  init(propertyList: Any?) {
    guard let propertyList else {
      self = .nothing
      return
    }
    self =
      StoreValue(propertyList: propertyList).map(StoredReading.value)
      ?? .unknown(Self.description(of: propertyList))
  }

  /// Returns the same text for equal values, although dictionaries have no order.
  private static func description(of value: Any) -> String {
    if let dictionary = value as? [String: Any] {
      let entries = dictionary.sorted { $0.key < $1.key }
        .map { "\($0.key): \(description(of: $0.value))" }
      return "[\(entries.joined(separator: ", "))]"
    }
    if let list = value as? [Any] {
      return "[\(list.map { description(of: $0) }.joined(separator: ", "))]"
    }
    return "\(value)"
  }

  /// Returns the value of a read if a default is registered.
  func over(_ preset: StoreValue?) -> StoredReading {
    self == .nothing ? StoredReading(preset) : self
  }

  /// - Parameter key: The key, for the error.
  func get(forKey key: String) throws -> StoreValue? {
    switch self {
    case .nothing: nil
    case .value(let value): value
    case .unknown(let description): throw SettingError.unknownKind(key: key, description)
    }
  }
}
