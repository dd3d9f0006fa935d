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
      ?? .unknown("\(propertyList)")
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
