import Alchemic
import AlchemicTesting
import Testing

@testable import Orders

/// The service as it is: one test starts it, as the program does.
struct OrdersTests {
  @Test("the graph is complete, without a warning") func graph() throws {
    try Alchemic.validate(.strict)  // creates no object: no connection is opened
  }

  @Test("orders over the real pool: no piece and no row is lost", .alchemicMain)
  func realPool() async throws {
    try await Alchemic.start(.strict)
    let service: OrderService = try AcGet()
    let inventory: Inventory = try AcGet()
    let pool: ConnectionPool = try AcGet()
    let morning = await inventory.pieces

    let totals = try await service.serve(.orders(500))

    #expect(totals.sold == 500)
    #expect(await pool.rows.reduce(0, +) == 500)
    #expect(await inventory.pieces == morning + inventory.delivered - totals.pieces)
  }
}

extension AsyncStream<Order> {
  /// Orders of three pieces each, of apples and of pears in turn.
  static func orders(_ count: Int) -> Self {
    let (orders, customers) = makeStream()
    for number in 0..<count {
      customers.yield(Order(number: number, item: ["apple", "pear"][number % 2], pieces: 3))
    }
    customers.finish()
    return orders
  }
}
