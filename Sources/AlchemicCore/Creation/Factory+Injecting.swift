package import AlchemicRuntime

// Injection of a factory's products.
extension Factory {
  /// Returns whether the product at an address needs no injection.
  @inline(__always)
  func isPlain(_ address: ValueAddress, in model: Model) -> Bool {
    guard let object = product.leadingReference(at: address) else {
      return checksValues
        ? model.findings.holds(.plain, of: facts.product) : product.hasNoObject(at: address)
    }
    let type: Any.Type = object.with { Swift.type(of: $0) }
    return isKnownPlain(type) || model.findings.holds(.plain, of: type)
  }

  /// Returns whether objects of exactly this class need no injection in any revision.
  @inline(__always)
  private func isKnownPlain(_ type: Any.Type) -> Bool { hasPlainProducts && type == facts.product }

  /// Returns whether a product of the function may need injection.
  ///
  /// - Parameter product: The reference that retains it.
  @inline(__always)
  func mayBeHost(_ product: AnyObject) -> Bool {
    // The object may be an instance of a subclass.
    mayBeHost && !isLent && !isKnownPlain(type(of: product))
  }

  /// Returns the object of a product if it may need injection; otherwise nil.
  func host(of product: AnyObject) -> AnyObject? {
    mayBeHost(product) ? self.product.object(of: product) : nil
  }

  /// Injects a product that the factory has just created, and that a reference retains.
  ///
  /// - Parameter host: The object of the product, if it is one.
  func inject(_ host: AnyObject?, of product: AnyObject?, from model: Model) throws {
    if let host {
      _ = try model.lentInjector?.inject(host, from: model, isNew: true)
    } else if checksValues, !isLent, let product {
      try self.product.withValue(of: product) {
        _ = try model.injector?.check($0, of: facts.product, in: model)
      }
    }
  }

  /// Injects a product, and records whether other objects of its class need no injection.
  ///
  /// - Parameters:
  ///   - object: The product's object; nil if the product is not an object.
  ///   - address: The address of the product.
  ///   - isNew: Whether the factory has just created it, so that no other thread has access.
  package func inject(
    _ object: AnyObject?, at address: ValueAddress, from model: Model, isNew: Bool
  ) throws {
    let number = model.findings.number
    var isPlain = checksValues || product.form != .other
    if checksValues {
      isPlain = try model.injector?.check(address, of: facts.product, in: model) ?? isPlain
    } else if let object {
      isPlain = try model.lentInjector?.inject(object, from: model, isNew: isNew) ?? isPlain
    }
    guard isPlain, let plain = checksValues ? facts.product : object.map({ Swift.type(of: $0) })
    else { return }
    // The result does not apply to the next revision.
    model.findings.add(.plain, of: plain, in: number)
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
