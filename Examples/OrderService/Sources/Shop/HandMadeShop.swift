import Orders
import Synchronization
import Web

/// The same shop without Alchemic: the same objects, composed by hand.
package final class HandMadeShop: Sendable {
  private let log: ProcessLog
  private let pool: ConnectionPool
  private let books = Mutex<[String: TenantBook]>([:])

  package init(log: ProcessLog, pool: ConnectionPool) {
    (self.log, self.pool) = (log, pool)
  }

  package func respond(to request: Request) async throws -> Response {
    guard let route = Route(request) else { return Route.unknown }
    let tenant = Tenant(id: route.tenant)
    let book = book(of: tenant)
    let log = RequestLog(request: request, tenant: tenant, log: log)
    switch route.action {
    case .placeOrder:
      return try await PlaceOrder(request: request, log: log, book: book, database: pool).respond()
    case .showTotals:
      return await ShowTotals(log: log, book: book).respond()
    case .listOrders:
      let cursor = Cursor(book: book)
      var response = ListOrders(log: log, cursor: cursor).respond()
      guard case .stream(let write) = response.body else { return response }
      response.body = .stream { writer in
        let result: Result<Void, any Error>
        do { result = .success(try await write(writer)) } catch { result = .failure(error) }
        await cursor.stop()
        try result.get()
      }
      return response
    }
  }

  private func book(of tenant: Tenant) -> TenantBook {
    books.withLock { books in
      if let book = books[tenant.id] { return book }
      let book = TenantBook(tenant: tenant, database: pool, log: log)
      books[tenant.id] = book
      return book
    }
  }

  package func stop() async throws {
    for book in books.withLock({ Array($0.values) }) { try await book.stop() }
    await pool.stop()
  }
}
