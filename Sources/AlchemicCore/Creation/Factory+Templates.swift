import AlchemicRuntime
import Synchronization

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
    let isObserved = Observation.isOn.load(ordering: .acquiring)
    if !CreationPath.isOrdinary { try requireEnd() }
    // As `CreationPath.within`, without a function around: there may be many of these, one within the other, and a
    // processor predicts only so many returns.
    var frame = CreationPath.Frame(
      subject: .template(Unmanaged.passUnretained(self)), request: request,
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
    var cursor = ArgumentCursor(of: self, in: model)
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

  /// Injects the product at an address, or destroys it if that fails.
  @inline(never)
  private func inject(at memory: UnsafeMutableRawPointer, from model: Model) throws {
    do {
      try inject(product.object(at: memory), at: memory, from: model, isNew: true)
    } catch {
      product.destroy(memory)
      throw error
    }
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
    let this = Unmanaged.passUnretained(self)
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

  // MARK: Invoking

  /// Creates a product with arguments of the caller's, as a value of a requested type.
  ///
  /// - Parameters:
  ///   - values: The first arguments.
  ///   - type: The product's type, or another one that it fits, or an optional of these.
  func invoke<Value>(as type: Value.Type, with values: [Any?], in model: Model) throws -> Value {
    try requireInvocable(with: values)
    return try invoked(newProduct(with: values, in: model), as: type)
  }

  /// Does the same for a task.
  func invokeAwaiting<Value>(
    as type: Value.Type, with values: [Any?], in model: Model
  ) async throws -> Value {
    try requireInvocable(with: values)
    let transferred = UnsafeTransfer(values)
    let product: AnyObject?
    if case .awaited = otherFunction {
      product = try await newProductAwaiting(with: transferred, in: model).value
    } else {
      product = try await afterNeeds(in: model) {
        try await self.atOnce(in: model) { try self.newProduct(with: transferred.value, in: model) }
      }
    }
    return try invoked(product, as: type)
  }

  /// Makes sure that there is a function, and that these can be its arguments.
  private func requireInvocable(with values: [Any?]) throws {
    guard facts.lifetime != .reference else { throw problem(.notInvocable) }
    if let mismatch = GivenArguments.mismatch(of: values, with: arguments) {
      throw problem(.wrongArguments, detail: mismatch)
    }
  }

  /// Returns a product as the requested type.
  private func invoked<Value>(_ product: AnyObject?, as type: Value.Type) throws -> Value {
    guard let product else {
      if let nothing = Any?.none as? Value { return nothing }
      throw problem(.unexpectedNil)
    }
    let any = self.product.any(of: product)
    if let value = any as? Value { return value }
    // The search accepted the product's type; only a conformance of the main actor does not hold everywhere.
    throw problem(.needsMainActor, detail: typeName(Value.self))
  }
}
