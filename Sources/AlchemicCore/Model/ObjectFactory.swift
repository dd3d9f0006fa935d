/// A factory of one type of product: makes it, keeps it if it is shared.
///
/// All classes share one: ``ClassFactory``. So `Product` may be `AnyObject`, and `facts` say which class it is.
package class ObjectFactory<Product>: AnyObjectFactory, @unchecked Sendable {
  // Proof: see AnyObjectFactory; `object` is under `CreationCoordinator.lock`.

  typealias MakeAwaited = (ArgumentCursor) async throws -> Product?

  /// Nil unless it is awaited.
  final let makeAwaited: MakeAwaited?
  @exclusivity(unchecked) final var object: KeptObject<Product>

  init(
    _ facts: FactoryFacts, arguments: [FactoryArgument] = [], sources: ArgumentOwner? = nil,
    owner: AnyObjectFactory? = nil,
    make: Make<Product?>?, resultIsOptional: Bool = false
  ) {
    // No optional of it: that would keep it in another form.
    var makeInPlace: MakeInPlace = Self.makeNothing
    var isMakeable = false
    switch make {
    case .atOnce(let make):
      makeInPlace = make
      isMakeable = true
      makeAwaited = nil
    case .awaited(let make): makeAwaited = make
    case nil: makeAwaited = nil
    }
    object = KeptObject(isWeak: facts.isWeak)
    super.init(
      facts, arguments: arguments, sources: sources, owner: owner, make: makeInPlace,
      isMakeable: isMakeable, resultIsOptional: resultIsOptional)
  }

  override func obtain<T>(as type: T.Type, in model: Model) throws -> Obtained<T> {
    if facts.lifetime == .template {
      try requireEnd()
      return Obtained(object: try makeTemplate(in: model).map(converted), stamp: .fleeting)
    }
    let shared = try sharedObject(in: model)
    return Obtained(object: try shared.object.map(converted), stamp: shared.stamp)
  }

  override func obtainAwaiting<T>(as type: T.Type, in model: Model) async throws -> Obtained<T> {
    guard let makeAwaited else {
      if isInstantiated { return try obtain(as: type, in: model) }
      if isShared { try await CreationCoordinator.awaitTurn(of: self) }
      return try await afterNeeds(in: model) {
        try await self.atOnce(in: model) { try self.obtain(as: type, in: model) }
      }
    }
    if facts.lifetime == .template {
      let product = try await newObjectAwaiting(makeAwaited, in: model)
      return Obtained(object: try product.map(converted), stamp: .fleeting)
    }
    let shared = try await sharedObjectAwaiting(makeAwaited, in: model)
    return Obtained(object: try shared.object.map(converted), stamp: shared.stamp)
  }

  override func invokeAwaiting<T>(
    as type: T.Type, with values: [Any?], in model: Model
  ) async throws -> T {
    try requireInvocable(with: values)
    if let makeAwaited {
      return try await invoked(newObjectAwaiting(makeAwaited, with: values, in: model))
    }
    let handed = Handed(values)
    return try await afterNeeds(in: model) {
      try await self.atOnce(in: model) {
        try self.invoke(as: type, with: handed.value, in: model)
      }
    }
  }

  override var isInstantiated: Bool { presentObject != nil }

  override func peek<T>(as type: T.Type) -> T? { presentObject.flatMap { try? converted($0) } }

  /// The object if everybody may have it. It is let go outside the lock: this may be the last to know a
  /// weak one.
  private var presentObject: Product? {
    CreationCoordinator.look { state == .present ? object.current : nil }
  }

  override func prepare(in model: Model) throws { _ = try sharedObject(in: model) }

  override func prepareAwaiting(in model: Model) async throws {
    _ = try await obtainAwaiting(as: Product.self, in: model)
  }

  override func canHold(_ value: Any) -> Bool { product(from: value) != nil }

  /// The value as a product; nil if it is none.
  func product(from value: Any) -> Product? { value as? Product }

  /// The product as another type, which the search has found it to fit.
  final func converted<T>(_ product: Product) throws -> T {
    // A class's reference is one word, of whatever class.
    if T.self == facts.product { return unsafeBitCast(product, to: T.self) }
    if let converted = product as? T { return converted }
    // The search accepted the product's type for T; only a conformance that belongs to the main actor
    // does not hold everywhere.
    throw problem(.needsMainActor, detail: typeName(T.self))
  }

  // MARK: Making

  override func makeAnewCarefully(
    in model: Model, for request: UnsafePointer<CreationPath.Request>?,
    at place: UnsafeMutableRawPointer
  ) throws {
    func makeProduct() throws -> Product {
      try requireEnd()
      // What can be made anew is never nil.
      return try makeTemplate(in: model).unsafelyUnwrapped
    }
    let product =
      try request.map { try CreationPath.within(.request($0.pointee)) { try makeProduct() } }
      ?? makeProduct()
    place.initializeMemory(as: Product.self, to: product)
  }

  override func injectProduct(at place: UnsafeMutableRawPointer, from model: Model) throws {
    do {
      try inject(place.assumingMemoryBound(to: Product.self).pointee, from: model, isNew: true)
    } catch {
      destroyProduct(at: place)
      throw error
    }
  }

  /// Injects a product, and remembers if others of its class need nothing.
  private func inject(_ product: Product, from model: Model, isNew: Bool) throws {
    let revision = model.revision
    var isPlain = isObject || isOpaque
    if let injector = model.injector, let host = host(product) {
      isPlain = try injector.inject(host, from: model, isNew: isNew)
    }
    if isPlain { notePlainClass(of: product, in: revision, of: model) }
  }

  override func destroyProduct(at place: UnsafeMutableRawPointer) {
    place.assumingMemoryBound(to: Product.self).deinitialize(count: 1)
  }

  /// The product as an object to inject; nil if there is nothing to inject.
  func host(_ product: Product) -> AnyObject? {
    mayBeHost && TypeKind.isClass(type(of: product as Any)) ? objectReference(product) : nil
  }

  override func invoke<T>(as type: T.Type, with values: [Any?], in model: Model) throws -> T {
    try requireInvocable(with: values)
    return try invoked(makeTemplate(with: values, in: model))
  }

  // MARK: Replacing

  override func replace(
    with value: Any?, in model: Model
  ) throws -> (old: Any?, replacement: Replacement)? {
    var product: Product?
    if let value {
      guard let fitting = self.product(from: value) else { return nil }
      try inject(fitting, from: model, isNew: false)
      product = fitting
    }
    let replacement = CreationCoordinator.store(self) {
      product = object.exchange(for: product.take())
    }
    return (product, replacement)
  }

  package override func replace(
    withProductAt place: UnsafeRawPointer, in model: Model
  ) throws -> Replacement {
    try store(place, in: model)
  }

  /// What ``replace(withProductAt:in:)`` does, for who knows the product's type.
  final func store(_ place: UnsafeRawPointer, in model: Model) throws -> Replacement {
    let product = place.assumingMemoryBound(to: Product.self)
    if mayBeHost, !isPlain(place) {
      try inject(product.pointee, from: model, isNew: false)
    }
    // A closure that captures a reference retains it.
    let this = Unmanaged.passUnretained(self)
    var kept: Product? = product.pointee
    return CreationCoordinator.store(self) {
      kept = this._withUnsafeGuaranteedRef { $0.object.exchange(for: kept.take()) }
    }
  }

  override var currentObject: AnyObject? {
    object.current.flatMap { TypeKind.isClass(type(of: $0 as Any)) ? objectReference($0) : nil }
  }

  override func takeObject(leaving left: inout [Any]) {
    if let old = object.exchange(for: nil) { left.append(old) }
  }
}
