@testable import Orders

// Fakes declare nothing: discovery finds all classes that do, and would find them in every test.

/// A database in memory, which may refuse an item.
actor FakeDatabase: Database {
  struct Full: Error {}

  private(set) var written: [Int] = []
  private let refused: String?

  init(refusing item: String? = nil) {
    refused = item
  }

  func write(_ order: Order) throws {
    if order.item == refused { throw Full() }
    written.append(order.number)
  }
}

/// A supplier who brings three pieces at a time.
actor FakeSupplier: Supplier {
  private(set) var deliveries = 0

  func deliver(_ item: String) -> Int {
    deliveries += 1
    return 3
  }
}
