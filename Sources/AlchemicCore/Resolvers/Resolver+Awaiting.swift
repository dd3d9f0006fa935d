package import AlchemicRuntime

// Answers and arguments that a task awaits.

extension Resolver {
  /// Returns the answer in a box, for a task. Awaits asynchronous creations.
  ///
  /// - Parameter passed: The arguments of the caller; nil if it passes none.
  /// - Throws: As ``value(as:for:)``, and `CancellationError`.
  package func answerAwaiting(passing passed: PassedTuple? = nil) async throws -> ValueBox {
    let box = ValueBox(value)
    if box.fill(copyCached) { return box }
    guard let model = home.servingModel else { throw modelGone(for: nil) }
    if has(ResolverTraits.scoped), try box.fill({ try copyScoped(to: $0) }) { return box }
    let source = source
    defer { withExtendedLifetime(model) {} }
    let given = try passed.flatMap { try source.accept($0) }.map { UnsafeTransfer($0) }
    let products = try await model.asCurrent {
      UnsafeTransfer(try await source.productsAwaiting(with: given, in: model))
    }.value
    _ = try box.fill { memory in
      try cache(
        source.answer(with: products, in: model, at: memory), at: memory, from: source, in: model)
      return true
    }
    return box
  }
}

extension AnswerSource {
  /// Returns the product of each factory. Awaits it if necessary.
  ///
  /// - Parameter given: The arguments of the caller; nil if it passes none.
  func productsAwaiting(
    with given: UnsafeTransfer<GivenArguments>?, in model: Model
  ) async throws -> [ProductReference] {
    if let provider { return [try resolver(of: provider, in: model)] }
    var products: [ProductReference] = []
    if !isArray, let factory = factories.first, isNil(factory, in: model) {
      return [ProductReference(reference: nil, stamp: .fleeting)]
    }
    for factory in factories {
      do {
        let product = try await factory.productAwaiting(with: given, in: model)
        if given != nil { _ = try factory.required(product.reference) }
        products.append(product)
      } catch {
        guard isNil(factory, after: error) else { throw error }
        products.append(ProductReference(reference: nil, stamp: .fleeting))
      }
    }
    return products
  }
}

extension ArgumentCursor {
  /// Awaits the object whose method is called and the arguments of an asynchronous function, in
  /// order. Then `call` creates the others, and takes all as a synchronous function would.
  mutating func withAwaited<Result>(
    _ call: (inout Self) async throws -> Result
  ) async throws -> Result {
    let passed = given
    let arguments = passed?.object ?? GivenArguments()
    let factory = factory.object
    if let owner = factory.owner {
      arguments.awaitedOwner = try await owner.productAwaiting(in: unownedModel.object).reference
    }
    for argument in factory.arguments
    where argument.role == .ofFunction && argument.isResolved && !arguments.has(argument) {
      arguments.awaited[argument.position] =
        try await list.unsafelyUnwrapped.object.element(of: argument)
        .resolver(in: unownedModel.object).answerAwaiting()
    }
    given = Borrowed(arguments)
    defer { withExtendedLifetime(arguments) { given = passed } }
    return try await call(&self)
  }
}
