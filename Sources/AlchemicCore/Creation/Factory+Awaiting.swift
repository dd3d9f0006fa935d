import AlchemicRuntime
import Synchronization

// Resolution by tasks. Only the factory's function is awaited. After it has returned, the object is
// injected and stored synchronously, as on a thread.
extension Factory {
  /// Whether the function is asynchronous.
  private var isAwaited: Bool { if case .awaited = otherFunction { true } else { false } }

  /// Returns the factory's product. Awaits it if necessary.
  ///
  /// - Parameter given: The arguments of the caller, who then gets a product of its own; nil if it
  ///   passes none.
  @discardableResult @inline(never)
  func productAwaiting(
    with given: UnsafeTransfer<GivenArguments>? = nil, in model: Model
  ) async throws -> ProductReference {
    if given != nil || !isShared {
      let product = try await newProduct(awaitedWith: given, in: model)
      return ProductReference(reference: product.value, stamp: .fleeting)
    }
    if facts.expiry != .none { try expire(in: model) }
    let product =
      try await isAwaited
      ? sharedObjectAwaiting(in: model) : synchronousObject(in: model)
    if facts.expiry != .none { notifyOfNewObject(in: model) }
    return product
  }

  /// Returns the shared object of a synchronous function, after its needs have been awaited.
  private func synchronousObject(in model: Model) async throws -> ProductReference {
    let slot = try slot(in: model)
    if slot.hasObject { return try sharedObject(in: model) }
    try await CreationCoordinator.awaitTurn(of: slot)
    guard let lender, let parent = model.parent else {
      return try await afterNeeds(in: model) {
        try await self.atOnce(in: model) { try self.product(in: model) }
      }
    }
    let lent = try await AwaitedPath.needing(self) { try await parent.object(awaiting: lender) }
    return try withExtendedLifetime(lent) {
      try AwaitedPath.atOnce { try sharedObject(in: model) }
    }
  }

  /// Returns the shared object. Exactly one task creates it, and other tasks wait for it.
  private func sharedObjectAwaiting(in model: Model) async throws -> ProductReference {
    let slot = try slot(in: model)
    var known: Set<ObjectIdentifier> = []
    while true {
      let creation = ThreadID.ofTask()
      var found: ProductReference?
      switch try await CreationCoordinator.claimAwaiting(
        slot, as: creation, ready: { slot.find(&found) })
      {
      case .present, .unfinished, .unset, .awaited: return found.unsafelyUnwrapped
      case .make where model.isCleared.load(ordering: .acquiring):
        CreationCoordinator.abandon([slot], by: creation)
        throw problem(.modelGone(ofChild: model.home.name))
      case .make:
        do { try requireCreations(in: slot, of: model) } catch {
          CreationCoordinator.abandon([slot], by: creation)
          throw error
        }
        if scopeKind != nil, !CreationCoordinator.isCreating(slot, by: creation) { continue }
      case .cycle, .startOver: throw cycle(isOfTask: true)
      }
      do {
        let created = try await createShared(in: slot, by: creation, of: model)
        if let created = created.value { return created }
      } catch {
        guard let error = error as? AlchemicError, error.awaited != nil else { throw error }
        // For a property whose criteria only its wrapper contains.
        try await prepare(afterNeed: error, &known, in: model)
      }
    }
  }

  /// Creates the shared object in a separate task. If the caller is cancelled while other tasks
  /// wait for the object, that task continues for them. Otherwise, if the creation takes longer
  /// than its first caller waits, it would begin again for each caller.
  ///
  /// - Returns: Nil if the model was cleared, or the object was set, meanwhile.
  /// - Throws: The error of the creation, which is abandoned; `CancellationError`.
  private func createShared(
    in slot: Slot, by creation: ThreadID, of model: Model
  ) async throws -> UnsafeTransfer<ProductReference?> {
    let slot = UnsafeTransfer(slot)
    let end = Locked((waiters: TaskWaiters(), isReached: false))
    let path = AwaitedPath.ofTask()
    defer { path.isOver.store(true, ordering: .relaxed) }
    let task = AwaitedPath.$current.withValue(path) {
      Task {
        defer {
          var waiters = end.withLock {
            $0.isReached = true
            return $0.waiters.takeAll()
          }
          waiters.resumeAll(with: .success(()))
        }
        do {
          let awaited = try await CurrentScope.creating(
            in: slot.value.scope?.object ?? scopeOfModel(in: model)
          ) {
            try await awaitProduct(nil, creation, in: model)
          }
          try await CreationCoordinator.awaitTurn(of: slot.value)
          return try await atOnce(in: model) {
            UnsafeTransfer(try self.claimObject(in: slot.value, awaited, of: model))
          }
        } catch {
          CreationCoordinator.abandon([slot.value], by: creation)
          throw error
        }
      }
    }
    CreationCoordinator.permit(
      { waits in
        task.cancel()
        if waits { _ = await task.result }
      }, of: creation, in: slot.value)
    do {
      try await TaskWaiters.wait { body in
        end.withLock { body(&$0.waiters, $0.isReached ? .success(()) : nil) }
      }
    } catch {
      if await CreationCoordinator.leave(creation, in: slot.value) {
        path.isCut.store(true, ordering: .relaxed)
        throw error
      }
      task.cancel()
    }
    return try await task.value
  }

