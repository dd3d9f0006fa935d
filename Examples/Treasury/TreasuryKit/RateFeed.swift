import Alchemic

/// Where the rates come from, and who tells the wallets.
package protocol RateFeed: AnyObject {
  /// Every rate there is; empty before ``load()``.
  var table: RateTable { get }

  /// Reads the rates.
  ///
  /// A step of its own rather than part of the feed's creation: what is wrong with a file is no
  /// problem of the model.
  func load() throws(TreasuryError)
}

extension RateFeed {
  /// Nothing to do for rates that are in memory.
  package func load() {}

  /// Makes a day today: every wallet has its rates when this returns.
  func publish(_ day: TradingDay) throws {
    try AcSet(DailyRates(day))
  }
}
