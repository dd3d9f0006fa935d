/// Something that works but is hardly meant.
public enum ModelWarning: Sendable, Hashable, CustomStringConvertible {
  /// A generic class conforms to a protocol by which classes are found, and cannot be found.
  case genericClass(name: String)
  /// A singleton was not made at start, because it needs a reference that was not set: it is made on
  /// request.
  case waitsForReference(singleton: String, reference: String)
  /// A setting reads as its default, because what is stored for it cannot be read.
  case unreadableSetting(name: String, reason: String)
  /// A setting keeps its value, because the new one cannot be stored.
  case unwritableSetting(name: String, reason: String)
  /// The application's delegate is not the one that the model knows.
  case foreignDelegate(name: String)

  /// What is meant, and what to do.
  public var description: String {
    switch self {
    case .genericClass(let name):
      "'\(name)' is generic, so it cannot be found: register each of its types in an AlchemicConfig"
    case .waitsForReference(let singleton, let reference):
      "'\(singleton)' is not made at start: it needs the reference '\(reference)', which AcSet has "
        + "not given yet; it is made on request"
    case .unreadableSetting(let name, let reason):
      "'\(name)' reads as its default: \(reason)"
    case .unwritableSetting(let name, let reason):
      "'\(name)' keeps its value: \(reason)"
    case .foreignDelegate(let name):
      "the application's delegate is of the type '\(name)', which is not the one in the model: give the "
        + "right one with AcSet"
    }
  }
}
