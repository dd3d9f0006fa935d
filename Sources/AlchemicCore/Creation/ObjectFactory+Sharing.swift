// The object that everybody shares: created by one thread, then finished or given up.

extension ObjectFactory {
  /// Where a creation gets its product from.
  enum Supply {
    /// From the factory's function.
    case function
    /// From an asynchronous function that a task has awaited.
    case awaited(Product?, creation: ThreadID, since: ContinuousClock.Instant)
  }

  /// Returns the object that everybody shares. Exactly one thread creates it; the others wait for it.
  ///
  /// - Throws: What the initializer or an injection throws; `cycle`, `unset-reference`, `needs-await`.
  func sharedObject(in model: Model) throws -> Obtained<Product> {
    while true {
      var found: Obtained<Product>?
      switch CreationCoordinator.claim(self, canMake: isMakeable, ready: { find(&found) }) {
      case .present: return found.unsafelyUnwrapped
      case .unfinished:
        CreationPath.noteNeed(of: self)
        return found.unsafelyUnwrapped
      case .make:
        // `canMake` says that there is a function.
        if let made = try makeSharedObject(.function, in: model) { return made }
      case .cycle: throw cycle(creation: CreationPath.creationThatCanGoFirst(self))
      case .startOver: throw cycle()
      case .awaited(let creator):
        // Waiting for what waits for this would never end.
        throw AwaitedPath.creations().contains(creator) ? cycle() : needsAwait
      case .unset: return try objectWithoutFunction()
      }
    }
  }

  /// Goes on with the product of an asynchronous function, at one go, as a thread does it.
  ///
  /// - Returns: Nil if the product was given up without an error, and is to be awaited again.
  func finishAwaited(
    _ product: Product?, of creation: ThreadID, since begin: ContinuousClock.Instant,
    in model: Model
  ) throws -> Obtained<Product>? {
    var found: Obtained<Product>?
    switch CreationCoordinator.claim(
      self, canMake: false, adopting: creation, ready: { find(&found) })
    {
    case .make:
      return try makeSharedObject(.awaited(product, creation: creation, since: begin), in: model)
    // An `AcSet` came meanwhile.
    case .present: return found
    case .unfinished:
      CreationPath.noteNeed(of: self)
      return found
    // The model was cleared meanwhile, and perhaps the object is being made again.
    case .unset, .awaited: return nil
    case .cycle, .startOver:
      CreationCoordinator.abandon([self], by: creation)
      throw cycle()
    }
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
  private func makeSharedObject(_ supply: Supply, in model: Model) throws -> Obtained<Product>? {
    let mark = UnfinishedObjects.count
    var isHandedOver = false
    do {
      return try CreationPath.within(.factory(Unmanaged.passUnretained(self))) {
        do {
          return try makeAndFinish(supply, since: mark, in: model)
        } catch {
          isHandedOver = CreationPath.handOver(after: error, since: mark)
          throw error
        }
      }
    } catch {
      let others = isHandedOver ? [] : UnfinishedObjects.take(since: mark)
      CreationCoordinator.abandon([self] + others)
      if !CreationPath.makesSharedObject, CreationCoordinator.startOver() { return nil }
      throw error
    }
  }

  private func makeAndFinish(
    _ supply: Supply, since mark: Int, in model: Model
  ) throws -> Obtained<Product> {
    let listener = model.listener
    var begin = listener.map { _ in ContinuousClock.now }
    let product: Product?
    switch supply {
    case .function: product = try makeProduct(.none, in: model)
    case .awaited(let awaited, _, let since): (product, begin) = (awaited, since)
    }
    guard let product else {
      try requireNillable()
      let obtained = try finish(nil, with: [])
      try CreationPath.resumePostponed()
      return obtained
    }
    if let listener, let begin {
      listener.didCreateObject(facts, duration: ContinuousClock.now - begin)
    }
    let toInject = model.injector == nil ? nil : host(product)
    if toInject == nil, listener == nil, !CreationPath.hasNotes {
      return try finish(product, with: [], isStored: false)
    }
    let number = CreationCoordinator.storeUnfinished(self) { _ = object.exchange(for: product) }
    if let number {
      listener?.didStoreObject(facts, old: nil, new: product, number: number)
    }
    try CreationPath.resumePostponed()
    if let toInject { _ = try model.injector?.inject(toInject, from: model) }
    if let need = CreationPath.outerNeed {
      UnfinishedObjects.add(self, since: mark, needing: need)
      return Obtained(object: product, stamp: .fleeting)
    }
    return try finish(product, with: UnfinishedObjects.take(since: mark))
  }

  /// Makes the object available to everybody, with all those that have waited for it.
  ///
  /// - Returns: The object, or another one that was set meanwhile.
  private func finish(
    _ product: Product?, with others: [AnyObjectFactory], isStored: Bool = true
  ) throws -> Obtained<Product> {
    var finished: Obtained<Product>?
    let isFinished = CreationCoordinator.finish(self, with: others) {
      if !isStored { _ = object.exchange(for: product) }
    } _: {
      find(&finished)
    }
    guard isFinished else {
      CreationCoordinator.abandon(others)
      throw cycle()
    }
    return finished ?? Obtained(object: product, stamp: .fleeting)
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
