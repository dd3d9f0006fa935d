import Alchemic
import Orders
import Web

/// All requests of a tenant. At most a hundred tenants without a request keep their services.
package enum TenantScope: AlchemicKeyedScope {
  package typealias Key = String
  package static let idleLimit = 100
}

/// One request, until its response has been sent.
package enum RequestScope: AlchemicScope {
  package static let outer = TenantScope.self
}

/// For whom the shop sells.
package struct Tenant: Sendable {
  package let id: String
}

/// What a tenant has, and what a request has: itself, set once, and the services that share it.
final class ShopContents: AlchemicConfig {
  static func configureAlchemic(_ model: ModelBuilder) {
    model.register { ProcessLog { _ in } }

    model.register(Tenant.self, .reference, .scope(TenantScope.self))
    model.register(TenantBook.init(tenant:database:log:), .scope(TenantScope.self))

    model.register(Request.self, .reference, .scope(RequestScope.self))
    model.register(RequestLog.init(request:tenant:log:), .scope(RequestScope.self))
    model.register(Cursor.init(book:), .scope(RequestScope.self))
    model.register(PlaceOrder.init(request:log:book:database:), .scope(RequestScope.self))
    model.register(ListOrders.init(log:cursor:), .scope(RequestScope.self))
    model.register(ShowTotals.init(log:book:), .scope(RequestScope.self))
  }
}
