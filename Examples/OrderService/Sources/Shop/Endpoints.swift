import Orders
import Web

/// Answers one request: an object of its scope.
package protocol Endpoint: Sendable {
  func respond() async throws -> Response
}

package struct PlaceOrder: Endpoint {
  let request: Request
  let log: RequestLog
  let book: TenantBook
  let database: any Database

  /// The body is the number of pieces and the item, as `3 apple`.
  package func respond() async throws -> Response {
    let words = request.message.text.split(separator: " ")
    guard words.count == 2, let pieces = Int(words[0]), pieces > 0 else {
      return Response(status: 422, "no pieces of an item")
    }
    let order = await book.sell(pieces, of: String(words[1]))
    try await database.write(order)
    log.write("order \(order.number): \(pieces) \(order.item)")
    return log.response(.text("order \(order.number)"))
  }
}

package struct ShowTotals: Endpoint {
  let log: RequestLog
  let book: TenantBook

  package func respond() async -> Response {
    let totals = await book.totals
    return log.response(.text("\(totals.sold) orders \(totals.pieces) pieces"))
  }
}

package struct ListOrders: Endpoint {
  let log: RequestLog
  let cursor: Cursor

  /// The body is written after this function has returned, and its cursor must be open then.
  package func respond() -> Response {
    log.response(
      .stream { [log, cursor] writer in
        var count = 0
        while let order = try await cursor.next() {
          try await writer.write("\(order.pieces) \(order.item)\n")
          count += 1
        }
        try await writer.write("\(count) orders of \(log.tenant)\n")
        log.write("\(count) orders listed")
      })
  }
}

extension RequestLog {
  fileprivate func response(_ body: Response.Body) -> Response {
    Response(fields: ["x-request-id": id, "x-tenant": tenant], body: body)
  }
}
