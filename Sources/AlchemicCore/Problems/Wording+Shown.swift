// Texts of the user, which can contain any characters.
extension Wording {
  /// Returns a name as messages show it: shortened, on one line, and without characters that
  /// control a terminal. Lookups use the original name.
  ///
  /// - Parameter limit: The number of scalars above which a name loses its middle.
  @inline(never)
  package static func shown(_ text: String, limit: Int = 200) -> String {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    if isPlain, text.utf8.count <= limit { return text }
    let scalars = Substring(text).unicodeScalars
    guard scalars.count > limit else { return escaped(scalars) }
    return escaped(scalars.prefix(limit * 2 / 3)) + "…" + escaped(scalars.suffix(limit / 3))
  }

  private static func escaped(_ scalars: Substring.UnicodeScalarView) -> String {
    var result = String.UnicodeScalarView()
    for scalar in scalars {
      switch scalar {
      case "\n": result += "\\n".unicodeScalars
      case "\r": result += "\\r".unicodeScalars
      case "\t": result += "\\t".unicodeScalars
      case _ where isObeyed(scalar):
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// Returns whether a scalar controls the output, as control characters, line breaks, and
  /// characters that change the direction of the surrounding text do.
  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x61C: true
    default: false
    }
  }
}

extension Problem {
  /// The same problem with names that can be shown.
  var shown: Problem { with(fact, Wording.shown(subject), candidates.map(\.shown)) }
}

extension Problem.Candidate {
  fileprivate var shown: Problem.Candidate {
    Problem.Candidate(
      name: Wording.shown(name), product: Wording.shown(product), type: Wording.shown(type),
      location: location, isPrimary: isPrimary, isTemplate: isTemplate, isNear: isNear)
  }
}
