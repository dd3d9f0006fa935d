/// A factory of one type of product: makes it, keeps it if it is shared.
///
/// All classes share one: ``ClassFactory``. So `Product` may be `AnyObject`, and `facts` say which class it is.
package class ObjectFactory<Product>: AnyObjectFactory, @unchecked Sendable {
  // Proof: see AnyObjectFactory; `object` is under `CreationDesk.lock`.

  typealias MakeAtOnce = (Model, GivenArguments) throws -> Product?
  typealias MakeAwaited = (ArgumentCursor) async throws -> Product?

  /// Nil unless it is awaited.
  final let makeAwaited: MakeAwaited?
  @exclusivity(unchecked) private final var object: KeptObject<Product>

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
    let isObject = TypeKind.isClass(facts.product)
    super.init(
      facts, arguments: arguments, sources: sources, owner: owner, make: makeInPlace,
      isMakeable: isMakeable, resultIsOptional: resultIsOptional, isObject: isObject,
      mayBeHost: isObject || TypeKind.isExistential(facts.product))
  }

  override func obtain<T>(as type: T.Type, in model: Model) throws -> Obtained<T> {
    if facts.lifetime == .template {
      return Obtained(object: try makeTemplate(in: model).map(converted), stamp: .fleeting)
    }
    let shared = try sharedObject(in: model)
    return Obtained(object: try shared.object.map(converted), stamp: shared.stamp)
  }

  override func obtainAwaiting<T>(as type: T.Type, in model: Model) async throws -> Obtained<T> {
    guard let makeAwaited else {
      if isInstantiated { return try obtain(as: type, in: model) }
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
    CreationDesk.look { progress == .present ? object.current : nil }
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
      // What can be made anew is never nil.
      try makeTemplate(in: model).unsafelyUnwrapped
    }
    let product =
      try request.map { try CreationPath.within(.request($0.pointee)) { try makeProduct() } }
      ?? makeProduct()
    place.initializeMemory(as: Product.self, to: product)
  }

  override func injectProduct(at place: UnsafeMutableRawPointer, from model: Model) throws {
    do {
      try inject(place.assumingMemoryBound(to: Product.self).pointee, from: model)
    } catch {
      destroyProduct(at: place)
      throw error
    }
  }

  /// Injects a product, and remembers if others of its class need nothing.
  private func inject(_ product: Product, from model: Model) throws {
    let revision = model.revision
    var isPlain = isObject
    if let injector = model.injector, let host = host(product) {
      isPlain = try injector.inject(host, from: model)
    }
    if isPlain { notePlainClass(of: product, in: revision, of: model) }
  }

  override func destroyProduct(at place: UnsafeMutableRawPointer) {
    place.assumingMemoryBound(to: Product.self).deinitialize(count: 1)
  }

  private func makeTemplate(in model: Model) throws -> Product? {
    if CreationPath.injectsItself(self) || isRepeatedSuspiciously { throw cycle() }
    guard let make = makeAtOnce else { throw needsAwait }
    return try makeObject(make, in: model) { _ in }
  }

  /// The function, with its result as a value; nil for a reference, and for what is awaited.
  private var makeAtOnce: MakeAtOnce? {
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

  /// The object that everybody shares. Exactly one thread makes it; the others wait for it.
  final func sharedObject(in model: Model) throws -> Obtained<Product> {
    while true {
      var found: Obtained<Product>?
      switch CreationDesk.claim(self, canMake: isMakeable, ready: { find(&found) }) {
      case .ready(let unfinished):
        if let unfinished { CreationPath.takeUnfinished(unfinished) }
        return found.unsafelyUnwrapped
      case .cycle(let own): throw cycle(creation: CreationPath.creationThatCanGoFirst(own))
      case .awaited(let maker):
        // Waiting for what waits for this would never end.
        throw AwaitedPath.creations().contains(maker) ? cycle() : needsAwait
      case .unset:
        if makeAwaited != nil { throw needsAwait }
        // Nil, or what was set since.
        if facts.isNillable {
          return CreationDesk.look { shared } ?? Obtained(object: nil, stamp: .fleeting)
        }
        throw problem(
          .unsetReference, detail: facts.isWeak ? FactoryOption.Kind.weak.spelling : "")
      case .make:
        // `canMake` says that there is a function. If what it took from another thread was given up
        // there, everything is as before.
        do {
          return try makeSharedObject(makeAtOnce.unsafelyUnwrapped, in: model)
        } catch is TakenObjectFailed {}
      }
    }
  }

  /// Makes the object that the caller has claimed.
  ///
  /// - Parameter begin: When its making began, if that was before.
  /// - Throws: ``TakenObjectFailed`` where the caller begins again.
  final func makeSharedObject(
    _ make: MakeAtOnce, since begin: ContinuousClock.Instant? = nil, in model: Model
  ) throws -> Obtained<Product> {
    do {
      var dependents: [AnyObjectFactory]? = []
      let made = try makeObject(make, since: begin, in: model) {
        keep($0, in: model)
      } whenInjected: {
        dependents = try CreationPath.settle(self)
      }
      return finished(made, with: dependents)
    } catch {
      giveUp()
      throw error
    }
  }

  /// Keeps an object before its properties are injected, so that they can lead back to it.
  final func keep(_ product: Product?, in model: Model) {
    guard let product else {
      // Who waits for nil goes on when that is settled.
      return finish()
    }
    if let number = CreationDesk.keep(self, { _ = object.exchange(for: product) }) {
      model.listener?.didStoreObject(facts, old: nil, new: product, number: number)
    }
  }

  /// Keeps an object that needs nothing more, for everybody.
  final func keepFinished(_ product: Product) {
    CreationDesk.keepFinished(self) { _ = object.exchange(for: product) }
  }

  /// Ends the creation of an object, and what is finished with it.
  ///
  /// - Parameter dependents: Nil if it has an object itself that is not finished: it is finished with that.
  final func finished(
    _ made: Product?, with dependents: [AnyObjectFactory]?
  ) -> Obtained<Product> {
    guard let dependents else { return Obtained(object: made, stamp: .fleeting) }
    var finished: Obtained<Product>?
    CreationDesk.finish(self) { find(&finished) }
    dependents.forEach { $0.finish() }
    return finished ?? Obtained(object: made, stamp: .fleeting)
  }

  override final func giveUp() { giveUp(by: .current) }

  /// Gives up what a thread or a task began.
  final func giveUp(by maker: ThreadID) {
    var abandoned: Product?
    CreationDesk.abandon(self, by: maker) { abandoned = object.exchange(for: nil) }
    withExtendedLifetime(abandoned) {}
  }

  /// The object and its version; under the lock. An object that is still being injected is for
  /// its own creation only, and not kept by anybody; nor is one that the factory itself does not keep.
  ///
  /// - Returns: Nil if there was an object and it is gone.
  final var shared: Obtained<Product>? {
    guard let object = object.take() else { return nil }
    let isSettled = (progress == .present || progress == .absent) && !facts.isWeak
    return Obtained(object: object, stamp: isSettled ? .shared(self, version: version) : .fleeting)
  }

  /// Looks for it; under the lock.
  ///
  /// - Returns: Whether it was found.
  final func find(_ found: inout Obtained<Product>?) -> Bool {
    found = shared
    return found != nil
  }

  /// - Parameters:
  ///   - values: What the caller of `AcInvoke` gives; nil if it is not invoked.
  ///   - begin: When its making began, if that was before.
  final func makeObject(
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
  final func inject(
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

  /// The product as an object to inject; nil if there is nothing to inject.
  func host(_ product: Product) -> AnyObject? {
    mayBeHost && TypeKind.isClass(type(of: product as Any)) ? objectReference(product) : nil
  }

  override func invoke<T>(as type: T.Type, with values: [Any?], in model: Model) throws -> T {
    try requireInvocable(with: values)
    guard let make = makeAtOnce else { throw needsAwait }
    return try invoked(makeObject(make, with: values, in: model) { _ in })
  }

  /// Makes sure that there is a function, and that these can be its arguments.
  final func requireInvocable(with values: [Any?]) throws {
    guard facts.lifetime != .reference else { throw problem(.notInvocable) }
    if let mismatch = GivenArguments.mismatch(of: values, with: arguments) {
      throw problem(.wrongArguments, detail: mismatch)
    }
  }

  /// The product as what was asked for.
  final func invoked<T>(_ product: Product?) throws -> T {
    if let product { return try converted(product) }
    if let nothing = Product?.none as? T { return nothing }
    throw problem(.unexpectedNil)
  }

  // MARK: Replacing

  override func replace(
    with value: Any?, in model: Model
  ) throws -> (old: Any?, replacement: Replacement)? {
    var product: Product?
    if let value {
      guard let fitting = self.product(from: value) else { return nil }
      try inject(fitting, from: model)
      product = fitting
    }
    let replacement = CreationDesk.store(self) { object.exchange(with: &product) }
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
    if mayBeHost, !(isObject && isPlain(place)) { try inject(product.pointee, from: model) }
    // A closure that captures a reference retains it.
    let this = Unmanaged.passUnretained(self)
    var kept: Product? = product.pointee
    return CreationDesk.store(self) {
      this._withUnsafeGuaranteedRef { $0.object.exchange(with: &kept) }
    }
  }

  override func clear(leaving left: inout [Any]) { forgetObject(leaving: &left) }

  /// What ``clear(leaving:)`` does, for who knows the product's type.
  final func forgetObject(leaving left: inout [Any]) {
    var old: Product?
    CreationDesk.clear(self, leaving: &left) { old = object.exchange(for: nil) }
    if let old { left.append(old) }
  }
}
