import AlchemicInject
import TreasuryExample

extension RateTable {
  /// The rates that come with the example.
  static func ofExample() throws -> RateTable {
    let feed: any RateFeed = try AcGet()
    return feed.table
  }
}
