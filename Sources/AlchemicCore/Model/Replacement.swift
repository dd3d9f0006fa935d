/// What storing an object did, besides.
package struct Replacement {
  /// It lives as long as the model, as do the wires.
  package let factory: Unmanaged<AnyObjectFactory>
  /// How often another object was stored in the factory.
  package let number: UInt
  /// Which wires are followed. All that showed the old object have been emptied.
  package var followed = FollowedWires.none
  /// Who has to tell the followers, and ends that: the caller. Nil if there is nobody, or if somebody else tells them just now,
  /// and does so once more.
  package var teller: Unmanaged<Teller>?
  /// What the wires held: to be let go outside every lock, as the old object.
  package var released: [Any] = []
}

/// Wires that show a factory's object, and are followed. They live as long as the model.
package enum FollowedWires {
  case none
  /// Hardly ever more: all properties of one request share a wire.
  case one(Unmanaged<AnyWire>)
  /// All of the factory's, followed or not.
  case several([Unmanaged<AnyWire>])

  /// Adds one of the wires of a factory; under `CreationCoordinator.lock`.
  mutating func add(_ wire: Unmanaged<AnyWire>, of factory: AnyObjectFactory) {
    self = if case .none = self { .one(wire) } else { .several(factory.mirrors) }
  }
}
