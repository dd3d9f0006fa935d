import Synchronization

// The release of the objects of a model at its end.
extension Model {
  /// Ends the model: it releases every object, and resolves no further requests. While an object is
  /// released, its deinitializer may read all that the model has still. Creations that are running
  /// go on.
  package func end() {
    // Released outside the lock.
    var left: [AnyObject] = []
    isCleared.store(true, ordering: .releasing)
    keptScopes?.endModel()
    furtherElements?.release(self)
    CreationCoordinator.release(
      { slotsInReleaseOrder },
      unless: {
        // Under the lock: no creation has begun that this end would miss.
        if store.isEmpty { endRequests(leaving: &left) }
        return home.isEnded
      }, .ownerEnded, injector)
    furtherElements?.release(self)
    CreationCoordinator.look { endRequests(leaving: &left) }
  }

  /// The caller holds the lock.
  private func endRequests(leaving left: inout [AnyObject]) {
    if home.isEnded { return }
    // A model without requests has no store of resolvers.
    if resolverReference.reference != nil { resolvers.end(leaving: &left) }
    home.end()
    endScopes()
    endInheritances(leaving: &left)
  }
}
