import Synchronization

extension Model {
  /// Removes every object.
  ///
  /// - Returns: The objects, to be released outside every lock. Each precedes the objects that its
  ///   initializer received, so that releasing one does not release a long chain recursively.
  package func clear() -> [AnyObject] {
    isCleared.store(true, ordering: .releasing)
    let factories = graph.creationOrder
    var left: [AnyObject] = []
    left.reserveCapacity(factories.count)
    for factory in factories.reversed() {
      CreationCoordinator.clear(store.slot(of: factory), leaving: &left)
    }
    return left
  }
}
