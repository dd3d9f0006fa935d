/// Something that works but is hardly meant.
public enum ModelWarning: Sendable, Hashable, CustomStringConvertible {
  /// A generic class conforms to a protocol by which classes are found, and cannot be found.
  case genericClass(name: String)
  /// A singleton was not made at start, because it needs a reference that was not set: it is made on
  /// request.
  case waitsForReference(singleton: String, reference: String)
  /// What an adapter of another product has to say, in its own words.
  case ofAdapter(String)

  /// What is meant, and what to do.
  public var description: String {
    switch self {
    case .genericClass(let name):
      "'\(name)' is generic, so it cannot be found: register each of its types in an AlchemicConfig"
    case .waitsForReference(let singleton, let reference):
      "'\(Wording.shown(singleton))' is not made at start: it needs the reference "
        + "'\(Wording.shown(reference))', which AcSet has not given yet; it is made on request"
    case .ofAdapter(let words): words
    }
  }
}
