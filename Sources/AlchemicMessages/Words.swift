/// A text of the tables of messages: a template, or a text with interpolated parts.
///
/// A literal is a template. `$subject` and `$detail` in it stand for those of the problem, so that
/// the code of most messages is the address of a text. In the interpolation of a `String`, each
/// part is code: the tables would be a third larger.
struct Words: ExpressibleByStringInterpolation {
  /// The template; nil for a text that is complete.
  private let template: StaticString?
  private let complete: String

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    @inline(never)
    init(literalCapacity: Int, interpolationCount: Int) {}

    @inline(never)
    mutating func appendLiteral(_ literal: StaticString) { text += literal.description }

    @inline(never)
    mutating func appendInterpolation(_ part: String) { text += part }

    /// - Parameter part: No template with placeholders.
    mutating func appendInterpolation(_ part: Words) { appendInterpolation(part.text) }

    mutating func appendInterpolation(_ number: Int) { appendInterpolation(String(number)) }
  }

  @inline(never)
  init(stringLiteral value: StaticString) { (template, complete) = (value, "") }

  @inline(never)
  init(stringInterpolation: StringInterpolation) {
    (template, complete) = (nil, stringInterpolation.text)
  }

  /// The text, with the placeholders of a template.
  private var text: String { template?.description ?? complete }

  /// - Parameters: No templates with placeholders.
  @inline(never)
  static func + (first: Words, second: Words) -> Words { "\(first)\(second)" }

  /// Returns the text.
  ///
  /// - Parameters:
  ///   - subject: The subject of the problem.
  ///   - detail: The detail of the problem.
  @inline(never)
  func text(_ subject: String, _ detail: String) -> String {
    guard let template else { return complete }
    let parts = template.description.split(separator: "$", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { text, part in
      if part.hasPrefix("subject") {
        text += subject + part.dropFirst("subject".count)
      } else if part.hasPrefix("detail") {
        text += detail + part.dropFirst("detail".count)
      } else {
        // Part of the text, as in `$0.register`.
        text += "$" + part
      }
    }
  }
}
