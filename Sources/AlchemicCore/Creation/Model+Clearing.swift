import Synchronization

extension Model {
  /// Removes every object.
  ///
  /// - Returns: The objects, to be released outside every lock, in this order.
  package func clear() -> [AnyObject] {
    isCleared.store(true, ordering: .releasing)
    var left: [AnyObject] = []
    forEachSlotInReleaseOrder { CreationCoordinator.clear($0, leaving: &left) }
    return left
  }

  /// Ends a child model. The model releases its objects, and resolves no further requests.
  package func end() {
    // The deinits of its objects may still use the model, and create other objects.
    withExtendedLifetime(clear()) {}
    home.end()
    withExtendedLifetime(clear()) {}
  }
}
