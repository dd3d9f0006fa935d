import TreasuryKit

/// Five days of three currencies, one of which is never quoted.
final class FakeFeed: RateFeed {
  let table: RateTable

  init() {
    let rates: [[Double?]] = [
      [1.0, nil, nil],
      [2.0, 4.0, nil],
      [nil, 5.0, nil],
      [0.5, 4.0, nil],
      [1.25, nil, nil],
    ]
    table = RateTable(
      source: "fake", currencies: ["AAA", "BBB", "CCC"],
      days: rates.enumerated().map { index, rates in
        TradingDay(date: Day("2024-01-0\(index + 1)")!, rates: rates)
      })
  }
}

extension Options {
  /// The defaults, but for the number of wallets.
  init(wallets: Int) {
    self.init()
    self.wallets = wallets
  }
}
