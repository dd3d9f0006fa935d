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

  package var orders: Int { sold + refused }

  mutating func count(_ order: Order, sold isSold: Bool) {
    sold += isSold ? 1 : 0
    pieces += isSold ? order.pieces : 0
    refused += isSold ? 0 : 1
  }
}