  /// Creates a product for the caller alone, or for its request. One task of the request creates
  /// the product, and the others await it.
  ///
  /// - Parameter given: The arguments of the caller; nil if it passes none.
  /// - Returns: The reference that retains the product; nil if the function returned nil.
  package func newProduct(
    awaitedWith given: UnsafeTransfer<GivenArguments>?, in model: Model
  ) async throws -> UnsafeTransfer<AnyObject?> {
    guard isAwaited else {
      return try await afterNeeds(in: model) {
        try await self.atOnce(in: model) {
          guard let given else { return UnsafeTransfer(try self.product(in: model).reference) }
          return UnsafeTransfer(try self.newProduct(with: given.value, in: model))
        }
      }
    }
    let request = facts.isPerRequest && given == nil ? RequestObjects.current : nil
    let creation = ThreadID.ofTask()
    if let present = try await request?.claim(self, as: creation) {
      return UnsafeTransfer(present.value)
    }
    defer { request?.endCreation(of: self) }
    if given == nil { try requireNoArguments() }
    try requireEndOfTask(isGiven: given != nil)
    let awaited = try await awaitProduct(given?.value, creation, in: model)
    return try await afterNeeds(in: model, preparedFor: creation) {
      try await self.atOnce(in: model) {
        UnsafeTransfer(
          try self.newProduct(with: given?.value, awaited: awaited, sharedIn: request, in: model))
      }
    }
  }

  /// Checks that an awaited creation of the template is not part of itself without end.
  private func requireEndOfTask(isGiven: Bool) throws {
    let depth = AwaitedPath.depth
    guard depth >= CreationPath.suspiciousDepth else { return }
    if !isGiven, AwaitedPath.repeatsSuspiciously(self) { throw cycle(isOfTask: true) }
    if depth > AwaitedPath.mostSubjects { throw problem(.tooDeep(steps: depth, isOfTask: true)) }
  }

  private func awaitProduct(
    _ given: GivenArguments?, _ creation: ThreadID, in model: Model
  ) async throws -> AwaitedProduct {
    guard case .awaited(let make) = otherFunction else { throw needsAwait }
    let begin = ContinuousClock.now
    return try await AwaitedPath.creating(self, by: creation) {
      try await model.prepareNeeds(of: self)
      do {
        let box = ValueBox(product)
        let list = model.arguments(of: self)
        // A task may continue on another thread, so the arguments are not on the stack.
        let memory = list.map { ArgumentList.allocate($0.with(\.byteCount)) }
        var cursor = ArgumentCursor(
          of: self, given, given?.tuple, in: Borrowed(model).assumed(), list, at: memory)
        defer {
          withExtendedLifetime(given) {}
          memory?.deallocate()
        }
        let exists =
          if let lender, let parent = model.parent {
            lender.lend(try await parent.object(awaiting: lender).value, to: box.address)
          } else {
            try await make(&cursor, box.address)
          }
        let filled: ValueBox? = box.fill { _ in exists } ? box : nil
        let reference: AnyObject? =
          product.form == .object ? filled?.take(as: AnyObject.self) : filled
        return AwaitedProduct(reference: reference, creation: creation, begin: begin)
      } catch {
        if error is CancellationError, Task.isCancelled { throw error }
        throw wrapped(error)
      }
    }
  }

  // MARK: Synchronous creation

  /// Runs `body` after the task has awaited its needs. Runs it again if it needs more objects than
  /// the declarations contain.
  ///
  /// - Parameter creation: The creation for which the needs that the declarations contain have been
  ///   awaited; nil if they have not.
  func afterNeeds<Result>(
    in model: Model, preparedFor creation: ThreadID? = nil, _ body: () async throws -> Result
  ) async throws -> Result {
    if creation == nil {
      try await AwaitedPath.needing(self) { try await model.prepareNeeds(of: self) }
    }
    var known: Set<ObjectIdentifier> = []
    while true {
      do {
        return try await body()
      } catch let error as AlchemicError where error.awaited != nil {
        try await prepare(afterNeed: error, &known, for: creation, in: model)
      }
    }
  }

  /// Creates the missing object, unless another task has created it meanwhile.
  ///
  /// - Parameters:
  ///   - known: The objects that an error reported as missing although they existed.
  ///   - creation: The creation that needs the object, if it continues afterwards.
  /// - Throws: `error` if no further wait can help: the object is of another model, must be awaited
  ///   each time, or was reported for the second time; `cannot-wait` if the object needs itself.
  private func prepare(
    afterNeed error: AlchemicError, _ known: inout Set<ObjectIdentifier>,
    for creation: ThreadID? = nil, in model: Model
  ) async throws {
    guard let needed = error.awaited.flatMap({ model.graph.factory($0) }),
      !needed.isAwaitedEachTime
    else { throw error }
    if needed.existingProduct(in: model) != nil {
      guard known.insert(ObjectIdentifier(needed)).inserted else { throw error }
      return
    }
    let isDone: Void? = try await AwaitedPath.needingFurther(self, in: creation) {
      try await needed.productAwaiting(in: model)
    }
    if isDone == nil {
      throw needed.problem(.awaitedLoop(host: facts.productName))
    }
  }

  /// Runs synchronous code, on the main actor if it needs products that are created there.
  func atOnce<Result>(
    in model: Model, _ body: @escaping () throws -> Result
  ) async throws -> Result {
    guard model.revision.needsMainActor(self) else { return try AwaitedPath.atOnce(body) }
    let transferred = UnsafeTransfer(body)
    return try await MainActor.run { UnsafeTransfer(try AwaitedPath.atOnce(transferred.value)) }
      .value
  }
}
