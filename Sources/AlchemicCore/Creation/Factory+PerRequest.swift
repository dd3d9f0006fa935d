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
