import AlchemicRuntime

/// A class whose objects cannot be stopped, in every model.
private final class UnstoppableClass: Sendable {
  static let all = PointerTable<UnstoppableClass>()
  static let known = UnstoppableClass()
}

// Products that cannot be stopped. At the end of most scopes, no other information is necessary.
extension Factory {
  /// Returns whether a product can be stopped. Remembers a class that cannot.
  package func mayStop(_ product: AnyObject) -> Bool {
    guard let type = type(ofObjectIn: product) else { return false }
    if type is any AlchemicEnding.Type { return true }
    _ = UnstoppableClass.all.insert(.known, for: ObjectIdentifier(type))
    return false
  }

  /// Returns whether it is known that a product cannot be stopped.
  fileprivate func isKnownUnstoppable(_ product: AnyObject) -> Bool {
    // The usual case retains nothing.
    let type: Any.Type? =
      self.product.form == .object ? Swift.type(of: product) : type(ofObjectIn: product)
    guard let type else { return true }
    return UnstoppableClass.all[ObjectIdentifier(type)] != nil
  }

  private func type(ofObjectIn product: AnyObject) -> Any.Type? {
    self.product.object(of: product).map { Swift.type(of: $0) }
  }
}

extension Scope {
  /// Returns whether the scope can release its objects without waiting for or stopping any. The
  /// caller holds `CreationCoordinator.lock`.
  package func isUnstoppable() -> Bool { isUnstoppable(from: newestSlot) }

  /// The same for a slot and those before it. They cannot change until the lock is released.
  func isUnstoppable(from newest: Borrowed<ScopeSlot>?) -> Bool {
    Self.allSlots(from: newest) { slot in
      slot.slot.coordinate()
      return slot.isUnstoppable
    }
  }

  /// The same for a scope that no other thread has, if that is certain without the lock; otherwise
  /// false.
  package var isUnstoppableAlone: Bool { allSlotsSatisfy { $0.slot.isFree && $0.isUnstoppable } }
}

extension ScopeSlot {
  /// The same for one object. Retains nothing, because every end of a scope calls it.
  fileprivate var isUnstoppable: Bool {
    switch (slot.contents.pointee.state, slot.contents.pointee.setter != nil) {
    case (.absent, _), (.present, true): true
    case (.making, _), (.unfinished, _): false
    case (.present, false):
      published.load().map { object in
        slot.withFactory { factory in object.with { factory.isKnownUnstoppable($0) } }
      } ?? true
    }
  }
}
