import AlchemicRuntime

/// The products that are shared within one request.
///
/// The outermost subject of the path owns them: of the task, since its request may go on on other
/// threads, or of the thread.
final class RequestObjects: Sendable {
  private let products = Locked<[ObjectIdentifier: UnsafeTransfer<AnyObject>]>([:])

  /// Those of the current request; nil if there is none around the product.
  static var current: RequestObjects? {
    AwaitedPath.outermostObjects ?? CreationPath.outermost?.noting.requestObjects
  }

  func product(of factory: Factory) -> AnyObject? {
    products.withLock { $0[ObjectIdentifier(factory)]?.value }
  }

  /// Keeps a product, unless the request has one by now.
  ///
  /// - Returns: The product that the request has.
  func keep(_ product: AnyObject, of factory: Factory) -> AnyObject {
    let product = UnsafeTransfer(product)
    return products.withLock { products in
      if let present = products[ObjectIdentifier(factory)] { return present.value }
      products[ObjectIdentifier(factory)] = product
      return product.value
    }
  }
}
