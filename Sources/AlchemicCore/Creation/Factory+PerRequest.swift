import AlchemicRuntime
import Synchronization

// Templates with one product for each request, which all objects of the request share.
extension Factory {
  /// Returns the product of the outermost request. Creates it if there is none.
  func productOfRequest(in model: Model) throws -> AnyObject? {
    guard let request = RequestObjects.current else { return try newProduct(in: model) }
    if let product = request.product(of: self) { return product }
    guard let product = try newProduct(in: model) else { return nil }
    return request.keep(product, of: self)
  }

  /// The same for a task. Awaits the product.
  func productOfRequestAwaiting(in model: Model) async throws -> UnsafeTransfer<AnyObject?> {
    let request = RequestObjects.current
    if let product = request?.product(of: self) { return UnsafeTransfer(product) }
    let product = try await newProductAwaiting(with: nil, in: model)
    return UnsafeTransfer(product.value.map { request?.keep($0, of: self) ?? $0 })
  }
}
