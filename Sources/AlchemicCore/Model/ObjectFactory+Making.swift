// How a product is made, whoever it is for.

extension ObjectFactory {
  /// Makes an object that nobody keeps.
  func makeTemplate(in model: Model) throws -> Product? {
    if CreationPath.injectsItself(self) || isRepeatedSuspiciously { throw cycle() }
    guard let make = makeAtOnce else { throw needsAwait }
    return try makeObject(make, in: model) { _ in }
  }

  /// The function, with its result as a value; nil for a reference, and for what is awaited.
  var makeAtOnce: MakeAtOnce? {
    guard isMakeable else { return nil }
    let (make, sources) = (make, sources)
    if resultIsOptional {
      return { model, given in
        var arguments = ArgumentCursor(sources, given, in: model)
        return try withUnsafeTemporaryAllocation(of: Product?.self, capacity: 1) { place in
          let result = place.baseAddress.unsafelyUnwrapped
          try make(&arguments, UnsafeMutableRawPointer(result))
          return result.move()
        }
      }
    }
    return { model, given in
      var arguments = ArgumentCursor(sources, given, in: model)
      return try withUnsafeTemporaryAllocation(of: Product.self, capacity: 1) { place in
        let result = place.baseAddress.unsafelyUnwrapped
        try make(&arguments, UnsafeMutableRawPointer(result))
        return result.move()
      }
    }
  }

  /// A template that its own closure makes again so often within itself will not come to an end.
  private var isRepeatedSuspiciously: Bool {
    let repeats = 50
    return CreationPath.depth >= CreationPath.suspiciousDepth
      && CreationPath.occurrences(of: self, limit: repeats) == repeats
  }

  /// - Parameters:
  ///   - values: What the caller of `AcInvoke` gives; nil if it is not invoked.
  ///   - begin: When its making began, if that was before.
  func makeObject(
    _ make: MakeAtOnce, with values: [Any?]? = nil, since begin: ContinuousClock.Instant? = nil,
    in model: Model, whenMade: (Product?) -> Void,
    whenInjected: () throws -> Void = {}
  ) throws -> Product? {
    let this = Unmanaged.passUnretained(self as AnyObjectFactory)
    return try CreationPath.within(values == nil ? .factory(this) : .invocation(this)) {
      let product: Product?
      let listener = model.listener
      let begin = begin ?? listener.map { _ in ContinuousClock.now }
      do {
        product = try make(model, values.map { GivenArguments($0) } ?? .none)
      } catch {
        throw wrapped(error)
      }
      guard let product else {
        if facts.isNillable {
          whenMade(nil)
          try CreationPath.resumePostponed()
          try whenInjected()
          return nil
        }
        // The first step is this factory itself.
        throw problem(
          .unexpectedNil, detail: "made nil", path: Array(CreationPath.steps().dropFirst()))
      }
      if let listener, let begin {
        listener.didCreateObject(facts, duration: ContinuousClock.now - begin)
      }
      try inject(product, in: model, whenMade: whenMade, whenInjected: whenInjected)
      return product
    }
  }

  /// Does what remains to be done when an object has been made, within its creation.
  func inject(
    _ product: Product, in model: Model, whenMade: (Product?) -> Void,
    whenInjected: () throws -> Void
  ) throws {
    whenMade(product)
    try CreationPath.resumePostponed()
    if let host = host(product), let injector = model.injector {
      _ = try injector.inject(host, from: model)
    }
    try whenInjected()
  }

  /// Makes sure that there is a function, and that these can be its arguments.
  func requireInvocable(with values: [Any?]) throws {
    guard facts.lifetime != .reference else { throw problem(.notInvocable) }
    if let mismatch = GivenArguments.mismatch(of: values, with: arguments) {
      throw problem(.wrongArguments, detail: mismatch)
    }
  }

  /// The product as what was asked for.
  func invoked<T>(_ product: Product?) throws -> T {
    if let product { return try converted(product) }
    if let nothing = Product?.none as? T { return nothing }
    throw problem(.unexpectedNil)
  }
}
