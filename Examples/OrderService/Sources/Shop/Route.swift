import Web

/// What a request wants, and of whom: `POST /acme/orders`.
struct Route {
  enum Action {
    case placeOrder, listOrders, showTotals
  }

  let tenant: String
  let action: Action

  /// Nil if the shop has nothing there.
  init?(_ request: Request) {
    let words = request.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    guard words.count == 2, (1...32).contains(words[0].utf8.count) else { return nil }
    tenant = String(words[0])
    switch (request.method, words[1]) {
    case ("POST", "orders"): action = .placeOrder
    case ("GET", "orders"): action = .listOrders
    case ("GET", "totals"): action = .showTotals
    default: return nil
    }
  }

  static let unknown = Response(status: 404, "there is nothing here")
}
