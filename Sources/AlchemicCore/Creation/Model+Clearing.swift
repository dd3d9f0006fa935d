extension Model {
  /// Forgets every object.
  ///
  /// - Returns: The objects, to be released outside every lock; each before what its initializer
  ///   took, so that the end of one is not the end of a long chain, one within the other.
  package func clear() -> [AnyObject] {
    let factories = graph.creationOrder
    var left: [AnyObject] = []
    left.reserveCapacity(factories.count)
    for factory in factories.reversed() {
      CreationCoordinator.clear(store.slot(of: factory), leaving: &left)
    }
    return left
  }
}
