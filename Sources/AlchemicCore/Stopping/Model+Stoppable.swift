import AlchemicRuntime

// What a model has made that can be stopped, and what it is making.
extension Model {
  /// By position: the objects that the model has made and that can be stopped.
  var stoppable: [Int: StopPlan.Member] {
    var members: [Int: StopPlan.Member] = [:]
    forEachSlotInReleaseOrder { slot in
      let factory = slot.factory
      guard !factory.isLent, let product = slot.madeObject,
        let object = factory.product.object(of: product) as? any AlchemicStopping
      else { return }
      members[factory.position] = StopPlan.Member(
        facts: factory.facts, object: UnsafeTransfer(object))
    }
    return members
  }

  /// Whether the model has made anything that can be stopped, or is making it.
  package var hasStoppable: Bool {
    !stoppable.isEmpty
      || slotsInCreation.contains { $0.factory.facts.product is any AlchemicStopping.Type }
  }

  /// The slots whose objects are being created now.
  var slotsInCreation: [Slot] {
    var slots: [Slot] = []
    forEachSlotInReleaseOrder { slot in
      if CreationCoordinator.look({ slot.state.creator != nil }) { slots.append(slot) }
    }
    return slots
  }
}

extension Slot {
  /// The object if its factory has made it, and `AcSet` has not replaced it.
  fileprivate var madeObject: AnyObject? {
    CreationCoordinator.look { state == .present && version == 0 ? object.current : nil }
  }
}
