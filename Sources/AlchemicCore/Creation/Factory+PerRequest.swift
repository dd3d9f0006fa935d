import AlchemicRuntime
import Synchronization

// Templates with one product for each request, which all objects of the request share.
extension Factory {
  /// Returns the product of the outermost request. Creates it if there is none.
  func productOfRequest(in model: Model) throws -> AnyObject? {
    let request = RequestObjects.current
    return try request?.product(of: self) ?? newProduct(sharedIn: request, in: model)
  }
}

extension RequestObjects {
  /// Returns the product of a factory; nil if the caller must create it, and then call
  /// ``endCreation(of:)``. Awaits another task that creates it.
  func claim(_ factory: Factory) async throws -> UnsafeTransfer<AnyObject>? {
    let outer = AwaitedPath.factories
    while true {
      switch claim(factory, within: outer) {
      case .present(let product): return product
      case .wait:
        defer { stopWaiting(for: factory, within: outer) }
        try await awaitEnd(of: factory)
      case .cycle: throw factory.cycle(isOfTask: true)
      case .make: return nil
      }
    }
  }
}
