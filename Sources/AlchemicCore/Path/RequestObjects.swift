import AlchemicRuntime

/// The products that are shared within one request.
///
/// The outermost subject of the path owns them. If a task awaits the request, that is the subject
/// of the task, since the request may continue on another thread.
final class RequestObjects: Sendable {
  private let products = Locked<[ObjectIdentifier: UnsafeTransfer<AnyObject>]>([:])

  /// The objects of the current request; nil outside a request.
  static var current: RequestObjects? {
    AwaitedPath.outermostObjects ?? CreationPath.outermost?.noting.requestObjects
  }

  func product(of factory: Factory) -> AnyObject? {
    products.withLock { $0[ObjectIdentifier(factory)]?.value }
  }

  /// Stores a product, unless another thread has stored one first.
  ///
  /// - Returns: The product that the request uses.
  func keep(_ product: AnyObject, of factory: Factory) -> AnyObject {
    let product = UnsafeTransfer(product)
    return products.withLock { products in
      if let present = products[ObjectIdentifier(factory)] { return present.value }
      products[ObjectIdentifier(factory)] = product
      return product.value
    }
  }
}
