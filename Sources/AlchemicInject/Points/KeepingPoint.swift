import AlchemicRuntime
import AlchemicCore

/// The word of an injection point that refers to another object. Before the point has its value,
/// this is the child model or the scope to which the point is bound. Later it is the transient
/// point that has the value, if there is one. The point retains the object.
///
/// One word serves both purposes, because most hosts of the main model are bound to nothing.
typealias PointLink = AtomicReference<AnyObject>

/// An injection point that keeps the value of its first access, or follows a factory from then on:
/// all that `@Injected` and `@Weak` have in common.
///
/// A thread stores a reference in the ``link``, or a value, only while it holds the state
/// `filling`.
protocol KeepingPoint: InjectionPointing {
  /// The type of the property.
  associatedtype Value
  /// The subject of the error if the model is gone.
  static var subject: Any.Type { get }
  /// The header, at its address.
  var parts: UnsafeMutablePointer<PointHeader> { get }
  /// The point with the value if the property follows its factory. This point owns it.
  var follower: Borrowed<TransientPoint<Value>>? { get }
  /// Checks that the point can keep a value.
  func requireKeepable(_ value: Value) throws
  /// Keeps the value. Called once, by the thread that holds the state `filling`.
  func keep(_ value: Value)
}

extension KeepingPoint {
  static var subject: Any.Type { Value.self }

  private var state: AtomicByte { AtomicByte(in: parts, at: 0) }

  private var claim: AtomicByte { AtomicByte(in: parts, at: 1) }

  var criteria: SearchCriteria { parts.pointee.criteria?.criteria ?? SearchCriteria() }

  var location: CodeLocation {
    CodeLocation(parts: (parts.pointee.address, parts.pointee.line))
  }

  var isResolved: Bool { state.load() >= PointState.filled }

  var follows: Bool { state.load() == PointState.following }

  func claimHost() -> Bool { claim.exchange(from: 0, to: 1) }

  func releaseHost() { claim.store(0) }

  func requireKeepable(_ value: Value) throws {}

  // MARK: Binding

  /// The link word. Used only while the point may be bound.
  private var link: UnsafePointer<PointLink> {
    // `PointLink` is laid out as the word it holds, a stored property of a structure.
    let offset = MemoryLayout<PointHeader>.offset(of: \.link).unsafelyUnwrapped
    return UnsafePointer(
      (UnsafeMutableRawPointer(parts) + offset).assumingMemoryBound(to: PointLink.self))
  }

  /// Stores an object in the link word, and retains it.
  ///
  /// - Returns: The previous object, if any.
  private func refer(to object: AnyObject) -> AnyObject? {
    link.pointee.exchange(for: .retaining(object))?.take()
  }

  func bind(to keeper: AnyObject) {
    guard state.exchange(from: PointState.open, to: PointState.filling) else { return }
    _ = refer(to: keeper)
    state.store(PointState.bound)
  }

  /// The scope or the home of the model to which the point is bound; nil if it is bound to none, or
  /// has its value.
  private var keeper: AnyObject? {
    // Otherwise, a thread that lets the point follow a factory could release the keeper, which may
    // be a scope that nothing else retains, before this one has retained it.
    guard beginFilling(ifOpen: false) else { return nil }
    defer { state.store(PointState.bound) }
    return link.pointee.load()?.object
  }

  var boundScope: Scope? { keeper as? Scope }

  func boundModel() throws -> Model? {
    guard let keeper else { return nil }
    defer { withExtendedLifetime(keeper) {} }
    let home = (keeper as? Scope)?.home ?? unsafeDowncast(keeper, to: ModelHome.self)
    guard let model = home.servingModel else { throw home.gone(typeName(Self.subject)) }
    return model
  }

  // MARK: Filling

  /// Resolves the value and stores it, unless another thread is faster. A bound point takes its
  /// value within its scope.
  ///
  /// Several threads that read a property for the first time at once may each create a template's
  /// product. One product is stored, and all threads return it.
  ///
  /// - Parameters:
  ///   - model: The model that injects the host as a whole; nil if the property is read.
  ///   - host: The host that is injected or read; nil if no class declares the property.
  ///   - isNew: Whether a factory has just created the host.
  /// - Returns: The value if the property must not store it, because the value is not finished but
  ///   the host is, or because the host may outlive the scope of the value; otherwise nil.
  func fill(
    from model: Model? = nil, for host: AnyObject?, isNew: Bool = false
  ) throws -> Value? {
    let scope = boundScope
    guard let scope else { return try fill(from: model, in: nil, for: host, isNew: isNew) }
    return try CurrentScope.run(in: scope) {
      try fill(from: model, in: scope, for: host, isNew: isNew)
    }
  }

