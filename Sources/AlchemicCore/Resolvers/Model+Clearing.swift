import Synchronization

// The release of the objects of a model at its end.
extension Model {
  /// Releases every object. While an object is released, its deinitializer may read all that the
  /// model has still. Creations that are running go on.
  package func clear() { release { store.isEmpty } }

  /// Ends a child model. The model releases its objects, and resolves no further requests.
  package func end() {
    var hasEnded = false
    release {
      // Under the lock: no creation has begun that this end would miss.
      hasEnded = store.isEmpty
      if hasEnded { home.end() }
      return hasEnded
    }
    if !hasEnded { home.end() }
  }

  private func release(until isEmpty: () -> Bool) {
    isCleared.store(true, ordering: .releasing)
    releaseAddedObjects()
    CreationCoordinator.release({ slotsInReleaseOrder }, unless: isEmpty, .ownerEnded, injector)
    releaseAddedObjects()
  }
}
