import AlchemicRuntime

// Products that are new for each request.
extension Factory {
  /// Creates a product of a template in memory.
  ///
  /// - Parameters:
  ///   - model: The factory's own, which the caller holds.
  ///   - request: The user's request that it is created for; nil for a part of another creation.
  ///   - memory: Initialised unless this throws.
  /// - Precondition: ``createsInPlace``.
  @inline(__always)
  func create(
    in model: Model, for request: UnsafePointer<CreationPath.Request>?,
    at memory: UnsafeMutableRawPointer
  ) throws {
    let isObserved = Observation.isActive
    if !CreationPath.isOrdinary { try requireEnd() }
    // As `CreationPath.within`, without a function around: there may be many of these, one within
    // the other, and a processor predicts only so many returns.
    var frame = CreationPath.Frame(
      subject: .template(Borrowed(self)), request: request,
      outer: CreationPath.innermost)
    try withUnsafeMutablePointer(to: &frame) { frame in
      try CreationPath.enter(frame)
      defer { CreationPath.leave(frame) }
      if isObserved {
        try observed(in: model) { try call(in: model, at: memory) }
      } else {
        try call(in: model, at: memory)
      }
      if mayBeHost, !isPlain(UnsafeRawPointer(memory)) { try inject(at: memory, from: model) }
    }
  }

  @inline(__always)
  private func call(in model: Model, at memory: UnsafeMutableRawPointer) throws {
    var cursor = ArgumentCursor(of: self, nil, in: model)
    do { try make(&cursor, memory) } catch { throw wrapped(error) }
  }

  /// Creates a product, and announces it to an observer.
  @inline(never)
  private func observed(in model: Model, _ create: () throws -> Void) throws {
    let listener = model.listener
    let begin = ContinuousClock.now
    try create()
    listener?.didCreateObject(facts, duration: ContinuousClock.now - begin)
  }

  /// Creates a product that the caller gets alone, and injects it.
  ///
  /// - Parameters:
  ///   - values: What the caller of `AcInvoke` passes; nil if the product is not invoked.
  ///   - awaited: The product, if a task has awaited it.
  /// - Returns: The reference that keeps the product; nil if the function returned nil.
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

  /// Makes sure that a template that is made here is not part of its own creation.
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
}
