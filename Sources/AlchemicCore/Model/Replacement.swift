package import AlchemicRuntime

/// The effects of storing an object, other than the previous object.
package struct Replacement {
  /// The slot. It lives as long as the model, as do the answers.
  package let slot: Slot
  /// How often the object of the slot was set or cleared.
  package let number: UInt
  /// The answers that hosts follow. All answers with the previous object have been emptied.
  package internal(set) var followed = FollowedAnswers.none
  /// Notifies the followers; it lives as long as the model. The caller must notify them and end the
  /// round. Nil if there are no followers, or if another thread is notifying and will notify again.
  package internal(set) var notifier: Borrowed<Notifier>?
  /// The contents of the emptied answers, to be released outside every lock.
  package var released: [AnyObject] = []

  /// The effects of storing the object of a scope that a task carries, which no answer contains.
  init(ofNoAnswersIn slot: Slot, _ number: UInt) { (self.slot, self.number) = (slot, number) }

  /// Empties the answers of a slot, and begins to notify the hosts that follow them. The caller
  /// holds `CreationCoordinator.lock`.
  init(ofAnswersIn slot: Slot) {
    self.slot = slot
    number = slot.version
    for index in slot.answers.indices {
      let answer = slot.answers[index]
      answer.with {
        $0.empty(leaving: &released)
        // A host that begins to follow later detects the new object by the version.
        if $0.followers.reference != nil { followed.add(answer, in: slot) }
      }
    }
    if case .none = followed { return }
    let notifier = slot.notifier
    if notifier.with({ $0.begin() }) { self.notifier = notifier }
  }
}

/// The answers that contain the object of a slot and are followed. They live as long as the model.
package enum FollowedAnswers {
  case none
  /// The usual case: all properties of one request share one answer.
  case one(Borrowed<CachedAnswer>)
  /// All answers of the slot, followed or not.
  case several([Borrowed<CachedAnswer>])

  /// Adds one of the answers of a slot. The caller holds `CreationCoordinator.lock`.
  mutating func add(_ answer: Borrowed<CachedAnswer>, in slot: Slot) {
    self = if case .none = self { .one(answer) } else { .several(slot.answers) }
  }
}
