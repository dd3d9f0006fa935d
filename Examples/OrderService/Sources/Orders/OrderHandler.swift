import Alchemic

/// Handles one order. The service creates a handler for each, by a provider.
struct OrderHandler: Sendable {
  @Injected var inventory: Inventory
  @Injected var database: any Database
  @Injected var supplier: Provider<any Supplier>
  @Weak var metrics: (any Metrics)?

  let order: Order

  /// Takes the pieces from the stock, and writes the order to the database.
  ///
  /// - Throws: The error of the supplier or of the database. The order's pieces are then in stock.
  func handle() async throws {
    let start = ContinuousClock.now
    while await !inventory.take(order) {
      let delivery = try await supplier.callAsync().deliver(order.item)
      await inventory.add(delivery, of: order.item)
    }
    do {
      try await database.write(order)
    } catch {
      await inventory.putBack(order)
      throw error
    }
    await metrics?.record(.now - start)
  }
}

/// Declares the handler, since only a class can declare itself. `Given` is the caller's argument.
final class OrderHandling: AlchemicConfig {
  static func configureAlchemic(_ model: ModelBuilder) {
    model.register { (order: Given<Order>) in OrderHandler(order: order.value) }
  }
}
