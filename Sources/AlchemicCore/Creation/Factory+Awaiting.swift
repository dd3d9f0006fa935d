import AlchemicRuntime

// How a task gets an object. Only the function that makes it is awaited: when it has returned, the
// object is injected and stored at one go, as a thread does it.
extension Factory {
  /// Returns the factory's product, awaited if need be.
  func productAwaiting(in model: Model) async throws -> ProductReference {
    if case .awaited = otherFunction {
      if isShared { return try await sharedObjectAwaiting(in: model) }
      let product = try await newProductAwaiting(with: nil, in: model)
      return ProductReference(reference: product.value, stamp: .fleeting)
    }
    let slot = model.store.slot(of: self)
    if isShared {
      if slot.hasObject { return try sharedObject(in: model) }
      try await CreationCoordinator.awaitTurn(of: slot)
    }
    return try await afterNeeds(in: model) {
      try await self.atOnce(in: model) { try self.product(in: model) }
    }
  }

  /// Creates the shared object unless it exists, for a task.
  func prepareAwaiting(in model: Model) async throws { _ = try await productAwaiting(in: model) }

  /// Returns the object that all requests share. Exactly one task makes it; the others wait for it.
  private func sharedObjectAwaiting(in model: Model) async throws -> ProductReference {
    let slot = model.store.slot(of: self)
    var known: Set<ObjectIdentifier> = []
    while true {
      let creation = ThreadID.ofTask()
      var found: ProductReference?
      switch try await CreationCoordinator.claimAwaiting(
        slot, as: creation, ready: { slot.find(&found) })
      {
      case .present, .unfinished, .unset, .awaited: return found.unsafelyUnwrapped
      case .make: break
      case .cycle, .startOver:
        throw AlchemicError(
          Problem(.cycle(argument: nil), facts.name, path: AwaitedPath.steps(to: self)))
      }
      do {
        let awaited = try await awaitProduct(nil, creation, in: model)
        try await CreationCoordinator.awaitTurn(of: slot)
        let finished = try await atOnce(in: model) {
          try self.claimObject(in: slot, awaited, of: model)
        }
        if let finished { return finished }
      } catch {
        CreationCoordinator.abandon([slot], by: creation)
        guard let error = error as? AlchemicError, error.awaited != nil else { throw error }
        // For a property of which only its wrapper knows what it needs.
        try await prepare(afterNeed: error, &known, in: model)
      }
    }
  }

  /// Creates a product that the caller gets alone.
  ///
  /// - Parameter values: What the caller of `AcInvokeAsync` passes; nil if the product is not
  ///   invoked.
  func newProductAwaiting(
    with values: UnsafeTransfer<[Any?]>?, in model: Model
  ) async throws -> UnsafeTransfer<AnyObject?> {
    let given = values.map { GivenArguments($0.value) }
    let awaited = try await awaitProduct(given, .ofTask(), in: model)
    let isInvoked = values != nil
    return try await afterNeeds(in: model, isPrepared: true) {
      try await self.atOnce(in: model) {
        // The values are spent; that there were some says what this is.
        UnsafeTransfer(try self.newProduct(with: isInvoked ? [] : nil, awaited: awaited, in: model))
      }
    }
  }

  private func awaitProduct(
    _ given: GivenArguments?, _ creation: ThreadID, in model: Model
  ) async throws -> AwaitedProduct {
    guard case .awaited(let make) = otherFunction else { throw needsAwait }
    let begin = ContinuousClock.now
    return try await AwaitedPath.creating(self, by: creation) {
      try await model.prepareNeeds(of: self)
      do {
        let reference = try await product.makeReferenceAwaiting { memory in
          var cursor = ArgumentCursor(of: self, given, in: model)
          defer { withExtendedLifetime(given) {} }
          return try await make(&cursor, memory)
        }
        return AwaitedProduct(reference: reference, creation: creation, begin: begin)
      } catch {
        if error is CancellationError, Task.isCancelled { throw error }
        throw wrapped(error)
      }
    }
  }

  // MARK: What is made at once

  /// Runs `body` when what it needs has been awaited; again, should it need more than declarations
  /// tell.
  ///
  /// - Parameter isPrepared: Whether what declarations tell has been awaited.
  func afterNeeds<Result>(
    in model: Model, isPrepared: Bool = false, _ body: () async throws -> Result
  ) async throws -> Result {
    if !isPrepared {
      try await AwaitedPath.needing(self) { try await model.prepareNeeds(of: self) }
    }
    var known: Set<ObjectIdentifier> = []
    while true {
      do {
        return try await body()
      } catch let error as AlchemicError where error.awaited != nil {
        try await prepare(afterNeed: error, &known, in: model)
      }
    }
  }

  /// Creates the object that was missing, unless another task has created it meanwhile.
  ///
  /// - Parameter known: What existed before: that it is missing again has another reason.
  /// - Throws: The error if that is of another model, if the object existed and is gone, or if it
  ///   needs what needs it.
  private func prepare(
    afterNeed error: AlchemicError, _ known: inout Set<ObjectIdentifier>, in model: Model
  ) async throws {
    guard let needed = error.awaited.flatMap({ model.graph.factory($0) }),
      !needed.isAwaitedEachTime
    else { throw error }
    if needed.existingProduct(in: model) != nil {
      guard known.insert(ObjectIdentifier(needed)).inserted else { throw error }
      return
    }
    let isDone: Void? = try await AwaitedPath.needingFurther(self) {
      try await needed.prepareAwaiting(in: model)
    }
    if isDone == nil {
      throw needed.problem(.awaitedLoop(host: facts.name))
    }
  }

  /// Runs `body`, which awaits nothing: on the main actor if it needs what is made there.
  func atOnce<Result>(
    in model: Model, _ body: @escaping () throws -> Result
  ) async throws -> Result {
    guard model.graph.needsMainActor(self) else { return try AwaitedPath.atOnce(body) }
    let transferred = UnsafeTransfer(body)
    return try await MainActor.run { UnsafeTransfer(try AwaitedPath.atOnce(transferred.value)) }
      .value
  }
}

extension ValueType {
  /// As ``kept(_:)``, for a function that has to be awaited.
  fileprivate func makeReferenceAwaiting(
    _ create: (UnsafeMutableRawPointer) async throws -> Bool
  ) async throws -> AnyObject? {
    let box = ValueBox(self)
    guard try await box.fillAwaiting(create) else { return nil }
    return form == .object ? box.take(as: AnyObject.self) : box
  }
}

extension ValueBox {
  /// As ``fill(_:)``, for a function that has to be awaited.
  fileprivate func fillAwaiting(
    _ create: (UnsafeMutableRawPointer) async throws -> Bool
  ) async rethrows -> Bool {
    let isFilled = try await create(address)
    return fill { _ in isFilled }
  }
}
