import AlchemicRuntime
import Synchronization

// What has to be injected of a factory's products.
extension Factory {
  /// Returns whether the product at an address needs no injection.
  func isPlain(_ address: UnsafeRawPointer) -> Bool {
    guard let object = product.leadingReference(at: address) else {
      return product.hasNoObject(at: address)
    }
    let type = object.with { ObjectIdentifier(Swift.type(of: $0)) }
    return plainClass.load(ordering: .acquiring) == UInt(bitPattern: type)
  }

  /// Returns whether a product may have something to inject.
  ///
  /// - Parameter product: The reference that keeps it.
  @inline(__always)
  func mayBeHost(_ product: AnyObject) -> Bool {
    // The object may be of a subclass.
    mayBeHost && !(hasPlainProducts && type(of: product) == facts.product)
  }

  /// Returns the object to inject of a product that a reference keeps; nil if there is nothing to
  /// inject.
  func host(of product: AnyObject) -> AnyObject? {
    mayBeHost(product) ? self.product.object(of: product) : nil
  }

  /// Injects a product, and remembers if others of its class need nothing.
  ///
  /// - Parameters:
  ///   - object: The object that the product is, if it is one.
  ///   - address: Where the product lies.
  ///   - isNew: Whether the factory has just made it, so that no other thread has it.
  func inject(
    _ object: AnyObject?, at address: UnsafeRawPointer, from model: Model, isNew: Bool
  ) throws {
    let revision = model.revision
    var isPlain = product.form != .other
    if let injector = model.injector, let object {
      isPlain = try injector.inject(object, from: model, isNew: isNew)
    }
    guard isPlain, let object else { return }
    let type = UInt(bitPattern: ObjectIdentifier(Swift.type(of: object)))
    CreationCoordinator.look {
      // It says nothing of the next revision.
      if model.revision === revision { plainClass.store(type, ordering: .releasing) }
    }
  }

  /// Injects the product at an address, or destroys it if that fails.
  @inline(never)
  func inject(at memory: UnsafeMutableRawPointer, from model: Model) throws {
    do {
      try inject(product.object(at: memory), at: memory, from: model, isNew: true)
    } catch {
      product.destroy(memory)
      throw error
    }
  }
}
