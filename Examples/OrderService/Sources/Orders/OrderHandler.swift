import Alchemic

/// Handles one order. The service creates a handler for each, by a provider.
///
/// In a `Sendable` final class Swift does not allow a wrapped `var`, so the injected properties are
/// in a structure, which the class holds by `let`.
package final class OrderHandler: Sendable, AlchemicManaged {
  private struct Services: Sendable {
    @Injected var inventory: Inventory
    @Injected var database: any Database
    @Injected var supplier: Provider<any Supplier>
    @Weak var metrics: (any Metrics)?
  }

  private let services = Services()
  private let order: Order

  init(order: Order) {
    self.order = order
  }

  package static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, OrderHandler.init(order:), .argument)
  }

  /// Takes the pieces from the stock and writes the order to the database.
  ///
  /// - Throws: The error of the supplier or of the database. The stock is then as before.
  package func handle() async throws {
    let start = ContinuousClock.now
    while await !services.inventory.take(order) { try await restock() }
    do {
      try await services.database.write(order)
    } catch {
      await services.inventory.putBack(order)
      throw error
    }
    await services.metrics?.record(.now - start)
  }

  private func restock() async throws {
    let supplier = try await services.supplier.callAsync()
    let pieces = try await supplier.deliver(order.item)
    await services.inventory.add(pieces, of: order.item)
  }
}
