package import AlchemicRuntime

/// What storing an object did, besides.
package struct Replacement {
  /// It lives as long as the model, as do the answers.
  package let slot: Slot
  /// How often another object was stored in the slot.
  package let number: UInt
  /// The answers that are followed. All that answered with the old object have been emptied.
  package internal(set) var followed = FollowedAnswers.none
  /// Notifies the followers, and lives as long as the model: the caller has to do and to end that.
  /// Nil if there are none, or if another thread notifies them just now, and does so once more.
  package internal(set) var notifier: Borrowed<Notifier>?
  /// What the answers kept, to be released outside every lock.
  package var released: [AnyObject] = []

  init(in slot: Slot, number: UInt) {
    self.slot = slot
    self.number = number
  }
}

/// Answers with the object of a slot, and are followed. They live as long as the model.
package enum FollowedAnswers {
  case none
  /// Hardly ever more: all properties of one request share a answer.
  case one(Borrowed<CachedAnswer>)
  /// All of the slot's, followed or not.
  case several([Borrowed<CachedAnswer>])

  /// Adds one of the answers of a slot; under `CreationCoordinator.lock`.
  mutating func add(_ answer: Borrowed<CachedAnswer>, in slot: Slot) {
    self = if case .none = self { .one(answer) } else { .several(slot.answers) }
  }
}
