import Alchemic

/// The rates of today: none before the first day, then those the feed sets.
final class DailyRates: AlchemicManaged {
  private let day: TradingDay

  init(_ day: TradingDay) {
    self.day = day
  }

  static func alchemic(_ of: ClassObjectFactory) {
    AcRegister(of, .reference, .nillable)
  }

  /// Returns the rate of a currency, or nil if it is not quoted today.
  ///
  /// - Parameter column: The position of the currency in the table.
  func rate(_ column: Int) -> Double? {
    day.rates[column]
  }
}
