import AlchemicRuntime

// Shared objects that are created again when they are too old. No answer with such an object is
// cached, so each request calls these functions.
extension Factory {
  /// The age of the object, which its decorators share; nil if it never becomes too old. No scope
  /// keeps such an object.
  @inline(__always)
  func age(in model: Model) -> Age? {
    facts.expiry == .none ? nil : model.store.slot(of: undecorated).age
  }

  /// Records the time at which an object is stored.
  func beginAge(in model: Model) {
    if !isDecorator { age(in: model)?.begin(facts.expiry) }
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
    guard let age = age(in: model), age.isOver else { return }
    let slots = slotsOfOneAge(in: model)
    // Released outside the lock.
    let old = CreationCoordinator.empty(slots, .expired) {
      slots[0].state == .present && age.isOver
    }
    if old != nil { age.oweNotice() }
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
    guard let age = age(in: model), age.beginNotice() else { return }
    for slot in slotsOfOneAge(in: model) {
      var replacement = CreationCoordinator.look { Replacement(ofAnswersIn: slot) }
      // Released outside the lock, before the followers read.
      replacement.released = []
      model.injector?.notifyFollowers(of: replacement, in: model)
    }
    age.endNotice()
  }
}
