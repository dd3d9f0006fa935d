/// What a store that consists of a property list has for a key.
enum StoredReading: Hashable, Sendable {
  case nothing
  case value(StoreValue)
  /// Something else; its description.
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

  /// The same text for the same value: dictionaries have no order of their own.
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

  /// As it shows when a default is registered.
  func over(_ preset: StoreValue?) -> StoredReading {
    self == .nothing ? StoredReading(preset) : self
  }

  /// - Parameter key: For the error.
  func get(forKey key: String) throws -> StoreValue? {
    switch self {
    case .nothing: nil
    case .value(let value): value
    case .unknown(let description): throw SettingError.unknownKind(key: key, description)
    }
  }
}
