package import AlchemicRuntime

// What is asked of slots outside a decision. Each takes the lock.
extension ObjectStore {
  /// Whether every thread can have the object of a factory, or nil, if that is what was made,
  /// without waiting.
  ///
  /// The factory may be new, and have no slot yet. Takes the lock.
  func isSettled(_ factory: Factory) -> Bool {
    guard let slot = existingSlot(of: factory) else { return false }
    return factory.facts.isNillable ? slot.isPresent : slot.hasObject
  }

  /// Whether an object, or nil, was stored for every thread. The factory may be new. Takes the
  /// lock.
  func isPresent(_ factory: Factory) -> Bool { existingSlot(of: factory)?.isPresent ?? false }
}

extension Slot {
  /// The cached answers that have the object now. Takes the lock.
  package var allAnswers: [Borrowed<CachedAnswer>] { CreationCoordinator.look { answers } }

  /// Whether an object, or nil, was stored for every thread. Takes the lock.
  var isPresent: Bool { CreationCoordinator.look { state == .present } }

  /// Whether there is an object, and every thread may have it. Takes the lock.
  var hasObject: Bool { presentObject != nil }

  /// The object if every thread may have it. It is released outside the lock: this may be the last
  /// reference to a weak one.
  var presentObject: AnyObject? {
    CreationCoordinator.look { state == .present ? object.current : nil }
  }
}
