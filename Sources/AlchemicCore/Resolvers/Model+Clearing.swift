import Synchronization

// The release of the objects of a model at its end.
extension Model {
  /// Releases every object. While an object is released, its deinitializer may read all that the
  /// model has still. Creations that are running go on.
  package func clear() {
    // Released outside the lock.
    var left: [AnyObject] = []
    release { store.isEmpty }
    CreationCoordinator.look { endAnswers(leaving: &left) }
  }

  /// Ends a child model. The model releases its objects, and resolves no further requests.
  package func end() {
    var left: [AnyObject] = []
    release {
      // Under the lock: no creation has begun that this end would miss.
      if store.isEmpty { endRequests(leaving: &left) }
      return home.isEnded
    }
    CreationCoordinator.look { endRequests(leaving: &left) }
  }

  /// The caller holds the lock.
  private func endRequests(leaving left: inout [AnyObject]) {
    if home.isEnded { return }
    endAnswers(leaving: &left)
    home.end()
  }

  private func endAnswers(leaving left: inout [AnyObject]) {
    // A model without requests has no store of resolvers.
    if resolverReference.reference != nil { resolvers.end(leaving: &left) }
  }

  private func release(until isEmpty: () -> Bool) {
    isCleared.store(true, ordering: .releasing)
    releaseAddedObjects()
    CreationCoordinator.release({ slotsInReleaseOrder }, unless: isEmpty, .ownerEnded, injector)
    releaseAddedObjects()
  }
}