  /// - Parameter scope: The scope to which the point is bound.
  private func fill(
    from model: Model?, in scope: Scope?, for host: AnyObject?, isNew: Bool
  ) throws -> Value? {
    guard let resolver = try resolver(in: model, of: host) else { return nil }
    if resolver.isFollowed { try resolver.requireShared() }
    let value = try resolver.valueInOwnModel(as: Value.self)
    try requireKeepable(value)
    if !isNew, !resolver.isFollowed, !CreationPath.mayStoreValue(in: host) { return value }
    // Each read finds the scope of its reader.
    if !isNew, scope == nil, resolver.isOfScope { return model == nil ? value : nil }
    let mayBeBound = model != nil || scope != nil || resolver.isOfChild
    let isFirst =
      try resolver.isFollowed
      ? follow(resolver, ifBound: mayBeBound) : fill(with: value, ifBound: mayBeBound)
    // Another thread was faster: it has stored a value, or has bound the point to a child model.
    return isFirst || isResolved ? nil : try fill(for: host)
  }

  /// Returns the resolver of a property without a value; nil if another thread has resolved it.
  private func resolver(in model: Model?, of host: AnyObject?) throws -> Resolver? {
    if let model = try model ?? boundModel() ?? host.flatMap(CurrentModel.owner) {
      return try model.resolver(for: Value.self, matching: criteria)
    }
    if isResolved { return nil }
    return try CurrentModel.resolver(for: Value.self, matching: criteria, caller: "A property")
  }

  /// Stores a value. Returns false, and stores nothing, if the point has a value, or if it is bound
  /// and `mayBeBound` is false.
  func fill(with value: Value, ifBound mayBeBound: Bool = true) -> Bool {
    guard beginFilling(ifBound: mayBeBound) else { return false }
    keep(value)
    state.store(PointState.filled)
    return true
  }

  /// Takes the state `filling`, after other threads that have it.
  ///
  /// - Returns: False if the point has a value, or another state than the caller permits.
  private func beginFilling(ifOpen mayBeOpen: Bool = true, ifBound mayBeBound: Bool = true) -> Bool
  {
    var pause = SpinPause()
    while true {
      let present = state.load()
      switch present {
      case PointState.filling: pause.wait()
      case PointState.open where mayBeOpen, PointState.bound where mayBeBound:
        if state.exchange(from: present, to: PointState.filling) { return true }
      default: return false
      }
    }
  }

  /// Stores a value that is given by hand. Stops the program if the point has a value.
  func use(_ value: Value, at location: CodeLocation) {
    if !fill(with: value) { stopForSecondValue(at: location) }
  }

  // MARK: Following

  private func follow(_ resolver: Resolver, ifBound mayBeBound: Bool) throws -> Bool {
    let follower = TransientPoint<Value>(parts.pointee.criteria, at: location, for: self)
    try follower.bind(to: resolver)
    guard beginFilling(ifBound: mayBeBound) else { return false }
    // Released afterwards: a deinitializer may read the property.
    let keeper = refer(to: follower)
    state.store(PointState.following)
    return withExtendedLifetime(keeper) { true }
  }

  func inject(
    _ index: Int, of host: AnyObject, _ plan: HostPlan, from model: Model, isNew: Bool
  ) throws -> Bool {
    if !isResolved {
      try plan.whileInjecting(property: index, at: location, isEager: true) {
        if try fill(from: model, for: host, isNew: isNew) != nil { throw UnfinishedValue() }
      }
    }
    return try follower?.object.inject(index, of: host, plan, from: model, isNew: isNew) ?? true
  }

  func follow(_ index: Int, in host: AnyObject) throws -> Bool {
    try follower?.object.follow(index, in: host) ?? false
  }
}

extension ManagedBuffer where Header == PointHeader {
  /// The header, at its address. A read of the property `header` would be a function call.
  @inlinable @inline(__always)
  var parts: UnsafeMutablePointer<PointHeader> { withUnsafeMutablePointerToHeader { $0 } }

  @inlinable @inline(__always)
  var state: AtomicByte { AtomicByte(in: parts, at: 0) }

  /// The address of the value.
  @inlinable @inline(__always)
  var address: UnsafeMutablePointer<Element> { withUnsafeMutablePointerToElements { $0 } }
}
