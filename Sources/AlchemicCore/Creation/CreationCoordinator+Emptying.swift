import AlchemicRuntime
import Synchronization

/// The reason for which the time of an object in its slot ends.
package enum SlotEnding {
  /// `AcSet` stores another object, or nil.
  case set(by: CodeLocation)
  /// The object is the wrapper of an object that ends. The next request wraps the next object.
  case unwrapped
  /// The object is older than its factory allows.
  case expired
  /// Its creation failed.
  case abandoned
  /// The scope of the whole model is opened, renewed or closed. The hosts that follow are notified.
  case scopeChanged
  /// The model ends, or the scope that a task carries.
  case ownerEnded
}

/// What remains when the time of an object in its slot has ended.
package struct SlotRemains {
  /// The reference that retained the object, to be released outside every lock.
  package let object: AnyObject?
  /// Whether the factory created the object, and no stop has begun to stop it.
  package let mustStop: Bool
  /// Whether the object may need others in a circle.
  let isCircular: Bool
  /// The effects on those who follow; nil if nobody is notified.
  package let replacement: Replacement?
  /// The contents of answers with the object, to be released with it.
  let answers: [AnyObject]
}

// The caller releases the removed objects outside the lock, because a deinitializer is user code.
extension CreationCoordinator {
  /// Ends the time of the object in a slot. Abandons a running creation: its callers receive their
  /// object, but the slot does not keep it. Only this function takes an object out of a slot, and
  /// ``Slot/storeAlone(_:by:)``, which replaces it.
  ///
  /// - Parameter next: The object that takes its place.
  /// - Returns: The reference that retained the object.
  @inline(__always)
  static func empty(
    _ slot: Slot, _ reason: SlotEnding, for next: consuming AnyObject? = nil,
    in decisions: inout CreationDecisions
  ) -> AnyObject? {
    let object = slot.exchange(for: next)
    slot.isStopping = false
    if case .set(let setter) = reason {
      slot.setter = setter
      slot.version += 1
      decisions.end(slot, as: .present)
      slot.publish()
    } else {
      slot.setter = nil
      switch reason {
      // Nobody has an answer with an object whose creation failed.
      case .abandoned: break
      case .set, .unwrapped, .expired, .scopeChanged, .ownerEnded: slot.version += 1
      }
      if slot.knownState != .absent { decisions.end(slot, as: .absent) }
    }
    return object
  }

  /// Empties a slot, and the answers with its object.
  @inline(never)
  private static func remains(
    of slot: Slot, _ reason: SlotEnding, in decisions: inout CreationDecisions
  ) -> SlotRemains {
    let mustStop =
      slot.state == .present && slot.contents.pointee.setter == nil && !slot.isStopping
    let object = empty(slot, reason, in: &decisions)
    var (replacement, answers): (Replacement?, [AnyObject]) = (nil, [])
    switch reason {
    case .set, .unwrapped, .scopeChanged: replacement = Replacement(ofAnswersIn: slot)
    case .ownerEnded: slot.emptyAnswers(leaving: &answers)
    // No answer has the object. The request that creates the next one notifies.
    case .expired, .abandoned: break
    }
    return SlotRemains(
      object: object, mustStop: mustStop, isCircular: slot.component != nil,
      replacement: replacement, answers: answers)
  }

  /// Empties slots, all at the same time.
  ///
  /// - Parameter condition: Returns whether to do so, under the lock.
  /// - Returns: What remains of each; nil if the condition does not hold.
  package static func empty(
    _ slots: [Slot], _ reason: SlotEnding, if condition: () -> Bool = { true }
  ) -> [SlotRemains]? {
    change { decisions in
      guard condition() else { return nil }
      return slots.map { remains(of: $0, reason, in: &decisions) }
    }
  }

  /// Empties slots one after the other, and releases each object before the next one leaves its
  /// slot: its deinitializer may read the others, and create new ones, which are released, too.
  ///
  /// - Parameters:
  ///   - slots: Returns the slots, in order.
  ///   - isEmpty: Returns whether no slot has an object. Called under the lock, after round 0.
  ///   - round: The first round.
  /// - Returns: The effects on those who follow.
  @discardableResult
  package static func release(
    _ slots: () -> [Slot], unless isEmpty: () -> Bool, _ reason: SlotEnding,
    _ injector: (any HostInjector)?, from round: Int = 0
  ) -> [Replacement] {
    var replacements: [Replacement] = []
    var reason = reason
    for round in round..<mostRounds {
      if round > 0, look(isEmpty) { break }
      let slots = slots()
      // The objects that may need each other in a circle.
      var circular: [AnyObject] = []
      for slot in slots {
        let remains: SlotRemains = change { Self.remains(of: slot, reason, in: &$0) }
        if remains.isCircular, let object = remains.object.flatMap(slot.factory.product.object) {
          circular.append(object)
        }
        if case .scopeChanged = reason, var replacement = remains.replacement {
          replacement.released = []
          replacements.append(replacement)
        }
      }
      if !circular.isEmpty { injector?.releaseCircles(of: &circular, round: round) }
      reason = .ownerEnded
    }
    return replacements
  }

  /// Ends a scope and takes its objects, if none is being created and all are known to need no
  /// stop. Looks up no class, so it may return false although no object needs a stop.
  ///
  /// - Returns: Whether the scope has ended.
  package static func end(_ scope: Scope) -> Bool {
    // Released outside the lock.
    var left: [AnyObject] = []
    let isDone = change { decisions in
      var newest: Borrowed<ScopeSlot>?
      repeat {
        newest = scope.newestSlot
        // The deinitializer of a host may read its properties, which needs the general end.
        if scope.mayHaveHosts { return false }
        guard scope.isUnstoppable(from: newest) else { return false }
        // A thread adds a slot, and creates its object, without this lock.
      } while !scope.end(ifNewestSlotIs: newest)
      scope.forEachSlotInReleaseOrder { slot in
        if slot.state == .absent { return }
        if let object = empty(slot, .ownerEnded, in: &decisions) { left.append(object) }
      }
      return true
    }
    withExtendedLifetime(left) {}
    return isDone
  }

  /// How often objects are released that deinitializers create meanwhile.
  private static let mostRounds = 20

  /// Takes the object of a slot to stop it; nil unless the factory created it and nobody else stops
  /// it.
  package static func takeToStop(_ slot: Slot) -> AnyObject? {
    look {
      guard slot.state == .present, !slot.isSet, !slot.isStopping else { return nil }
      slot.isStopping = true
      return slot.object.current
    }
  }
}
