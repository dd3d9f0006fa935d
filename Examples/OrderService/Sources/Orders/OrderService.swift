import Alchemic
import Synchronization

/// Serves orders as they come in, several at once.
///
/// In a `Sendable` final class Swift does not allow a wrapped `var`, so the injected properties are
/// in a structure, which the class holds by `let`.
package final class OrderService: Sendable, AlchemicCreatable, AlchemicStopping {
  private struct Services: Sendable {
    @Qualified<Workers>.Injected var workers: Int
    @Injected var board: StatusBoard
    /// The handlers use it. Because of this property, the service stops before it.
    @Injected var database: any Database
  }

  private let services = Services()

  private let isOpen = Atomic(true)

  package init() {}

  /// Whether the service takes orders.
  package var isServing: Bool { isOpen.load(ordering: .acquiring) }

  /// Takes no more orders. Stops before the database, which the handlers need.
  package func stop() {
    isOpen.store(false, ordering: .releasing)
    print("no more orders")
  }

  /// Handles all orders of a stream, and returns when the last one is done.
  ///
  /// Each order has a scope of its own. An order whose handler throws is refused; the others
  /// continue.
  package func serve(_ orders: AsyncStream<Order>) async throws -> Totals {
    try await withThrowingTaskGroup(of: (Order, isSold: Bool).self) { group in
      var totals = Totals()
      var running = 0
      for await order in orders {
        guard isServing else { break }
        if running == services.workers, let (done, isSold) = try await group.next() {
          await count(done, sold: isSold, in: &totals)
          running -= 1
        }
        group.addTask {
          do {
            try await Alchemic.withScope(OrderScope.self) {
              try $0.set(order)
            } operation: {
              try await (AcGet() as OrderHandler).handle()
            }
            return (order, true)
          } catch {
            return (order, false)
          }
        }
        running += 1
      }
      for try await (done, isSold) in group {
        await count(done, sold: isSold, in: &totals)
      }
      return totals
    }
  }

  private func count(_ order: Order, sold isSold: Bool, in totals: inout Totals) async {
    totals.count(order, sold: isSold)
    await services.board.show(totals)
  }
}
