extension Duration {
  /// In nanoseconds, rounded down.
  var nanoseconds: Int {
    Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
  }

  /// In milliseconds, with three digits after the point: `12.345 ms`.
  var milliseconds: String {
    let microseconds = (nanoseconds + 500) / 1000
    let fraction = "\(1000 + microseconds % 1000)".dropFirst()
    return "\(microseconds / 1000).\(fraction) ms"
  }
}
