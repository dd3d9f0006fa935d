import AlchemicRuntime

// Errors of a factory's product, with the path of the calling thread.
extension Factory {
  var needsAwait: AlchemicError {
    @inline(never) get {
      AlchemicError(
        facts.problem(.needsAwait(isLate: isAwaitedLate), path: CreationPath.steps()),
        awaited: isShared ? ObjectIdentifier(self) : nil)
    }
  }

  /// - Parameter path: The steps of the problem; nil for the whole current path.
  @inline(never)
  package func problem(_ fact: Problem.Fact, path: [Problem.Step]? = nil) -> AlchemicError {
    AlchemicError(facts.problem(fact, path: path ?? CreationPath.steps()))
  }

  /// - Parameters:
  ///   - creation: The creation after which the same request would succeed.
  ///   - isOfTask: Whether a task awaits the creation of the product within that creation.
  @inline(never)
  func cycle(creation: UInt? = nil, isOfTask: Bool = false) -> AlchemicError {
    let path = isOfTask ? AwaitedPath.steps(to: self) : CreationPath.steps(to: self)
    let read = isShared ? path.first { $0.form == .property } : nil
    return AlchemicError(
      Problem(
        read.map { .cycle(reading: $0.subject) } ?? .cycle(argument: nil), facts.name,
        candidates: isShared ? [] : [facts.candidate], path: path),
      creation: creation)
  }

  /// Returns a product that must not be nil.
  @inline(never)
  package func required(_ product: AnyObject?) throws -> AnyObject {
    guard let product else { throw problem(.unexpectedNil) }
    return product
  }

  /// Checks that the caller is on the main actor's thread, before any call of a function.
  ///
  /// - Throws: `needs-main-actor`.
  @inline(never)
  func requireMainActor() throws(AlchemicError) {
    guard !MainQueue.isCurrent else { return }
    throw problem(.needsMainActor, path: Array(CreationPath.steps().dropFirst()))
  }

  /// Returns an error of the user's code as an error of the creation, which is the first step.
  func wrapped(_ error: any Error) -> any Error {
    error as? AlchemicError
      ?? problem(.creationFailed(error), path: Array(CreationPath.steps().dropFirst()))
  }
}
