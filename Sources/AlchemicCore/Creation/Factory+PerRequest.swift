import AlchemicRuntime
import Synchronization

// Templates with one product for each request, which all objects of the request share.
extension Factory {
  /// Returns the product of the outermost request. Creates it if there is none.
  func productOfRequest(in model: Model) throws -> AnyObject? {
    let request = RequestObjects.current
    return try request?.product(of: self) ?? newProduct(sharedIn: request, in: model)
  }

  /// The same for a task. One task of the request creates the product, and the others await it.
  func productOfRequestAwaiting(in model: Model) async throws -> UnsafeTransfer<AnyObject?> {
    guard let request = RequestObjects.current else {
      return try await newProductAwaiting(with: nil, in: model)
    }
    let outer = AwaitedPath.factories
    while true {
      switch request.claim(self, within: outer) {
      case .present(let product): return UnsafeTransfer(product.value)
      case .wait:
        defer { request.stopWaiting(for: self, within: outer) }
        try await request.awaitEnd(of: self)
      case .cycle: throw cycle(isOfTask: true)
      case .make:
        defer { request.endCreation(of: self) }
        return try await newProductAwaiting(with: nil, sharedIn: request, in: model)
      }
    }
  }
}
