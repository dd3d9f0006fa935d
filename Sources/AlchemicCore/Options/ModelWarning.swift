/// Something that works but is hardly meant.
public enum ModelWarning: Sendable, Hashable, CustomStringConvertible {
  /// A generic class conforms to a protocol by which classes are found, and cannot be found.
  case genericClass(name: String)
  /// No class was found in any image, and nothing was registered.
  ///
  /// A linker leaves out the object files of a static library to which nothing refers, and with
  /// them their classes. Nothing of such a file is left in the program: a start that finds some
  /// classes cannot tell whether others were left out, and gives no warning.
  case nothingDeclared
  /// A singleton was not made at start, because it needs a reference that was not set: it is made
  /// on request.
  case waitsForReference(singleton: String, reference: String)
  /// What an adapter of another product has to say, in its own words.
  case ofAdapter(String)

  /// What is meant, and what to do.
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
