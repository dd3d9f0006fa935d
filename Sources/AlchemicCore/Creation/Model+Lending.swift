import AlchemicRuntime
import Synchronization

// The objects that a child model takes from its parent.
extension Model {
  /// Returns functions that take the shared objects of this model's factories.
  var lending: @Sendable (Factory) -> ProductFunction {
    { [self] factory in
      let isAwaited = factory.facts.making == .awaited && factory.existingProduct(in: self) == nil
      return isAwaited ? awaitedLoan(of: factory) : loan(of: factory)
    }
  }

  private func loan(of factory: Factory) -> ProductFunction {
    .optional { [self] _, address in
      try requireObjects(of: factory)
      let object =
        try factory.existingProduct(in: self)
        ?? asCurrent { try factory.product(in: self).reference }
      return factory.lend(object, to: address)
    }
  }

  private func awaitedLoan(of factory: Factory) -> ProductFunction {
    .awaited { [self] _, address in
      try requireObjects(of: factory)
      let object = try await asCurrent {
        UnsafeTransfer(try await factory.productAwaiting(in: self).reference)
      }
      return factory.lend(object.value, to: address)
    }
  }
}

extension Model {
  /// Checks that the model was not cleared: it would create other objects than those that it had.
  private func requireObjects(of factory: Factory) throws {
    if isCleared.load(ordering: .acquiring) {
      throw factory.problem(.modelGone(ofChild: home.name))
    }
  }
}

extension Factory {
  /// Copies a product into memory. Returns false if there is none.
  fileprivate func lend(_ reference: AnyObject?, to address: ValueAddress) -> Bool {
    guard let reference else { return false }
    product.withValue(of: reference) { product.copy($0, to: address) }
    return true
  }
}
