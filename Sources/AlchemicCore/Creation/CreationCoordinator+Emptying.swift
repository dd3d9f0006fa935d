import AlchemicRuntime
import Synchronization

/// The reason for which the time of an object in its slot ends.
enum SlotEnding {
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
struct SlotRemains {
  /// The reference that retained the object, to be released outside every lock.
  let object: AnyObject?
  /// Whether the factory created the object, and no stop has begun to stop it.
  let mustStop: Bool
  /// The effects on the answers with the object; nil if there are none.
  private(set) var replacement: Replacement?

  mutating func takeReplacement() -> Replacement? { replacement.take() }
}

// The caller releases the removed objects outside the lock, because a deinitializer is user code.
extension CreationCoordinator {
  /// Ends the time of the object in a slot. Abandons a running creation: its callers receive their
  /// object, but the slot does not keep it. No other function takes an object out of a slot.
  ///
  /// - Parameter next: The object that takes its place.
  @inline(__always)
  static func empty(
    _ slot: Slot, _ reason: SlotEnding, for next: consuming AnyObject? = nil,
    in decisions: inout CreationDecisions
  ) -> SlotRemains {
    let mustStop = slot.state == .present && !slot.isSet && !slot.isStopping
    let object = slot.exchange(for: next)
    slot.isStopping = false
    if case .set(let setter) = reason {
      slot.setter = setter
      slot.version += 1
      decisions.end(slot, as: .present)
      slot.publish()
      return SlotRemains(
        object: object, mustStop: mustStop, replacement: Replacement(ofAnswersIn: slot))
    }
    return emptied(slot, reason, object, mustStop, in: &decisions)
  }

  /// The rest for a slot that no other object takes.
  @inline(never)
  private static func emptied(
    _ slot: Slot, _ reason: SlotEnding, _ object: AnyObject?, _ mustStop: Bool,
    in decisions: inout CreationDecisions
  ) -> SlotRemains {
    slot.setter = nil
    if slot.state != .absent { decisions.end(slot, as: .absent) }
    var replacement: Replacement?
    switch reason {
    // Nobody has an answer with the object.
    case .abandoned: break
    // The next object follows at once, and its request notifies.
    case .expired, .set: slot.version += 1
    case .unwrapped, .scopeChanged:
      slot.version += 1
      replacement = Replacement(ofAnswersIn: slot)
    case .ownerEnded:
      slot.version += 1
      if !slot.answers.isEmpty { replacement = Replacement(emptyingAnswersIn: slot) }
    }
    return SlotRemains(object: object, mustStop: mustStop, replacement: replacement)
  }

  /// Empties slots, all at the same time.
  ///
  /// - Parameter condition: Returns whether to do so, under the lock.
  /// - Returns: What remains of each; nil if the condition does not hold.
  static func empty(
    _ slots: @autoclosure () -> [Slot], _ reason: SlotEnding, if condition: () -> Bool = { true }
  ) -> [SlotRemains]? {
    change { decisions in
      guard condition() else { return nil }
      return slots().map { empty($0, reason, in: &decisions) }
    }
  }

  /// Empties slots one after the other, and releases each object before the next one leaves its
  /// slot: its deinitializer may read the others, and create new ones, which are released, too.
  ///
  /// - Returns: The effects on those who follow.
  @discardableResult
  static func release(
    _ slots: () -> [Slot], _ reason: SlotEnding, _ injector: (any HostInjector)?
  ) -> [Replacement] {
    var replacements: [Replacement] = []
    var reason = reason
    for round in 0..<mostRounds {
      var hadObject = false
      // The objects that may need each other in a circle.
      var circular: [AnyObject] = []
      for slot in slots() {
        var remains = change { empty(slot, reason, in: &$0) }
        if let object = remains.object {
          hadObject = true
          if slot.component != nil {
            circular += [slot.factory.product.object(of: object)].compactMap(\.self)
          }
        }
        if case .scopeChanged = reason, var replacement = remains.takeReplacement() {
          replacement.released = []
          replacements.append(replacement)
        }
      }
      if !circular.isEmpty, injector?.releaseCircles(of: &circular, round: round) == true {
        hadObject = true
      }
      if !hadObject { break }
      reason = .ownerEnded
    }
    return replacements
  }

  /// How often objects are released that deinitializers create meanwhile.
  private static let mostRounds = 20

  /// Ends a scope and takes its objects, if none is being created and all are known to need no
  /// stop. Looks up no class, so it may return false although no object needs a stop.
  ///
  /// - Returns: Whether the scope has ended.
  static func end(_ scope: Scope, in model: Model) -> Bool {
    empty(scope.slots(in: model), .ownerEnded) {
      guard scope.isUnstoppable() else { return false }
      scope.end()
      return true
    } != nil
  }

  /// Takes the objects that were created, and that nobody stops yet. The caller stops them.
  static func takeToStop(_ slot: Slot) -> AnyObject? {
    look {
      guard slot.state == .present, !slot.isSet, !slot.isStopping else { return nil }
      slot.isStopping = true
      return slot.object.current
    }
  }
}
