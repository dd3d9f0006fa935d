import AlchemicRuntime

// What can go wrong with a factory's product, as part of what the calling thread is making.
extension Factory {
  var needsAwait: AlchemicError {
    @inline(never) get {
      AlchemicError(
        facts.problem(.needsAwait, path: CreationPath.steps()),
        awaited: isShared ? ObjectIdentifier(self) : nil)
    }
  }

  /// - Parameter path: What the thread is about to make; nil for all of it.
  @inline(never)
  func problem(_ fact: Problem.Fact, path: [Problem.Step]? = nil) -> AlchemicError {
    AlchemicError(facts.problem(fact, path: path ?? CreationPath.steps()))
  }

  /// - Parameter creation: The creation after which the same request would succeed.
  @inline(never)
  func cycle(creation: UInt? = nil) -> AlchemicError {
    AlchemicError(
      Problem(
        .cycle(argument: nil), facts.name, candidates: isShared ? [] : [facts.candidate],
        path: CreationPath.steps(to: self)),
      creation: creation)
  }

  /// Makes sure that this is the main actor's thread, before anything is called.
  ///
  /// - Throws: `needs-main-actor`.
  @inline(never)
  func requireMainActor() throws(AlchemicError) {
    guard !MainQueue.isCurrent else { return }
    throw problem(.needsMainActor, path: Array(CreationPath.steps().dropFirst()))
  }

  /// What the user's own code threw, as part of the creation, which is the first step of the path.
  func wrapped(_ error: any Error) -> any Error {
    error as? AlchemicError
      ?? problem(.creationFailed(error), path: Array(CreationPath.steps().dropFirst()))
  }
}
