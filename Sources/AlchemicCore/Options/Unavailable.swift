// Text is no criterion, source or option by itself, and an option is no source. Without these
// declarations the compiler lists the types that do not match, or nothing.

@available(*, unavailable, message: "a text alone is no criterion: write .named(\"…\")")
extension SearchCriterion: ExpressibleByStringLiteral {
  /// Unavailable: write `.named("…")`.
  public init(stringLiteral name: String) { self = .named(name) }
}

@available(
  *, unavailable, message: "a text alone is no source: write .value(\"…\"), or .named(\"…\")"
)
extension ValueSource: ExpressibleByStringLiteral, ExpressibleByUnicodeScalarLiteral,
  ExpressibleByExtendedGraphemeClusterLiteral
{
  /// Unavailable: write `.value("…")` or `.named("…")`.
  public init(stringLiteral name: String) { self = .named(name) }
}

@available(*, unavailable, message: "a text alone is no option: write .named(\"…\")")
extension FactoryOption: ExpressibleByStringLiteral {
  /// Unavailable: write `.named("…")`.
  public init(stringLiteral name: String) { self = .named(name) }
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

// A factory is declared with a qualifier, and a search asks for the qualified one.

extension SearchCriterion {
  /// Unavailable: a search asks for the factory that is qualified.
  @available(*, unavailable, renamed: "qualified")
  public static func qualifier(_ qualifier: any AcQualifier.Type) -> SearchCriterion {
    .qualified(qualifier)
  }
}

extension ValueSource {
  /// Unavailable: a search asks for the factory that is qualified.
  @available(*, unavailable, renamed: "qualified")
  public static func qualifier(_ qualifier: any AcQualifier.Type) -> ValueSource {
    .qualified(qualifier)
  }
}

extension FactoryOption {
  /// Unavailable: a factory has a qualifier.
  @available(*, unavailable, renamed: "qualifier")
  public static func qualified(_ qualifier: any AcQualifier.Type) -> FactoryOption {
    .qualifier(qualifier)
  }
}
