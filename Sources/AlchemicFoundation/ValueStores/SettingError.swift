/// The reason why a setting reads as its default, or was not written.
@nonexhaustive
public enum SettingError: Error, Hashable {
  /// The value in the store is of a kind that ``StoreValue`` does not have.
  case unknownKind(key: String, String)
  /// The value in the store does not have the property's type, or the property's transformer
  /// returned nil for it.
  case unreadable(key: String, StoreValue, type: String)
  /// The property's transformer returned nil, or a value that cannot be stored.
  case unwritable(key: String, type: String)
}

extension SettingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownKind(let key, let description):
      "The store has for '\(key)' what no setting can be: \(description)"
    case .unreadable(let key, let value, let type):
      "The store has for '\(key)' what cannot be read as \(type): \(value)"
    case .unwritable(let key, let type):
      "The \(type) for '\(key)' was refused by its transformer."
    }
  }
}
