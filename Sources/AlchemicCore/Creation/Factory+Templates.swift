import AlchemicRuntime

// Products that are created for each request.
extension Factory {
  /// Creates a product of a template in memory.
  ///
  /// - Parameters:
  ///   - model: The factory's model, which the caller retains.
  ///   - request: The user's request for the product; nil if it is part of another creation.
  ///   - memory: Initialised unless this throws.
  /// - Precondition: ``createsInPlace``.
  @inline(__always)
  func create(
    in model: Model, for request: CreationPath.RequestReference?,
    at memory: ValueAddress
  ) throws {
    let isObserved = Observation.isActive
    if !CreationPath.isOrdinary { try requireEnd() }
    // As `CreationPath.within`, but without another function call: these calls may be nested
    // deeply, and a processor predicts a limited number of returns.
    var contents = CreationPath.Frame.Contents(.template(Borrowed(self)), for: request)
    try withUnsafeMutablePointer(to: &contents) { contents in
      let frame = CreationPath.Frame(contents)
      try CreationPath.enter(frame)
      defer { CreationPath.leave(frame) }
      if isObserved {
        try observed(in: model) { try call(in: model, at: memory) }
      } else {
        try call(in: model, at: memory)
      }
      if mayBeHost, !isPlain(memory) { try inject(at: memory, from: model) }
    }
  }

  @inline(__always)
  private func call(in model: Model, at memory: ValueAddress) throws {
    var cursor = ArgumentCursor(of: self, nil, in: model)
    do { try make(&cursor, memory) } catch { throw wrapped(error) }
  }

  /// Creates a product, and notifies the observer.
  @inline(never)
  private func observed(in model: Model, _ create: () throws -> Void) throws {
    let listener = model.listener
    let begin = ContinuousClock.now
    try create()
    listener?.didCreateObject(facts, duration: ContinuousClock.now - begin)
  }

  /// Creates a product for the caller alone, and injects it.
  ///
  /// - Parameters:
  ///   - values: The arguments of `AcInvoke`; nil if the product is not invoked.
  ///   - awaited: The product, if a task has awaited it.
  /// - Returns: The reference that retains the product; nil if the function returned nil.
  func newProduct(
    with values: [Any?]? = nil, awaited: AwaitedProduct? = nil, in model: Model
  ) throws -> AnyObject? {
    if values == nil { try requireEnd() }
    let this = Borrowed(self)
    return try CreationPath.within(values == nil ? .template(this) : .invocation(this)) {
      let given = values.map { GivenArguments($0) }
      guard let product = try announcedProduct(awaited, given, in: model) else {
        try requireNillable()
        return nil
      }
      if let injector = model.injector, let host = host(of: product) {
        _ = try injector.inject(host, from: model, isNew: true)
      }
      return product
    }
  }

  /// Checks that the template's creation is not part of itself.
  func requireEnd() throws {
    if CreationPath.injectsItself(self) || isRepeatedSuspiciously { throw cycle() }
  }

  /// Whether so many creations of this template are nested that they probably never end.
  private var isRepeatedSuspiciously: Bool {
    let depth = CreationPath.innermost?.depth ?? 0
    guard depth >= CreationPath.suspiciousDepth else { return false }
    var repeats = 0
    CreationPath.forEach { frame in
      if frame.isMaking(self) { repeats += 1 }
      return repeats < 50
    }
    return repeats == 50
  }
}
