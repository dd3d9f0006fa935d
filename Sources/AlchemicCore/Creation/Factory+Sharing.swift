import AlchemicRuntime

// Shared objects: one thread creates an object, then finishes or abandons it.

extension Factory {
  /// Returns the shared object. Exactly one thread creates it, and other threads wait for it.
  ///
  /// - Throws: The error of the initializer or of an injection; `cycle`, `unset-reference`,
  ///   `needs-await`, `is-stopping`, `no-scope`.
  @inline(__always)
  func sharedObject(in model: Model) throws -> ProductReference {
    let slot = try slot(in: model)
    while true { if let object = try claimObject(in: slot, nil, of: model) { return object } }
  }

  /// Returns the shared object. Creates it unless it exists.
  ///
  /// - Parameter awaited: The product of an asynchronous function, which the calling thread injects
  ///   and stores.
  /// - Returns: Nil if the creation was abandoned without an error. The caller must then request
  ///   the object again.
  @_optimize(speed)
  func claimObject(
    in slot: Slot, _ awaited: AwaitedProduct?, of model: Model
  ) throws -> ProductReference? {
    var found: ProductReference?
    let claim =
      slot.claimAlone(canMake: awaited == nil && isMakeable, &found)
      ?? CreationCoordinator.claim(
        slot, canMake: isMakeable, adopting: awaited?.creation,
        stalled: { StalledWait.report(by: self, in: slot, of: model) },
        ready: { slot.find(&found) })
    switch claim {
    case .present: return found
    case .unfinished:
      CreationPath.noteNeed(of: self)
      return found
    case .make:
      if awaited == nil, !isLent {
        do { try requireCreations(in: slot, of: model) } catch {
          CreationCoordinator.abandon([slot])
          throw error
        }
        // Another scope may have begun before the check.
        if scopeKind != nil, !CreationCoordinator.isCreating(slot) { return nil }
      }
      // `canMake` implies that there is a function.
      return try CurrentScope.creating(in: slot.scope, or: scopeOfModel(in: model)) {
        try makeSharedObject(in: slot, awaited, of: model)
      }
    case .cycle: throw cycle(creation: CreationPath.creationThatCanGoFirst(self))
    case .startOver: throw cycle()
    // The model was cleared meanwhile, and another creation may be running.
    case .unset where awaited != nil, .awaited where awaited != nil: return nil
    case .awaited(let creator):
      // A wait for a creation that waits for this one would never end.
      throw AwaitedPath.creations().contains(creator) ? cycle() : needsAwait
    case .unset: return try objectWithoutFunction(in: slot)
    }
  }

  /// Returns nil, or an object that was set after the caller found none.
  private func objectWithoutFunction(in slot: Slot) throws -> ProductReference {
    if case .awaited = otherFunction { throw needsAwait }
    if facts.isNillable {
      return CreationCoordinator.look { slot.product }
        ?? ProductReference(reference: nil, stamp: .fleeting)
    }
    throw problem(.unsetReference(isWeak: facts.isWeak, scope: facts.scope?.name))
  }

  /// Creates the object that the caller has claimed. If this throws, abandons the objects that were
  /// created only for it.
  ///
  /// - Returns: Nil if the creation was abandoned in favour of another thread. The caller must then
  ///   request the object again.
  private func makeSharedObject(
    in slot: Slot, _ awaited: AwaitedProduct?, of model: Model
  ) throws -> ProductReference? {
    let mark = UnfinishedObjects.count
    var isHandedOver = false
    do {
      var waiting: [PostponedInjection] = []
      let made = try CreationPath.within(.shared(slot)) {
        do {
          let made = try makeAndFinish(in: slot, awaited, since: mark, of: model)
          if CreationPath.hasNotes { waiting = CreationPath.takeWaitingForFinish() }
          return made
        } catch {
          isHandedOver = CreationPath.handOver(after: error, since: mark)
          throw error
        }
      }
      // A failed injection is abandoned. The next injection of its host reports the error.
      for injection in waiting { try? injection.resume() }
      return made
    } catch {
      let others = isHandedOver ? (slots: [], owners: []) : UnfinishedObjects.take(since: mark)
      withExtendedLifetime(others) { CreationCoordinator.abandon([slot] + others.slots) }
      if !CreationPath.makesSharedObject, CreationCoordinator.startOver() { return nil }
      throw error
    }
  }

  private func makeAndFinish(
    in slot: Slot, _ awaited: AwaitedProduct?, since mark: Int, of model: Model
  ) throws -> ProductReference {
    let product = try announcedProduct(awaited, in: model)
    if product == nil { try requireNillable() }
    beginAge(in: model)
    // The usual case: the product needs no other object.
    if !(product.map { mayBeHost($0) } ?? false), !CreationPath.hasNotes,
      !HotWord.observers.isSet
    {
      return try finish(slot, with: [], product, isStored: false)
    }
    return try injectAndFinish(product, in: slot, since: mark, of: model)
  }

  /// Stores the object before its properties are injected, so that they can refer back to it.
  @inline(never)
  private func injectAndFinish(
    _ product: AnyObject?, in slot: Slot, since mark: Int, of model: Model
  ) throws -> ProductReference {
    let host = product.flatMap(host)
    let number = CreationCoordinator.storeUnfinished(product, in: slot)
    if let number, let product, let listener = model.listener {
      listener.didStoreObject(facts, old: nil, new: self.product.any(of: product), number: number)
    }
    try PostponedInjection.resume(CreationPath.takePostponed())
    try inject(host, of: product, from: model)
    if let need = CreationPath.outerNeed {
      UnfinishedObjects.add(slot, as: host, since: mark, needing: need)
      CreationPath.passOnWaitingForFinish(toFrameAt: need)
      return ProductReference(reference: product, stamp: .fleeting)
    }
    let others = UnfinishedObjects.take(since: mark)
    return try withExtendedLifetime(others) {
      try finish(slot, with: others.slots, product, isStored: true)
    }
  }

  /// Makes the object available to every thread, with all objects that have waited for it.
  ///
  /// - Returns: The object, or another one that was set meanwhile.
  @inline(__always)
  private func finish(
    _ slot: Slot, with others: [Slot], _ product: AnyObject?, isStored: Bool
  ) throws -> ProductReference {
    var other: ProductReference?
    let ending =
      slot.finishAlone(product, unless: isStored || !others.isEmpty)
      ?? CreationCoordinator.finish(
        slot, with: others, storing: isStored ? nil : .some(product), other: { slot.find(&other) })
    switch ending {
    case .finished(let version):
      let stamp = facts.isFleeting ? Stamp.fleeting : .shared(slot, version: version)
      return ProductReference(reference: product, stamp: stamp)
    case .overtaken:
      return ProductReference(reference: other.map { $0.reference } ?? product, stamp: .fleeting)
    case .startOver:
      CreationCoordinator.abandon(others)
      throw cycle()
    }
  }
}

extension Slot {
  /// The object and its version. The caller holds the lock. Only its creator may use an unfinished
  /// object, so no answer with it is cached. Nor is an answer with an object that the slot does not
  /// retain.
  ///
  /// - Returns: Nil if there was an object and it has been deallocated.
  fileprivate var product: ProductReference? {
    guard let reference = object.take() else { return nil }
    let isSettled = (state == .present || state == .absent) && !factory.facts.isFleeting
    return ProductReference(
      reference: reference, stamp: isSettled ? .shared(self, version: version) : .fleeting)
  }

  /// Takes the object under the lock. Returns false if there was one and it has been deallocated.
  func find(_ found: inout ProductReference?) -> Bool {
    found = product
    return found != nil
  }
}
