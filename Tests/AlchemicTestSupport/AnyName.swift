import Testing

/// A name as nobody expects it: names may be any text.
package struct AnyName: CustomTestStringConvertible, Sendable {
  package let text: String

  /// Described in a few letters, because the console would show a megabyte otherwise.
  package var testDescription: String {
    let start = text.prefix(12).debugDescription
    return text.utf8.count < 100 ? start : "\(start)… (\(text.utf8.count) bytes)"
  }

  /// In release, a megabyte.
  package static let huge = String(repeating: "x", count: Effort.of(1 << 20))
  private static let long = Effort.of(10_000, atLeast: 1_000)

  package static let all = [
    " ", "\n", "\0", "a\0b", "\r\n", "\t\u{1B}[2J", "\u{2028}", "e\u{301}", "👩‍👩‍👧‍👦🇪🇺", "مرحبا",
    "\u{202E}evil\u{202C}", "\"", "\"\u{301}", "\\", "\\\"\u{20DD}", "\\N", "]\n", "%%{init: {}}%%",
    "`code`", "&lt;", "#35;", "<br/>", "f0", "end", "a\"] --> b[\"", "'; DROP TABLE", "%n%s%@",
    "\u{FEFF}", "\u{FFFF}", "\u{10FFFF}", String(repeating: "\u{301}", count: long), huge,
    String(repeating: "é\n", count: long),
  ].map(AnyName.init)
}
