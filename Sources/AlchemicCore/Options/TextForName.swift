// Text is no criterion, source or option by itself. Without these conformances the compiler lists
// the types that do not match, or nothing.

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
