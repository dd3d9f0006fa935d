import AlchemicRuntime
import Synchronization

// Shared objects that are created again when they are too old. No answer with such an object is
// cached, so each request calls these functions.
extension Factory {
  /// Records the time at which an object is stored.
  func beginAge() {
    if !isDecorator { deadline.store(facts.expiry.fromNow, ordering: .releasing) }
  }

  /// Whether the next request creates the object again.
  var isTooOld: Bool {
    facts.expiry != .none && undecorated.deadline.load(ordering: .acquiring).isOver
  }

  /// Returns a shared object that is not too old.
  ///
  /// - Parameter request: Returns the object, and creates it if there is none.
  func replacingOld(
    in model: Model, _ request: () throws -> ProductReference
  ) throws -> ProductReference {
    try expire(in: model)
    let product = try request()
    notifyOfNewObject(in: model)
    return product
  }

  /// Empties the slot, and those of the decorators, if the object is too old. A decorator's object
  /// is as old as the wrapped object.
  func expire(in model: Model) throws {
    let base = undecorated
    guard base.deadline.load(ordering: .acquiring).isOver else { return }
    let slots = slotsOfOneAge(in: model)
    // Released outside the lock.
    let old = CreationCoordinator.empty(slots, .expired) {
      slots[0].state == .present && base.deadline.load(ordering: .relaxed).isOver
    }
    if old != nil { base.notice.bitwiseOr(ExpiryNotice.isOwed, ordering: .releasing) }
  }

  /// The slots of the decorated factory and of its decorators.
  private func slotsOfOneAge(in model: Model) -> [Slot] {
    let base = undecorated
    let layers = model.index.layers(over: base).filter(\.isShared)
    return ([base] + layers).map(model.store.slot)
  }

  /// Notifies the hosts that follow the object, after a new object has replaced one that was too
  /// old.
  ///
  /// If the next object is too old before all hosts are notified of this one, the next request
  /// notifies them. Otherwise, hooks that take longer than the object lives would run forever.
  func notifyOfNewObject(in model: Model) {
    let base = undecorated
    guard base.notice.load(ordering: .relaxed) == ExpiryNotice.isOwed,
      base.notice.compareExchange(
        expected: ExpiryNotice.isOwed, desired: ExpiryNotice.isGiven,
        ordering: .acquiringAndReleasing
      ).exchanged
    else { return }
    for slot in slotsOfOneAge(in: model) {
      var replacement = CreationCoordinator.look { Replacement(ofAnswersIn: slot) }
      // Released outside the lock, before the followers read.
      replacement.released = []
      model.injector?.notifyFollowers(of: replacement, in: model)
    }
    base.notice.bitwiseAnd(~ExpiryNotice.isGiven, ordering: .releasing)
  }
}

/// The state of the notification of new objects, as bits.
private enum ExpiryNotice {
  /// There is, or will be, an object of which the hosts have not been notified.
  static let isOwed: UInt8 = 1
  /// A thread notifies the hosts of an earlier object.
  static let isGiven: UInt8 = 2
}
