// How a product is made, whatever becomes of it.

extension ObjectFactory {
  /// Makes an object that nobody keeps, and injects it.
  ///
  /// - Parameters:
  ///   - values: What the caller of `AcInvoke` gives; nil if it is not invoked.
  ///   - awaited: The product, if a task has awaited it.
  ///   - begin: When its making began, if that was before.
  func makeTemplate(
    with values: [Any?]? = nil, awaited: Product?? = nil,
    since begin: ContinuousClock.Instant? = nil, in model: Model
  ) throws -> Product? {
    let this = Unmanaged.passUnretained(self as AnyObjectFactory)
    return try CreationPath.within(values == nil ? .factory(this) : .invocation(this)) {
      let begin = begin ?? model.listener.map { _ in ContinuousClock.now }
      let given = values.map { GivenArguments($0) } ?? .none
      guard let product = try awaited ?? makeProduct(given, in: model) else {
        try requireNillable()
        return nil
      }
      if let listener = model.listener, let begin {
        listener.didCreateObject(facts, duration: ContinuousClock.now - begin)
      }
      if let injector = model.injector, let host = host(product) {
        _ = try injector.inject(host, from: model, isNew: true)
      }
      return product
    }
  }

  /// Makes sure that a template that is made here is not part of its own making.
  func requireEnd() throws {
    if CreationPath.injectsItself(self) || isRepeatedSuspiciously { throw cycle() }
  }

  /// A template that its own closure makes again so often within itself will not come to an end.
  private var isRepeatedSuspiciously: Bool {
    let depth = CreationPath.innermost?.pointee.depth ?? 0
    guard depth >= CreationPath.suspiciousDepth else { return false }
    var repeats = 0
    CreationPath.forEach { frame in
      if frame.isMaking(self) { repeats += 1 }
      return repeats < 50
    }
    return repeats == 50
  }

  /// Calls the factory's function.
  ///
  /// - Throws: `creation-failed` with what the user's own code threw.
  func makeProduct(_ given: GivenArguments, in model: Model) throws -> Product? {
    guard isMakeable else { throw needsAwait }
    var arguments = ArgumentCursor(sources, given, in: model)
    do {
      // No optional of it where the function has none: that would keep it in another form.
      if resultIsOptional {
        return try withUnsafeTemporaryAllocation(of: Product?.self, capacity: 1) { place in
          let result = place.baseAddress.unsafelyUnwrapped
          try make(&arguments, UnsafeMutableRawPointer(result))
          return result.move()
        }
      }
      return try withUnsafeTemporaryAllocation(of: Product.self, capacity: 1) { place in
        let result = place.baseAddress.unsafelyUnwrapped
        try make(&arguments, UnsafeMutableRawPointer(result))
        return result.move()
      }
    } catch {
      throw wrapped(error)
    }
  }

  /// Makes sure that nil may be the product.
  func requireNillable() throws {
    if facts.isNillable { return }
    // The first step is this factory itself.
    throw problem(
      .unexpectedNil, detail: "made nil", path: Array(CreationPath.steps().dropFirst()))
  }

  /// Makes sure that there is a function, and that these can be its arguments.
  func requireInvocable(with values: [Any?]) throws {
    guard facts.lifetime != .reference else { throw problem(.notInvocable) }
    if let mismatch = GivenArguments.mismatch(of: values, with: arguments) {
      throw problem(.wrongArguments, detail: mismatch)
    }
  }

  /// The product as the requested type.
  func invoked<T>(_ product: Product?) throws -> T {
    if let product { return try converted(product) }
    if let nothing = Product?.none as? T { return nothing }
    throw problem(.unexpectedNil)
  }
}
