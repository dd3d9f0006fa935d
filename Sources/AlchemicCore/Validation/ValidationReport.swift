/// The result of a validation without problems: the numbers of checked and unchecked parts.
public struct ValidationReport: Sendable {
  /// The number of factories.
  public let factories: Int
  /// The number of injected properties that their types and qualifiers decide.
  public let properties: Int
  /// The declarations that are valid but probably unintended, and the properties that validation
  /// can decide only with an object of their host.
  public let warnings: [Problem]
  /// The factories that hide the class of their objects, such as `{ Host() as any P }`. Validation
  /// did not check the properties of these objects.
  ///
  /// A function that returns an object of a subclass is not listed: `{ Host() as Base }` has the
  /// same type as `{ Base() }`. The model checks the additional properties of `Host` when it
  /// injects the first object.
  public let hidden: [FactoryFacts]
  /// The number of injected properties that the model checks when it injects the first object of
  /// their host.
  public let propertiesLeft: Int
  /// Whether any property may have criteria that its type does not show, and no object has checked
  /// it. Even if the type decides, a name such as the one in `@Injected(.named("main"))` is checked
  /// only with an object of the host.
  package let mayHaveCriteria: Bool

  init(factories: Int, _ review: PropertyReview, warnings: [Problem]) {
    self.factories = factories
    properties = review.decided
    self.warnings = warnings
    hidden = review.hidden
    propertiesLeft = review.left
    mayHaveCriteria = review.mayHaveCriteria
  }

  /// Creates a report that includes hosts which no factory creates.
  init(_ report: ValidationReport, with review: PropertyReview, _ warnings: [Problem]) {
    factories = report.factories
    properties = report.properties + review.decided
    self.warnings = report.warnings + (warnings + review.warnings).merged
    hidden = report.hidden
    propertiesLeft = report.propertiesLeft + review.left
    mayHaveCriteria = report.mayHaveCriteria || review.mayHaveCriteria
  }
}

/// The strictness of a validation.
@nonexhaustive
public enum ValidationMode: Sendable {
  /// If a check requires an object, validation gives a warning.
  case standard
  /// Warnings are errors, so that types and qualifiers decide everything before the program runs.
  /// `waits-for-reference` stays a warning, since `AcSet` may store the object at any time.
  case strict
}
