// How a task gets an object. Only the function that makes it is awaited: when it has returned, the object is
// injected and stored at one go, as a thread does it.

extension ObjectFactory {
  /// The object that everybody shares. Exactly one task makes it; the others wait for it.
  func sharedObjectAwaiting(
    _ make: MakeAwaited, in model: Model
  ) async throws -> Obtained<Product> {
    while true {
      let creation = ThreadID.ofTask()
      let claim = try await CreationDesk.claimAwaiting(self, creation: creation) { shared }
      switch claim {
      case .ready(let obtained, _): return obtained
      case .make: break
      case .cycle, .unset:
        throw AlchemicError(Problem(.cycle, facts.name, path: AwaitedPath.steps(to: self)))
      }
      let begin = ContinuousClock.now
      let product: Product?
      do {
        product = try await awaitProduct(make, .none, creation, in: model)
      } catch {
        giveUp(by: creation)
        throw error
      }
      CreationDesk.adopt(self, from: creation)
      // If what it took from another thread was given up there, everything is as before.
      do {
        return try makeSharedObject({ _, _ in product }, since: begin, in: model)
      } catch is TakenObjectFailed {}
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
    let product = try await awaitProduct(make, given, .ofTask(), in: model)
    return try makeObject({ _, _ in product }, with: values, since: begin, in: model) { _ in }
  }

  private func awaitProduct(
    _ make: MakeAwaited, _ given: GivenArguments, _ creation: ThreadID, in model: Model
  ) async throws -> Product? {
    try await AwaitedPath.creating(self, by: creation) {
      try await model.prepareNeeds(of: self)
      do {
        return try await make(model, given)
      } catch {
        if error is CancellationError, Task.isCancelled { throw error }
        throw error as? AlchemicError ?? failed(error)
      }
    }
  }
}
