import Alchemic
import Orders

/// What a tenant has sold. All of its requests share it, whatever task they run in.
package actor TenantBook: AlchemicStopping {
  struct StillRead: Error {}

  private static let listed = 12

  private let tenant: Tenant
  private let database: any Database
  private let log: ProcessLog
  private var latest: [Order] = []
  private var cursors = 0
  private(set) var totals = Totals()

  package init(tenant: Tenant, database: any Database, log: ProcessLog) {
    (self.tenant, self.database, self.log) = (tenant, database, log)
  }

  func sell(_ pieces: Int, of item: String) -> Order {
    totals.sold += 1
    totals.pieces += pieces
    let order = Order(number: totals.sold, item: item, pieces: pieces)
    if latest.count == Self.listed { latest.removeFirst() }
    latest.append(order)
    return order
  }

  fileprivate func read() -> [Order] {
    cursors += 1
    return latest
  }

  fileprivate func endRead() {
    cursors -= 1
  }

  /// Writes the totals as a last row. All requests have ended, and the database is open.
  package func stop() async throws {
    guard cursors == 0 else { throw StillRead() }
    try await database.write(Order(number: 0, item: "total of \(tenant.id)", pieces: totals.pieces))
    log.write("\(tenant.id) has sold \(totals.pieces) pieces in \(totals.sold) orders")
  }
}

/// Reads the latest orders of a tenant for one request, which must not end before the last one.
package actor Cursor: AlchemicStopping {
  private let book: TenantBook
  private var orders: [Order]?
  private var isOpen = true

  package init(book: TenantBook) {
    self.book = book
  }

  func next() async throws -> Order? {
    guard isOpen else { throw Closed() }
    if orders == nil { orders = await book.read().reversed() }
    return orders?.popLast()
  }

  package func stop() async {
    isOpen = false
    if orders != nil { await book.endRead() }
  }
}
