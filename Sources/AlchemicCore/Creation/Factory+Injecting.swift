import AlchemicRuntime
import Synchronization

// Injection of a factory's products.
extension Factory {
  /// Returns whether the product at an address needs no injection.
  func isPlain(_ address: ValueAddress) -> Bool {
    guard let object = product.leadingReference(at: address) else {
      return product.hasNoObject(at: address)
    }
    let type = object.with { ObjectIdentifier(Swift.type(of: $0)) }
    return plainClass.load(ordering: .acquiring) == UInt(bitPattern: type)
  }

  /// Returns whether a product may need injection.
  ///
  /// - Parameter product: The reference that retains it.
  @inline(__always)
  func mayBeHost(_ product: AnyObject) -> Bool {
    // The object may be an instance of a subclass.
    mayBeHost && !(hasPlainProducts && type(of: product) == facts.product)
  }

  /// Returns the object of a product if it may need injection; otherwise nil.
  func host(of product: AnyObject) -> AnyObject? {
    mayBeHost(product) ? self.product.object(of: product) : nil
  }

  /// Injects a product, and records whether other products of its class need no injection.
  ///
  /// - Parameters:
  ///   - object: The product's object; nil if the product is not an object.
  ///   - address: The address of the product.
  ///   - isNew: Whether the factory has just created it, so that no other thread has access.
  func inject(
    _ object: AnyObject?, at address: ValueAddress, from model: Model, isNew: Bool
  ) throws {
    let revision = model.revision
    var isPlain = product.form != .other
    if let injector = model.injector, let object {
      isPlain = try injector.inject(object, from: model, isNew: isNew)
    }
    guard isPlain, let object else { return }
    let type = UInt(bitPattern: ObjectIdentifier(Swift.type(of: object)))
    CreationCoordinator.look {
      // The result does not apply to the next revision.
      if model.revision === revision { plainClass.store(type, ordering: .releasing) }
    }
  }

  /// Injects the product at an address. If that fails, destroys the product.
  @inline(never)
  func inject(at memory: ValueAddress, from model: Model) throws {
    do {
      try inject(product.object(at: memory), at: memory, from: model, isNew: true)
    } catch {
      product.destroy(memory)
      throw error
    }
  }
}
