// How a task gets an object. Only the function that makes it is awaited: when it has returned, the object is
// injected and stored at one go, as a thread does it.

extension ObjectFactory {
  /// The object that everybody shares. Exactly one task makes it; the others wait for it.
  func sharedObjectAwaiting(
    _ make: MakeAwaited, in model: Model
  ) async throws -> Obtained<Product> {
    var known: Set<ObjectIdentifier> = []
    while true {
      let creation = ThreadID.ofTask()
      var found: Obtained<Product>?
      switch try await CreationCoordinator.claimAwaiting(
        self, as: creation, ready: { find(&found) })
      {
      case .present, .unfinished, .unset, .awaited: return found.unsafelyUnwrapped
      case .make: break
      case .cycle, .startOver:
        throw AlchemicError(Problem(.cycle, facts.name, path: AwaitedPath.steps(to: self)))
      }
      let begin = ContinuousClock.now
      do {
        let awaited = AwaitedProduct(
          (try await awaitProduct(make, .none, creation, in: model), creation, begin))
        try await CreationCoordinator.awaitTurn(of: self)
        let finished = try await atOnce(in: model) {
          try self.claimObject(awaited, in: model)
        }
        if let finished { return finished }
      } catch {
        CreationCoordinator.abandon([self], by: creation)
        guard let error = error as? AlchemicError, error.awaited != nil else { throw error }
        // For a property of which only its wrapper knows what it needs.
        try await prepare(afterNeed: error, &known, in: model)
      }
    }
  }

  /// A new object.
  ///
  /// - Parameter values: What the caller of `AcInvokeAsync` gives; nil if it is not invoked.
  func newObjectAwaiting(
    _ make: MakeAwaited, with values: [Any?]? = nil, in model: Model
  ) async throws -> Product? {
    let begin = ContinuousClock.now
    let given = values.map { GivenArguments($0) } ?? .none
    let product = Handed(try await awaitProduct(make, given, .ofTask(), in: model))
    let isInvoked = values != nil
    return try await afterNeeds(in: model, isPrepared: true) {
      try await self.atOnce(in: model) {
        // The values are spent; that there were some says what this is.
        try self.makeTemplate(
          with: isInvoked ? [] : nil, awaited: product.value, since: begin, in: model)
      }
    }
  }

  private func awaitProduct(
    _ make: MakeAwaited, _ given: GivenArguments, _ creation: ThreadID, in model: Model
  ) async throws -> Product? {
    try await AwaitedPath.creating(self, by: creation) {
      try await model.prepareNeeds(of: self)
      do {
        return try await make(ArgumentCursor(sources, given, in: model))
      } catch {
        if error is CancellationError, Task.isCancelled { throw error }
        throw wrapped(error)
      }
    }
  }

  // MARK: What is made at once

  /// Runs `body` when what it needs has been awaited; again, should it need more than declarations tell.
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

  /// Makes the object that was not there, unless somebody else has made it meanwhile.
  ///
  /// - Parameter known: What was there before: that it is missing again has another reason.
  /// - Throws: The error if that is of another model, if the object was there and is gone, or if it needs what
  ///   needs it.
  private func prepare(
    afterNeed error: AlchemicError, _ known: inout Set<ObjectIdentifier>, in model: Model
  ) async throws {
    guard let needed = error.awaited.flatMap({ model.graph.factory($0) }),
      !needed.isAwaitedAnew
    else { throw error }
    if needed.isInstantiated {
      guard known.insert(ObjectIdentifier(needed)).inserted else { throw error }
      return
    }
    let isDone: Void? = try await AwaitedPath.needingFurther(self) {
      try await needed.prepareAwaiting(in: model)
    }
    if isDone == nil {
      throw AlchemicError(
        Problem(
          .cannotWait, needed.facts.name, detail: facts.name,
          candidates: [needed.facts.candidate], path: CreationPath.steps(), hint: .isLoop))
    }
  }

  /// Runs `body`, which awaits nothing: on the main actor if it needs what is made there.
  func atOnce<Result>(
    in model: Model, _ body: @escaping () throws -> Result
  ) async throws -> Result {
    guard model.graph.needsMainActor(self) else { return try AwaitedPath.atOnce(body) }
    let handed = Handed(body)
    return try await MainActor.run { Handed(try AwaitedPath.atOnce(handed.value)) }.value
  }
}
