import Alchemic

/// Numbers the wallets and keeps their positions.
final class Ledger: AlchemicCreatable {
  @Injected private var feed: any RateFeed

  /// The position of each wallet, in the order in which they were opened.
  private(set) var positions: [Position] = []

  init() {}

  /// How often a wallet had new rates, all wallets together.
  var bookings: Int {
    positions.reduce(0) { $0 + $1.bookings }
  }

  /// The first position in each currency that has one, in the order of the table.
  var positionPerCurrency: ArraySlice<Position> {
    positions.prefix(feed.table.currencies.count)
  }

  /// Opens a position for a new wallet, in the currency whose turn it is.
  ///
  /// - Parameters:
  ///   - base: The currency its value is told in.
  ///   - rules: The rules whose alerts it counts.
  func openPosition(in base: String, watchedBy rules: [any Rule]) -> Position {
    let currencies = feed.table.currencies
    let number = positions.count
    let column = number % currencies.count
    let position = Position(
      number: number, column: column, currency: currencies[column], base: base,
      ruleCount: rules.count)
    positions.append(position)
    return position
  }
}
