import Alchemic
import Testing

@testable import Orders

/// Tests without a model: each property has its value by hand. They run beside all others.
struct HandlerTests {
  let inventory = Inventory(stock: ["apple": 5, "pear": 5])
  let database = FakeDatabase(refusing: "pear")
  let supplier = FakeSupplier()

  private func handle(_ order: Order) async throws {
    let timing = Timing(order: order)
    timing.$metrics.use(nil)
    try await OrderHandler(
      picking: Picking(
        inventory: .value(inventory), supplier: .value(Provider { [supplier] in supplier }),
        order: order),
      booking: Booking(database: .value(database), order: order), timing: timing,
      shift: nil
    ).handle()
  }

  @Test("an order is taken from the stock and written") func inStock() async throws {
    try await handle(Order(number: 7, item: "apple", pieces: 2))
    #expect(await inventory.pieces == 8)
    #expect(await database.written == [7])
  }

  @Test("what is sold out is delivered first") func soldOut() async throws {
    try await handle(Order(number: 8, item: "apple", pieces: 6))
    #expect(await supplier.deliveries == 1)
    #expect(await inventory.pieces == 7)
  }

  @Test("the pieces of a refused order are put back") func refused() async {
    await #expect(throws: FakeDatabase.Full.self) {
      try await handle(Order(number: 9, item: "pear", pieces: 2))
    }
    #expect(await inventory.pieces == 10)
  }
}
