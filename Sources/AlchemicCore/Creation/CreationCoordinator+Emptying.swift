import AlchemicRuntime
import Synchronization

// Removal of objects from their slots. The caller releases the removed objects outside the lock,
// because a deinitializer is user code.
extension CreationCoordinator {
  /// Removes the object of a slot, and empties every resolver that answers with it.
  ///
  /// - Parameter left: Receives the object and the answers, to be released outside the lock.
  static func clear(_ slot: Slot, leaving left: inout [AnyObject]) {
    change { decisions in
      if case .absent = slot.state { return }
      slot.setter = nil
      slot.version += 1
      decisions.end(slot, as: .absent)
      for index in slot.answers.indices {
        slot.answers[index].with { $0.empty(leaving: &left) }
      }
      if let object = slot.exchange(for: nil) { left.append(object) }
    }
  }

  /// Removes the objects of slots, all at the same time, and empties every resolver that answers
  /// with one of them.
  ///
  /// - Parameter isForced: Whether to abandon running creations. Their callers receive their
  ///   objects, but the model does not keep these.
  /// - Returns: Nil if a creation is running and nothing was removed. Otherwise the objects that
  ///   were created, with their slots, and the effects on each slot.
  static func vacate(
    _ slots: [Slot], isForced: Bool
  ) -> (created: [(slot: Slot, object: AnyObject)], replacements: [Replacement])? {
    // Released outside the lock.
    var left: [AnyObject] = []
    let result = change { decisions -> ([(slot: Slot, object: AnyObject)], [Replacement])? in
      if !isForced, slots.contains(where: { $0.state.creator != nil }) { return nil }
      var created: [(slot: Slot, object: AnyObject)] = []
      var replacements: [Replacement] = []
      for slot in slots {
        let isCreated = slot.state == .present && !slot.isSet
        if slot.state != .absent { decisions.end(slot, as: .absent) }
        slot.setter = nil
        slot.version += 1
        if let object = slot.exchange(for: nil) {
          left.append(object)
          if isCreated { created.append((slot, object)) }
        }
        replacements.append(Replacement(ofAnswersIn: slot))
      }
      return (created, replacements)
    }
    withExtendedLifetime(left) {}
    return result
  }

  /// Ends a scope and removes its objects, if none is being created and all are known to need no
  /// stop. Looks up no class, so it may return false although no object needs a stop.
  ///
  /// - Returns: Whether the scope has ended.
  static func end(_ scope: Scope) -> Bool {
    // Released outside the lock.
    var left: [AnyObject] = []
    let isDone = change { decisions in
      guard scope.isUnstoppable() else { return false }
      scope.end()
      scope.forEachSlotInReleaseOrder { remove($0, in: &decisions, leaving: &left) }
      return true
    }
    withExtendedLifetime(left) {}
    return isDone
  }

  @inline(never)
  private static func remove(
    _ slot: Slot, in decisions: inout CreationDecisions, leaving left: inout [AnyObject]
  ) {
    if slot.state == .absent { return }
    slot.version += 1
    decisions.end(slot, as: .absent)
    if let object = slot.exchange(for: nil) { left.append(object) }
  }

  /// Removes the objects of slots, to be released in their order. Abandons running creations.
  static func clear(_ slots: [Slot]) {
    // Released outside the lock.
    var left: [AnyObject] = []
    change { decisions in
      for slot in slots { remove(slot, in: &decisions, leaving: &left) }
    }
    withExtendedLifetime(left) {}
  }
}
