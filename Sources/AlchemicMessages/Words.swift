/// A text with interpolated parts, for the tables of messages.
///
/// A literal part is one call with the address of its text. The interpolation of a `String` would
/// first build a `String` of each literal. It would make the tables of messages a fifth larger.
struct Words: ExpressibleByStringInterpolation {
  /// The text.
  let text: String

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    @inline(never)
    init(literalCapacity: Int, interpolationCount: Int) {}

    @inline(never)
    mutating func appendLiteral(_ literal: StaticString) { text += literal.description }

    @inline(never)
    mutating func appendInterpolation(_ part: String) { text += part }

    mutating func appendInterpolation(_ part: Words) { appendInterpolation(part.text) }

    mutating func appendInterpolation(_ number: Int) { appendInterpolation(String(number)) }
  }

  @inline(never)
  init(stringLiteral value: StaticString) { text = value.description }

  @inline(never)
  init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  @inline(never)
  static func + (first: Words, second: Words) -> Words { "\(first)\(second)" }
}
