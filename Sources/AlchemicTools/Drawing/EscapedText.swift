extension String {
  /// Returns the text with codes in place of some scalars. It replaces scalars, not characters,
  /// because a quote that is combined with an accent still ends a text.
  ///
  /// - Parameter code: Returns nil for a scalar that does not change.
  func escaped(_ code: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    result.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      if let code = code(scalar) { result += code } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}
