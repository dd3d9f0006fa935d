package import AlchemicCore
import AlchemicRuntime

/// The objects that are stopped together: all objects that a model keeps, or those of one scope.
package struct KeptObjects: Sendable {
  let model: Model
  /// The scope; nil for all objects that the model keeps.
  private let scope: Scope?

  package init(of model: Model, in scope: Scope? = nil) {
    (self.model, self.scope) = (model, scope)
  }

  /// In the order in which their objects are released.
  private var slots: [Slot] {
    scope.map { $0.slots(in: model) } ?? model.slotsInReleaseOrder
  }

  /// Takes the objects that were created, can be stopped, and that no other stop has taken.
  func takeStoppable() -> [StopPlan.Member] {
    slots.compactMap { slot in
      let factory = slot.factory
      guard !isBorrowed(slot), let product = CreationCoordinator.takeToStop(slot) else {
        return nil
      }
      return StopPlan.Member(product, of: factory)
    }
  }

  /// Whether the object of a slot is one of the parent. A child creates the decorator over an
  /// object that was set in the child.
  private func isBorrowed(_ slot: Slot) -> Bool {
    slot.factory.isLent && !CreationCoordinator.look { slot.isOwn }
  }

  /// Whether an object can be stopped, or may be after its creation ends.
  var hasStoppable: Bool {
    slots.contains { slot in
      !isBorrowed(slot) && slot.createdObject.map { slot.factory.mayStop($0) } ?? false
    }
      || inCreation.contains { $0.factory.facts.product is any AlchemicStopping.Type }
  }

  /// The slots whose objects are being created now.
  var inCreation: [Slot] {
    slots.filter { slot in CreationCoordinator.look { slot.state.creator != nil } }
  }
}

extension Model {
  /// Whether the model has created an object that can be stopped, or is creating one.
  var hasStoppable: Bool { keptScopes != nil || KeptObjects(of: self).hasStoppable }
}
