import Synchronization

// The release of the objects of a model at its end.
extension Model {
  /// Ends the model: it releases its objects, and resolves no further requests. While an object is
  /// released, its deinitializer may read all that the model has still.
  package func end() {
    isCleared.store(true, ordering: .releasing)
    var hasEnded = false
    releaseAddedObjects()
    CreationCoordinator.release(
      { slotsInReleaseOrder },
      unless: {
        // Under the lock: no creation has begun that this end would miss.
        hasEnded = store.isEmpty
        if hasEnded { home.end() }
        return hasEnded
      }, .ownerEnded, injector)
    releaseAddedObjects()
    if !hasEnded { home.end() }
  }
}
