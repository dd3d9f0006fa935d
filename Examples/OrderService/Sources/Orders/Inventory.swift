import Alchemic

/// The pieces in stock: an actor, which Alchemic finds and creates at start.
package actor Inventory: AlchemicManaged {
  private var stock: [String: Int]

  /// How many pieces the supplier has brought.
  package private(set) var delivered = 0

  init(stock: [String: Int]) {
    self.stock = stock
  }

  package static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, Inventory.init(stock:), .qualified(MorningStock.self))
  }

  /// How many pieces are left, all items together.
  package var pieces: Int { stock.values.reduce(0, +) }

  /// Takes the pieces of an order, or none if there are too few.
  func take(_ order: Order) -> Bool {
    guard let left = stock[order.item], left >= order.pieces else { return false }
    stock[order.item] = left - order.pieces
    return true
  }

  /// Takes back the pieces of an order that was not completed.
  func putBack(_ order: Order) {
    stock[order.item, default: 0] += order.pieces
  }

  func add(_ pieces: Int, of item: String) {
    stock[item, default: 0] += pieces
    delivered += pieces
  }
}
