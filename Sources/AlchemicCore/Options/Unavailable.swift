// A text alone is no criterion, source or option, and an option is no source. Without these
// declarations, the compiler would list the types that do not match, or nothing. No call of them
// compiles. A linker keeps the initializers of a conformance, so these refer to nothing.

@available(*, unavailable, message: "a text alone is no criterion: write .named(\"…\")")
extension SearchCriterion: ExpressibleByStringLiteral {
  /// Unavailable: write `.named("…")`.
  public init(stringLiteral name: String) { fatalError() }
}

@available(
  *, unavailable, message: "a text alone is no source: write .value(\"…\"), or .named(\"…\")"
)
extension ValueSource: ExpressibleByStringLiteral, ExpressibleByUnicodeScalarLiteral,
  ExpressibleByExtendedGraphemeClusterLiteral
{
  /// Unavailable: write `.value("…")` or `.named("…")`.
  public init(stringLiteral name: String) { fatalError() }
}

@available(*, unavailable, message: "a text alone is no option: write .named(\"…\")")
extension FactoryOption: ExpressibleByStringLiteral {
  /// Unavailable: write `.named("…")`.
  public init(stringLiteral name: String) { fatalError() }
}

@available(
  *, unavailable, message: "an option is no source: write AcRegister(of, …), or options: …"
)
extension ValueSource {
  /// Unavailable: an option is no source.
  public static var template: ValueSource { .named("") }
  /// Unavailable: an option is no source.
  public static var reference: ValueSource { .named("") }
  /// Unavailable: an option is no source.
  public static var primary: ValueSource { .named("") }
  /// Unavailable: an option is no source.
  public static var nillable: ValueSource { .named("") }
  /// Unavailable: an option is no source.
  public static var weak: ValueSource { .named("") }
  /// Unavailable: an option is no source.
  public static var transient: ValueSource { .named("") }
  /// Unavailable: an option is no source.
  public static var lazy: ValueSource { .named("") }
}

// A registration has a qualifier, and a search finds the qualified factory.

extension SearchCriterion {
  /// Unavailable: a search uses `qualified`.
  @available(*, unavailable, renamed: "qualified")
  public static func qualifier(_ qualifier: any AcQualifier.Type) -> SearchCriterion {
    .qualified(qualifier)
  }
}

extension ValueSource {
  /// Unavailable: a search uses `qualified`.
  @available(*, unavailable, renamed: "qualified")
  public static func qualifier(_ qualifier: any AcQualifier.Type) -> ValueSource {
    .qualified(qualifier)
  }
}

extension FactoryOption {
  /// Unavailable: a registration uses `qualifier`.
  @available(*, unavailable, renamed: "qualifier")
  public static func qualified(_ qualifier: any AcQualifier.Type) -> FactoryOption { fatalError() }
}
