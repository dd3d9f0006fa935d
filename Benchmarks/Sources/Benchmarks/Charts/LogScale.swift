#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Where a number lies on an axis on which each ten times is as long as the next.
struct LogScale {
  /// The powers of ten that are on the axis.
  let powers: ClosedRange<Int>
  let from: Double
  let to: Double

  /// - Parameters:
  ///   - values: What is to be on it; powers of ten around them.
  ///   - from: Where the axis begins.
  ///   - to: Where it ends; may be less.
  init(_ values: [Double], from: Double, to: Double) {
    let values = values.filter { $0 > 0 && $0.isFinite }
    let low = Int(log10(values.min() ?? 1).rounded(.down))
    let high = Int(log10(values.max() ?? 10).rounded(.up))
    powers = low...max(high, low + 1)
    (self.from, self.to) = (from, to)
  }

  /// What is less than the axis begins with lies at its beginning.
  func position(_ value: Double) -> Double {
    let low = Double(powers.lowerBound)
    let exponent = value > 0 ? max(low, log10(value)) : low
    return from + (exponent - low) / Double(powers.count - 1) * (to - from)
  }

  /// Each power of ten.
  var ticks: [Double] { powers.map { pow(10, Double($0)) } }
}
