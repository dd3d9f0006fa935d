import Alchemic

/// Takes the pieces of the order from the stock, and asks the supplier for what is missing.
struct Picking: Sendable {
  @Injected var inventory: Inventory
  @Injected var supplier: Provider<any Supplier>

  let order: Order

  func take() async throws {
    while await !inventory.take(order) {
      let delivery = try await supplier.callAsync().deliver(order.item)
      await inventory.add(delivery, of: order.item)
    }
  }

  func putBack() async {
    await inventory.putBack(order)
  }
}
