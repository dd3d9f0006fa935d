import AlchemicRuntime

// Creation of products, shared or not.
extension Factory {
  /// Returns the factory's product: the shared object, or a new one from a template.
  ///
  /// - Throws: ``AlchemicError`` if it does not exist and cannot be created.
  func product(in model: Model) throws -> ProductReference {
    if facts.lifetime == .template {
      let product =
        try facts.isPerRequest ? productOfRequest(in: model) : newProduct(in: model)
      return ProductReference(reference: product, stamp: .fleeting)
    }
    if facts.expiry != .none {
      return try replacingOld(in: model) { try sharedObject(in: model) }
    }
    return try sharedObject(in: model)
  }

  /// Returns the reference that retains the shared object if it is present, and not too old;
  /// otherwise nil.
  func existingProduct(in model: Model) -> AnyObject? {
    age(in: model)?.isOver == true ? nil : openSlot(in: model)?.presentObject
  }

  /// Calls the factory's function.
  ///
  /// - Returns: The reference that retains the product; nil if the function returned nil.
  /// - Throws: `creation-failed` with the error of the user's code; `needs-await`,
  ///   `needs-main-actor`.
  @inline(__always)
  func makeProduct(_ given: GivenArguments? = nil, in model: Model) throws -> AnyObject? {
    if facts.making == .onMainActor, !isLent { try requireMainActor() }
    guard let list = model.arguments(of: self) else {
      var cursor = ArgumentCursor(of: self, in: model)
      return try makeProduct(from: &cursor)
    }
    defer { withExtendedLifetime(given) {} }
    return try ArgumentCursor.with(
      argumentsOf: self, list, given: given, passing: given?.tuple, in: model
    ) { try makeProduct(from: &$0) }
  }

  @inline(never)
  private func makeProduct(from cursor: inout ArgumentCursor) throws -> AnyObject? {
    do {
      guard let otherFunction else {
        return try product.makeReference {
          try make(&cursor, $0)
          return true
        }
      }
      guard case .optional(let make) = otherFunction else { throw needsAwait }
      return try product.makeReference { try make(&cursor, $0) }
    } catch {
      throw wrapped(error)
    }
  }

  /// Creates the product, unless a task has awaited it, and notifies the observer.
  @inline(never)
  func announcedProduct(
    _ awaited: AwaitedProduct?, _ given: GivenArguments? = nil, in model: Model
  ) throws -> AnyObject? {
    let listener = model.listener
    if listener == nil, awaited == nil { return try makeProduct(given, in: model) }
    let begin = awaited?.begin ?? ContinuousClock.now
    let product = try awaited.map(\.reference.value) ?? makeProduct(given, in: model)
    if product != nil { listener?.didCreateObject(facts, since: begin) }
    return product
  }

  /// Checks that the product may be nil.
  func requireNillable() throws {
    if facts.isNillable { return }
    // The first step is this factory itself.
    throw problem(.madeNil(isTemplate: !isShared), path: Array(CreationPath.steps().dropFirst()))
  }

  /// Returns the product of the outermost request. Creates it if there is none.
  func productOfRequest(in model: Model) throws -> AnyObject? {
    let request = RequestObjects.current
    return try request?.product(of: self) ?? newProduct(sharedIn: request, in: model)
  }
}
