/// A number with about three digits that count: `0.98`, `13.4`, `1,050`.
func shown(_ number: Double) -> String {
  guard number.isFinite else { return "–" }
  let size = number.magnitude
  if size < 10 { return fixed(number, 2) }
  if size < 100 { return fixed(number, 1) }
  return grouped(Int(number.rounded()))
}

/// A time with its unit: `13.4 ns`, `1.05 µs`.
func shownTime(_ nanoseconds: Double) -> String {
  for (unit, size) in [("s", 1e9), ("ms", 1e6), ("µs", 1e3)] where nanoseconds.magnitude >= size {
    return "\(shown(nanoseconds / size)) \(unit)"
  }
  return "\(shown(nanoseconds)) ns"
}

/// A number with so many digits after the point.
func fixed(_ number: Double, _ digits: Int) -> String {
  let factor = (0..<digits).reduce(1) { value, _ in value * 10 }
  let scaled = Int((number.magnitude * Double(factor)).rounded())
  let fraction = String(scaled % factor)
  let padding = String(repeating: "0", count: digits - fraction.count)
  return "\(number < 0 && scaled > 0 ? "-" : "")\(scaled / factor).\(padding)\(fraction)"
}

/// A number with a comma at each thousand.
func grouped(_ number: Int) -> String {
  var rest = String(number.magnitude)[...]
  var groups: [Substring] = []
  while !rest.isEmpty {
    groups.insert(rest.suffix(3), at: 0)
    rest = rest.dropLast(3)
  }
  return (number < 0 ? "-" : "") + groups.joined(separator: ",")
}

extension Double {
  /// As limits are written: 2, 2.5, 1.25.
  var formatted: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}
