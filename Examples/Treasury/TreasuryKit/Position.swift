/// What a wallet was worth on the days its currency was quoted.
package struct Figures: Sendable, Equatable {
  /// The value on the first quoted day.
  package let first: Double

  /// The value now, which is that of the last quoted day.
  package private(set) var last: Double
  package private(set) var min: Double
  package private(set) var max: Double

  /// How far the value is below its highest so far, in percent.
  package private(set) var drawdown = 0.0

  /// The deepest drawdown so far, in percent.
  package private(set) var maxDrawdown = 0.0

  /// Whether the value is above all before; never on the first day.
  package private(set) var isNewHigh = false

  /// On how many days the currency was quoted.
  package private(set) var quoted = 1

  init(first: Double) {
    (self.first, last, min, max) = (first, first, first, first)
  }

  mutating func book(_ value: Double) {
    last = value
    quoted += 1
    isNewHigh = value > max
    min = Swift.min(min, value)
    max = Swift.max(max, value)
    drawdown = (max - value) / max * 100
    maxDrawdown = Swift.max(maxDrawdown, drawdown)
  }
}

/// A wallet's page in the ledger.
package final class Position {
  /// The wallet's number, from 0.
  package let number: Int

  /// The currency's position in the table of rates.
  package let column: Int

  /// The currency the wallet holds.
  package let currency: String

  /// The currency its value is told in.
  package let base: String

  /// What the wallet was worth; nil before its currency was first quoted.
  private(set) var figures: Figures?

  /// Whether the value is of today; if not it is that of the last quoted day.
  private(set) var isQuotedToday = false

  /// How often the wallet had new rates.
  private(set) var bookings = 0

  /// On how many days each rule alerted, in the order of the rules.
  private(set) var alerts: [Int]

  init(number: Int, column: Int, currency: String, base: String, ruleCount: Int) {
    self.number = number
    self.column = column
    self.currency = currency
    self.base = base
    alerts = Array(repeating: 0, count: ruleCount)
  }

  /// Books the value of today, or nil if the currency is not quoted.
  func book(_ value: Double?) {
    bookings += 1
    isQuotedToday = value != nil
    guard let value else { return }
    if figures == nil {
      figures = Figures(first: value)
    } else {
      figures?.book(value)
    }
  }

  func countAlert(of rule: Int) {
    alerts[rule] += 1
  }
}
