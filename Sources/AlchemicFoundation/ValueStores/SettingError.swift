/// Why a setting reads its default, or could not be written.
@nonexhaustive
public enum SettingError: Error, Hashable {
  /// The store has something for the key that no ``StoreValue`` can be.
  case unknownKind(key: String, String)
  /// The store has a value for the key that is not one of the property's type, or that the
  /// property's transformer refused with nil.
  case unreadable(key: String, StoreValue, type: String)
  /// The property's transformer refused with nil to give a value that can be stored.
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
