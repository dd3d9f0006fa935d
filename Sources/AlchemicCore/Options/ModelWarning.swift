/// A diagnostic for a declaration that is valid but probably unintended.
public enum ModelWarning: Sendable, Hashable, CustomStringConvertible {
  /// A generic class conforms to a protocol for discovery, but generic classes cannot be
  /// discovered.
  case genericClass(name: String)
  /// No class was discovered in any image, and nothing was registered.
  ///
  /// A linker leaves out the object files of a static library to which nothing refers, with their
  /// classes, and without a trace. So a start that discovers some classes cannot detect whether
  /// others were left out, and gives no warning.
  case nothingDeclared
  /// A singleton was not created at start, because it needs a reference that is not set. It is
  /// created on request.
  case waitsForReference(singleton: String, reference: String)
  /// A warning of an adapter in another product, in the adapter's words.
  case ofAdapter(String)

  /// The meaning of the warning, and what to do.
  public var description: String {
    switch self {
    case .genericClass(let name):
      "'\(name)' is generic, so it cannot be found: register each of its types in an AlchemicConfig"
    case .nothingDeclared:
      "no managed class and no configuration was found, and nothing was registered; a linker leaves "
        + "out the classes of a static library to which no code refers: link all of the library with "
        + "'-Xlinker --whole-archive -Xlinker libName.a -Xlinker --no-whole-archive', "
        + "on Apple's platforms with '-Xlinker -force_load -Xlinker libName.a'"
    case .waitsForReference(let singleton, let reference):
      "'\(Wording.shown(singleton))' is not made at start: it needs the reference "
        + "'\(Wording.shown(reference))', which AcSet has not given yet; it is made on request"
    case .ofAdapter(let words): words
    }
  }
}
