/// The result of a validation without problems: what was checked, and what was not.
public struct ValidationReport: Sendable, CustomStringConvertible {
  /// The number of factories.
  public let factories: Int
  /// The number of injected properties that their types and qualifiers decide.
  public let properties: Int
  /// The declarations that are valid but probably unintended, and the properties that only an
  /// object of their host decides.
  public let warnings: [Problem]
  /// The factories that hide the class of their objects, so that their properties were not checked:
  /// `{ Host() as any P }`.
  ///
  /// A function that returns an object of a subclass is not listed: `{ Host() as Base }` has the
  /// same type as `{ Base() }`. What `Host` adds is checked when its first object is injected.
  public let hidden: [FactoryFacts]
  /// The number of injected properties that are checked when the first object of their host is
  /// injected.
  public let propertiesLeft: Int

  init(factories: Int, _ review: PropertyReview, warnings: [Problem]) {
    self.factories = factories
    properties = review.decided
    self.warnings = warnings
    hidden = review.hidden
    propertiesLeft = review.left
  }

  /// The verdict, without the warnings.
  public var description: String {
    let left = propertiesLeft == 0 ? "none" : "\(propertiesLeft)"
    var verdict =
      "The model is sound: \(count(factories, "factory", "factories")), "
      + "\(count(properties + propertiesLeft, "property", "properties")), "
      + "\(left) left to the first injection."
    if !hidden.isEmpty {
      let names = hidden.prefix(5).map { "'\(Wording.shown($0.name))'" }.joined(separator: ", ")
      verdict +=
        "\nNot looked into, because \(count(hidden.count, "registration hides", "registrations hide"))"
        + " the class: \(names)\(hidden.count > 5 ? " …" : "")."
    }
    return verdict
  }

  private func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }
}

/// How much a validation requires.
@nonexhaustive
public enum ValidationMode: Sendable {
  /// What cannot be known without an object is a warning.
  case standard
  /// Warnings are errors: the types and the qualifiers decide everything before anything runs.
  /// `waits-for-reference` stays a warning, since `AcSet` may give the object at any time.
  case strict
}
