// The object that everybody shares: made by one thread, kept, finished or given up.

extension ObjectFactory {
  /// The object that everybody shares. Exactly one thread makes it; the others wait for it.
  func sharedObject(in model: Model) throws -> Obtained<Product> {
    while true {
      var found: Obtained<Product>?
      switch CreationDesk.claim(self, canMake: isMakeable, ready: { find(&found) }) {
      case .ready(let unfinished):
        if let unfinished { CreationPath.takeUnfinished(unfinished) }
        return found.unsafelyUnwrapped
      case .cycle(let own): throw cycle(creation: CreationPath.creationThatCanGoFirst(own))
      case .awaited(let maker):
        // Waiting for what waits for this would never end.
        throw AwaitedPath.creations().contains(maker) ? cycle() : needsAwait
      case .unset:
        if makeAwaited != nil { throw needsAwait }
        // Nil, or what was set since.
        if facts.isNillable {
          return CreationDesk.look { shared } ?? Obtained(object: nil, stamp: .fleeting)
        }
        throw problem(
          .unsetReference, detail: facts.isWeak ? FactoryOption.Kind.weak.spelling : "")
      case .make:
        // `canMake` says that there is a function. If what it took from another thread was given up
        // there, everything is as before.
        do {
          return try makeSharedObject(makeAtOnce.unsafelyUnwrapped, in: model)
        } catch is TakenObjectFailed {}
      }
    }
  }

  /// Makes the object that the caller has claimed.
  ///
  /// - Parameter begin: When its making began, if that was before.
  /// - Throws: ``TakenObjectFailed`` where the caller begins again.
  func makeSharedObject(
    _ make: MakeAtOnce, since begin: ContinuousClock.Instant? = nil, in model: Model
  ) throws -> Obtained<Product> {
    do {
      var dependents: [AnyObjectFactory]? = []
      let made = try makeObject(make, since: begin, in: model) {
        keep($0, in: model)
      } whenInjected: {
        dependents = try CreationPath.settle(self)
      }
      return finished(made, with: dependents)
    } catch {
      giveUp()
      throw error
    }
  }

  /// Keeps an object before its properties are injected, so that they can lead back to it.
  func keep(_ product: Product?, in model: Model) {
    guard let product else {
      // Who waits for nil goes on when that is settled.
      return finish()
    }
    if let number = CreationDesk.keep(self, { _ = object.exchange(for: product) }) {
      model.listener?.didStoreObject(facts, old: nil, new: product, number: number)
    }
  }

  /// Keeps an object that needs nothing more, for everybody.
  func keepFinished(_ product: Product) {
    CreationDesk.keepFinished(self) { _ = object.exchange(for: product) }
  }

  /// Ends the creation of an object, and what is finished with it.
  ///
  /// - Parameter dependents: Nil if it has an object itself that is not finished: it is finished with that.
  func finished(
    _ made: Product?, with dependents: [AnyObjectFactory]?
  ) -> Obtained<Product> {
    guard let dependents else { return Obtained(object: made, stamp: .fleeting) }
    var finished: Obtained<Product>?
    CreationDesk.finish(self) { find(&finished) }
    dependents.forEach { $0.finish() }
    return finished ?? Obtained(object: made, stamp: .fleeting)
  }

  /// Gives up what a thread or a task began.
  func giveUp(by maker: ThreadID) {
    var abandoned: Product?
    CreationDesk.abandon(self, by: maker) { abandoned = object.exchange(for: nil) }
    withExtendedLifetime(abandoned) {}
  }

  /// The object and its version; under the lock. An object that is still being injected is for
  /// its own creation only, and not kept by anybody; nor is one that the factory itself does not keep.
  ///
  /// - Returns: Nil if there was an object and it is gone.
  var shared: Obtained<Product>? {
    guard let object = object.take() else { return nil }
    let isSettled = (progress == .present || progress == .absent) && !facts.isWeak
    return Obtained(object: object, stamp: isSettled ? .shared(self, version: version) : .fleeting)
  }

  /// Looks for it; under the lock.
  ///
  /// - Returns: Whether it was found.
  func find(_ found: inout Obtained<Product>?) -> Bool {
    found = shared
    return found != nil
  }
}
