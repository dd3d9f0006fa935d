// The object that everybody shares: created by one thread, then finished or given up.

/// What came of an asynchronous function, on its way to the thread that injects and stores it: the product, the creation
/// of the task, and when the function was called.
typealias AwaitedProduct<Product> = Handed<
  (product: Product?, creation: ThreadID, begin: ContinuousClock.Instant)
>

extension ObjectFactory {
  /// Returns the object that everybody shares. Exactly one thread creates it; the others wait for it.
  ///
  /// - Throws: What the initializer or an injection throws; `cycle`, `unset-reference`, `needs-await`.
  final func sharedObject(in model: Model) throws -> Obtained<Product> {
    while true { if let object = try claimObject(nil, in: model) { return object } }
  }

  /// Creates the shared object, unless it exists.
  ///
  /// - Parameter awaited: The product of an asynchronous function, with which this goes on as a thread does.
  /// - Returns: Nil if what was made was given up without an error, and the object is to be requested again.
  @inline(__always)
  final func claimObject(
    _ awaited: AwaitedProduct<Product>?, in model: Model
  ) throws -> Obtained<Product>? {
    var found: Obtained<Product>?
    let claim = CreationCoordinator.claim(
      self, canMake: isMakeable, adopting: awaited?.value.creation, ready: { find(&found) })
    switch claim {
    case .present: return found
    case .unfinished:
      CreationPath.noteNeed(of: self)
      return found
    // `canMake` says that there is a function.
    case .make: return try makeSharedObject(awaited, in: model).map(obtained)
    case .cycle: throw cycle(creation: CreationPath.creationThatCanGoFirst(self))
    case .startOver: throw cycle()
    // The model was cleared meanwhile, and perhaps the object is being made again.
    case .unset where awaited != nil, .awaited where awaited != nil: return nil
    case .awaited(let creator):
      // Waiting for what waits for this would never end.
      throw AwaitedPath.creations().contains(creator) ? cycle() : needsAwait
    case .unset: return try objectWithoutFunction()
    }
  }

  /// What a creation ends with, and which object of the factory's it is; no number if it is not finished, or was set.
  private typealias Made = (product: Product?, version: UInt?)

  private func obtained(_ made: Made) -> Obtained<Product> {
    guard let version = made.version, !facts.isWeak else {
      return Obtained(object: made.product, stamp: .fleeting)
    }
    return Obtained(object: made.product, stamp: .shared(self, version: version))
  }

  /// Nil, or what was set since the caller found that there is nothing to make.
  private func objectWithoutFunction() throws -> Obtained<Product> {
    if makeAwaited != nil { throw needsAwait }
    if facts.isNillable {
      return CreationCoordinator.look { shared } ?? Obtained(object: nil, stamp: .fleeting)
    }
    throw problem(
      .unsetReference, detail: facts.isWeak ? FactoryOption.Kind.weak.spelling : "")
  }

  /// Creates the object that the caller has claimed. If this throws, nothing is left of what was made for it alone.
  ///
  /// - Returns: Nil if it was given up for the sake of another thread, and is to be requested again.
  private func makeSharedObject(
    _ awaited: AwaitedProduct<Product>?, in model: Model
  ) throws -> Made? {
    let mark = UnfinishedObjects.count
    var isHandedOver = false
    do {
      var waiting: [PostponedInjection] = []
      let made = try CreationPath.within(.factory(Unmanaged.passUnretained(self))) {
        do {
          let made = try makeAndFinish(awaited, since: mark, in: model)
          if CreationPath.hasNotes { waiting = CreationPath.takeWaitingForFinish() }
          return made
        } catch {
          isHandedOver = CreationPath.handOver(after: error, since: mark)
          throw error
        }
      }
      // One that fails gives up: its host is injected another time, and then the error is reported.
      for injection in waiting { try? injection.resume() }
      return made
    } catch {
      let others = isHandedOver ? [] : UnfinishedObjects.take(since: mark)
      CreationCoordinator.abandon([self] + others)
      if !CreationPath.makesSharedObject, CreationCoordinator.startOver() { return nil }
      throw error
    }
  }

  private func makeAndFinish(
    _ awaited: AwaitedProduct<Product>?, since mark: Int, in model: Model
  ) throws -> Made {
    let listener = model.listener
    let product =
      listener == nil && awaited == nil
      ? try makeProduct(.none, in: model) : try announcedProduct(awaited, to: listener, in: model)
    var isHost = false
    if let product { isHost = host(product) != nil } else { try requireNillable() }
    // The usual case: nothing remains to be done with it.
    if listener == nil, !CreationPath.hasNotes, !isHost {
      return try finish(product, with: [], isStored: false)
    }
    return try injectAndFinish(product, since: mark, in: model)
  }

  /// Stores the object before its properties are injected, so that they can lead back to it.
  @inline(never)
  private func injectAndFinish(
    _ product: Product?, since mark: Int, in model: Model
  ) throws -> Made {
    let number = CreationCoordinator.storeUnfinished(self) { _ = object.exchange(for: product) }
    if let number, let product {
      model.listener?.didStoreObject(facts, old: nil, new: product, number: number)
    }
    try PostponedInjection.resume(CreationPath.takePostponed())
    if let injector = model.injector, let host = product.flatMap(host) {
      _ = try injector.inject(host, from: model, isNew: true)
    }
    if let need = CreationPath.outerNeed {
      UnfinishedObjects.add(self, as: product.flatMap(host), since: mark, needing: need)
      CreationPath.passOnWaitingForFinish(toFrameAt: need)
      return (product, nil)
    }
    return try finish(product, with: UnfinishedObjects.take(since: mark), isStored: true)
  }

  /// Makes the product, unless a task has awaited it, and tells an observer.
  @inline(never)
  private func announcedProduct(
    _ awaited: AwaitedProduct<Product>?, to listener: (any ModelObserver)?, in model: Model
  ) throws -> Product? {
    let begin = awaited?.value.begin ?? ContinuousClock.now
    let product = try awaited.map { $0.value.product } ?? makeProduct(.none, in: model)
    if product != nil { listener?.didCreateObject(facts, duration: ContinuousClock.now - begin) }
    return product
  }

  /// Makes the object available to everybody, with all those that have waited for it.
  ///
  /// - Returns: The object, or another one that was set meanwhile.
  @inline(__always)
  private func finish(
    _ product: Product?, with others: [AnyObjectFactory], isStored: Bool
  ) throws -> Made {
    var other: Obtained<Product>?
    let ending = CreationCoordinator.finish(self, with: others) {
      if !isStored { _ = object.exchange(for: product) }
    } other: {
      find(&other)
    }
    switch ending {
    case .finished(let version): return (product, version)
    case .overtaken: return (other.map { $0.object } ?? product, nil)
    case .startOver:
      CreationCoordinator.abandon(others)
      throw cycle()
    }
  }

  /// The object and its version; under the lock. An unfinished object is for its own creator only, and kept by nobody;
  /// nor is one that the factory itself does not keep.
  ///
  /// - Returns: Nil if there was an object and it is gone.
  private var shared: Obtained<Product>? {
    guard let object = object.take() else { return nil }
    let isSettled = (state == .present || state == .absent) && !facts.isWeak
    return Obtained(object: object, stamp: isSettled ? .shared(self, version: version) : .fleeting)
  }

  /// Takes the object; under the lock.
  ///
  /// - Returns: False if there was one and it is gone.
  func find(_ found: inout Obtained<Product>?) -> Bool {
    found = shared
    return found != nil
  }
}
