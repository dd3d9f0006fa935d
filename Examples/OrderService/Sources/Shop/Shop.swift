import Alchemic
import Web

/// The handler of the shop: what a server calls for each request.
package enum Shop {
  package static let handler = inScopes { route in
    let endpoint: any Endpoint =
      switch route.action {
      case .placeOrder: try AcGet() as PlaceOrder
      case .listOrders: try AcGet() as ListOrders
      case .showTotals: try AcGet() as ShowTotals
      }
    return try await endpoint.respond()
  }
}

/// A middleware: runs each request in a scope of its own, within the scope of its tenant.
private func inScopes(
  _ respond: @escaping @Sendable (Route) async throws -> Response
) -> Handler {
  { request in
    guard let route = Route(request) else { return Route.unknown }
    return try await Alchemic.withScope(TenantScope.self, for: route.tenant) {
      try $0.set(Tenant(id: route.tenant))
    } operation: {
      try await Alchemic.withScope(RequestScope.self) {
        try $0.set(request)
      } operation: {
        try await keepingScope(until: respond(route))
      }
    }
  }
}

/// A body that is written later retains the scope of its request, and runs in it.
private func keepingScope(until response: Response) throws -> Response {
  guard case .stream(let write) = response.body else { return response }
  let scope = try Alchemic.retain(RequestScope.self)
  var response = response
  response.body = .stream { writer in
    try await Alchemic.withScope(scope) { try await write(writer) }
  }
  return response
}
