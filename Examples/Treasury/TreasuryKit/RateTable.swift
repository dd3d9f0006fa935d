/// The rates of one trading day, a column per currency.
package struct TradingDay: Sendable {
  package let date: Day

  /// Units of each currency per unit of the base currency; nil where it was not quoted.
  package let rates: [Double?]

  package init(date: Day, rates: [Double?]) {
    self.date = date
    self.rates = rates
  }
}

/// Every rate a feed knows.
package struct RateTable: Sendable {
  /// Where the rates come from, for messages.
  package let source: String

  /// The currencies in the order of the columns.
  package let currencies: [String]

  /// The trading days, oldest first.
  package let days: [TradingDay]

  /// Creates a table from days in any order.
  package init(source: String, currencies: [String], days: [TradingDay]) {
    self.source = source
    self.currencies = currencies
    self.days = days.sorted { $0.date < $1.date }
  }

  /// Returns the trading days of a range, both ends included.
  ///
  /// - Parameters:
  ///   - from: The first day that counts; nil for the first there is.
  ///   - to: The last day that counts; nil for the last there is.
  /// - Throws: ``TreasuryError`` if there is none.
  func days(from: Day?, to: Day?) throws(TreasuryError) -> [TradingDay] {
    guard let first = days.first?.date, let last = days.last?.date else {
      throw TreasuryError(.noRows, in: source)
    }
    let chosen = days.filter { (from ?? first) <= $0.date && $0.date <= (to ?? last) }
    guard !chosen.isEmpty else {
      throw TreasuryError(
        .noTradingDays(from: from, to: to, first: first, last: last), in: source)
    }
    return chosen
  }
}
