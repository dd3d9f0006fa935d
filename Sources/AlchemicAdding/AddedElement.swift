import AlchemicCore
import AlchemicInject

/// An object that the program has added to the arrays of a model: see
/// ``Alchemic/add(_:named:qualifier:order:fileID:line:)``.
///
/// The object stays in the arrays until ``remove()`` is called. The release of this value does not
/// remove it.
public struct AddedElement: Sendable {
  private let addition: Model.Addition
  private let home: ModelHome

  init(_ addition: Model.Addition, in model: Model) {
    self.addition = addition
    home = model.home
  }

  /// The name of the object, which is its key in maps.
  public var name: String { addition.name }

  /// Removes the object from the arrays and maps. When this function has returned, no request for
  /// an array returns the object, and the hosts with hooks that follow such an array have been
  /// notified.
  ///
  /// Does nothing if the object was removed before, or if the model has ended.
  public func remove() {
    guard let model = home.model else { return }
    notify(model.remove(addition), in: model)
  }
}

/// Releases the previous answers, and then notifies the hosts that follow.
func notify(_ change: consuming Model.ArrayChange, in model: Model) {
  let limit = FollowerSequence.latest
  change.released = []
  TransientRegistry.notifyFollowers(of: change.resolvers, upTo: limit, in: model)
}
