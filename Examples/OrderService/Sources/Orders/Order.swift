/// A request: a customer wants some pieces of an item.
package struct Order: Sendable {
  package let number: Int
  package let item: String
  package let pieces: Int

  package init(number: Int, item: String, pieces: Int) {
    self.number = number
    self.item = item
    self.pieces = pieces
  }
}

/// What became of the orders so far.
package struct Totals: Sendable, Equatable {
  package var sold = 0
  package var pieces = 0
  package var refused = 0

  package init(sold: Int = 0, pieces: Int = 0, refused: Int = 0) {
    (self.sold, self.pieces, self.refused) = (sold, pieces, refused)
  }

  package var orders: Int { sold + refused }

  package static func + (first: Totals, second: Totals) -> Totals {
    Totals(
      sold: first.sold + second.sold, pieces: first.pieces + second.pieces,
      refused: first.refused + second.refused)
  }

  mutating func count(_ order: Order, sold isSold: Bool) {
    sold += isSold ? 1 : 0
    pieces += isSold ? order.pieces : 0
    refused += isSold ? 0 : 1
  }
}
