import Synchronization

// The release of the objects of a model at its end.
extension Model {
  /// Ends the model: it releases its objects, and resolves no further requests. While an object is
  /// released, its deinitializer may read all that the model has still.
  package func end() {
    isCleared.store(true, ordering: .releasing)
    release(injector)
    home.end()
    // What other threads have created meanwhile.
    release(nil, from: 1)
  }

  private func release(_ injector: (any HostInjector)?, from round: Int = 0) {
    releaseAddedObjects()
    CreationCoordinator.release(
      { slotsInReleaseOrder }, unless: { store.isEmpty }, .ownerEnded, injector, from: round)
  }
}
