/// What storing an object did, besides.
package struct Replacement {
  /// It lives as long as the model, as do the resolvers.
  package let slot: Slot
  /// How often another object was stored in the slot.
  package let number: UInt
  /// The resolvers that are followed. All that answered with the old object have been emptied.
  package internal(set) var followed = FollowedResolvers.none
  /// Notifies the followers, and lives as long as the model: the caller has to do and to end that. Nil if there are none, or if another thread notifies them
  /// just now, and does so once more.
  package internal(set) var notifier: Unmanaged<Notifier>?
  /// What the resolvers kept, to be released outside every lock.
  package var released: [AnyObject] = []

  init(in slot: Slot, number: UInt) {
    self.slot = slot
    self.number = number
  }
}

/// Resolvers that answer with the object of a slot, and are followed. They live as long as the model.
package enum FollowedResolvers {
  case none
  /// Hardly ever more: all properties of one request share a resolver.
  case one(Unmanaged<Resolver>)
  /// All of the slot's, followed or not.
  case several([Unmanaged<Resolver>])

  /// Adds one of the resolvers of a slot; under `CreationCoordinator.lock`.
  mutating func add(_ resolver: Unmanaged<Resolver>, in slot: Slot) {
    self = if case .none = self { .one(resolver) } else { .several(slot.resolvers) }
  }
}
