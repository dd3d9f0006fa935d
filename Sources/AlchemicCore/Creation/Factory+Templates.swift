import AlchemicRuntime

// Products that are created for each request.
extension Factory {
  /// Creates a product of a template in memory.
  ///
  /// - Parameters:
  ///   - tuple: The tuple of a provider's arguments; nil if the factory takes none.
  ///   - arguments: The arguments in the model; nil if the factory has none.
  ///   - model: The factory's model, which the caller retains.
  ///   - request: The user's request for the product; nil if it is part of another creation.
  ///   - memory: Initialised unless this throws.
  /// - Precondition: ``createsInPlace``.
  @inline(__always)
  func create(
    passing tuple: ValueAddress? = nil, _ arguments: Borrowed<ArgumentList>?,
    in model: Model, for request: CreationPath.RequestReference?, at memory: ValueAddress
  ) throws {
    let isObserved = HotWord.observers.isSet
    // With other arguments each time, a template may create itself within its creation.
    if tuple == nil, !CreationPath.isOrdinary { try requireEnd() }
    // As `CreationPath.within`, but without another function call: these calls may be nested
    // deeply, and a processor predicts a limited number of returns.
    let this = Borrowed(self)
    var contents = CreationPath.Frame.Contents(
      tuple == nil ? .template(this) : .invocation(this), for: request)
    try withUnsafeMutablePointer(to: &contents) { contents in
      let frame = CreationPath.Frame(contents)
      try CreationPath.enter(frame)
      defer { CreationPath.leave(frame) }
      if isObserved {
        try observed(in: model) { try call(passing: tuple, arguments, in: model, at: memory) }
      } else {
        try call(passing: tuple, arguments, in: model, at: memory)
      }
      try complete(memory, in: model)
    }
  }

  /// Injects a new product in memory if it needs injection. If that fails, destroys the product.
  @inline(__always)
  func complete(_ memory: ValueAddress, in model: Model) throws {
    if mayBeHost, !isPlain(memory, in: model) { try inject(at: memory, from: model) }
  }

  @inline(__always)
  private func call(
    passing tuple: ValueAddress?, _ arguments: Borrowed<ArgumentList>?,
    in model: Model, at memory: ValueAddress
  ) throws {
    guard let arguments else {
      var cursor = ArgumentCursor(of: self, in: model)
      do { try make(&cursor, memory) } catch { throw wrapped(error) }
      return
    }
    try ArgumentCursor.with(argumentsOf: self, arguments, passing: tuple, in: model) { cursor in
      do { try make(&cursor, memory) } catch { throw wrapped(error) }
    }
  }

  /// Creates a product, and notifies the observer.
  @inline(never)
  private func observed(in model: Model, _ create: () throws -> Void) throws {
    let listener = model.listener
    let begin = ContinuousClock.now
    try create()
    listener?.didCreateObject(facts, since: begin)
  }

  /// Creates a product for the caller alone, and injects it.
  ///
  /// - Parameters:
  ///   - given: The arguments of the caller; nil if it passes none.
  ///   - awaited: The product, if a task has awaited it.
  ///   - request: The request that shares the product; nil for a product of the caller alone.
  /// - Returns: The reference that retains the product; nil if the function returned nil.
  func newProduct(
    with given: GivenArguments? = nil, awaited: AwaitedProduct? = nil,
    sharedIn request: RequestObjects? = nil, in model: Model
  ) throws -> AnyObject? {
    if given == nil {
      try requireNoArguments()
      try requireEnd()
    }
    let this = Borrowed(self)
    return try CreationPath.within(given == nil ? .template(this) : .invocation(this)) {
      guard let product = try announcedProduct(awaited, given, in: model) else {
        try requireNillable()
        return nil
      }
      guard let request else {
        try inject(host(of: product), of: product, from: model)
        return product
      }
      return try request.keep(product, of: self) {
        try inject(host(of: product), of: product, from: model)
      }
    }
  }

  /// Creates a product with arguments of the caller, who alone has it.
  package func newProduct(calledWith given: GivenArguments, in model: Model) throws -> AnyObject? {
    try newProduct(with: given, in: model)
  }

  /// Checks that callers need not pass arguments, before any call of a function.
  func requireNoArguments() throws {
    if takesArguments { throw problem(needsArguments) }
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
      return repeats < CreationPath.suspiciousRepeats
    }
    return repeats == CreationPath.suspiciousRepeats
  }
}
