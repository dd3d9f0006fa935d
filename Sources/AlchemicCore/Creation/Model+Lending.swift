import AlchemicRuntime
import Synchronization

// The objects that a child model takes from its parent.
extension Model {
  /// Returns functions that take the shared objects of this model's factories.
  var lending: @Sendable (Factory) -> ProductFunction {
    { [self] factory in
      let isAwaited = factory.facts.making == .awaited && factory.existingProduct(in: self) == nil
      // Its task takes the object: see `Factory.awaitProduct`.
      if isAwaited { return factory.creatingFunction }
      return factory.isDecorator ? loan(ofLayer: factory) : loan(of: factory)
    }
  }

  /// A decorator's object is the parent's object unless the wrapped object was set in the child.
  private func loan(ofLayer factory: Factory) -> ProductFunction {
    guard case .optional(let lend) = loan(of: factory) else { return .none }
    let create = factory.creatingFunction
    return .optional { cursor, address in
      let model = cursor.unownedModel.object
      let isOwn = try cursor.owner.undecorated.isSet(in: model)
      let slot = try cursor.factory.with { try $0.slot(in: model) }
      CreationCoordinator.look { slot.isOwn = isOwn }
      guard isOwn else { return try lend(&cursor, address) }
      switch create {
      case .atOnce(let make):
        try make(&cursor, address)
        return true
      case .optional(let make): return try make(&cursor, address)
      case .none, .awaited: return false
      }
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
}

extension Model {
  /// Checks that the model was not cleared. Otherwise, it would create new objects in place of the
  /// former ones.
  func requireObjects(of factory: Factory) throws {
    if isCleared.load(ordering: .acquiring) {
      throw factory.problem(.modelGone(ofChild: home.name))
    }
  }
}

extension Factory {
  /// Returns whether `AcSet` has stored the object, and it has not been deallocated since.
  fileprivate func isSet(in model: Model) throws -> Bool {
    let slot = try slot(in: model)
    // The object is released outside the lock.
    let (isSet, wasGiven, object) = CreationCoordinator.look {
      (slot.isSet, slot.object.wasGiven, slot.object.current)
    }
    return isSet && (object != nil || !wasGiven)
  }

  /// Copies a product into memory. Returns false if there is none.
  func lend(_ reference: AnyObject?, to address: ValueAddress) -> Bool {
    guard let reference else { return false }
    product.withValue(of: reference) { product.copy($0, to: address) }
    return true
  }
}
