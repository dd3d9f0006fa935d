package import AlchemicRuntime

// Queries of slots outside decisions. Each takes the lock.
extension ObjectStore {
  /// Returns whether every thread can use the object of a factory without waiting. For a nillable
  /// factory, nil counts as an object.
  ///
  /// The factory may be new, and have no slot yet. Takes the lock.
  func isSettled(_ factory: Factory) -> Bool {
    guard let slot = existingSlot(of: factory) else { return false }
    return factory.facts.isNillable ? slot.isPresent : slot.hasObject
  }

  /// Returns whether an object, or nil, is present. The factory may be new. Takes the lock.
  func isPresent(_ factory: Factory) -> Bool { existingSlot(of: factory)?.isPresent ?? false }
}

extension Slot {
  /// The cached answers that contain the object now. Takes the lock.
  package var allAnswers: [Borrowed<CachedAnswer>] { CreationCoordinator.look { answers } }

  /// Whether an object, or nil, is present for every thread. Takes the lock.
  var isPresent: Bool { CreationCoordinator.look { state == .present } }

  /// Whether there is an object that every thread may use. Takes the lock.
  var hasObject: Bool { presentObject != nil }

  /// The object if every thread may use it. It is released outside the lock, because this may be
  /// the last reference to a weak object.
  var presentObject: AnyObject? {
    CreationCoordinator.look { state == .present ? object.current : nil }
  }

  /// The same, unless `AcSet` has stored the object.
  package var createdObject: AnyObject? {
    CreationCoordinator.look { state == .present && !isSet ? object.current : nil }
  }
}

extension Model {
  /// Returns whether a factory has an object for every thread, and the call that set it; nil if it
  /// was created. For a nillable factory, nil counts as an object. Takes the lock.
  package func hasObject(of factory: Factory) -> (exists: Bool, setter: CodeLocation?) {
    guard let slot = store.existingSlot(of: factory) else { return (false, nil) }
    return (store.isSettled(factory), CreationCoordinator.look { slot.setter })
  }

  /// Returns whether a factory has an object that every thread may use. Takes the lock.
  package func holdsObject(of factory: Factory) -> Bool { store.slot(of: factory).hasObject }

  /// Returns whether a host is one of the model's shared objects now. Takes the lock.
  ///
  /// - Complexity: O(1) if the model has checked no host of this class; otherwise O(*f*).
  package func stores(_ object: AnyObject) -> Bool {
    guard findings.wasKnown(.checked, of: type(of: object)) else { return false }
    let factories = graph.factories.filter { $0.isShared && $0.mayBeHost }
    return CreationCoordinator.look {
      factories.contains { store.slot(of: $0).object.isSame(as: object, of: $0.product) }
    }
  }

  /// The same of the first of the models from which this one inherits.
  package func rootStores(_ object: AnyObject) -> Bool {
    inheritance.map { $0.root.with { $0.stores(object) } } ?? stores(object)
  }
}
