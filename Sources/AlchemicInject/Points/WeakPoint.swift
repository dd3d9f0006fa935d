import AlchemicRuntime
import AlchemicCore
public import Synchronization

/// The injection point of a `@Weak` property, which references its object weakly.
@usableFromInline
final class WeakPoint<Object>: @unchecked Sendable {
  // Proof: the one thread that moved `state` to `filling` writes `object`, and then releases the
  // new state. Other threads read it only after they acquired that state. Any thread may read a
  // weak reference. All other properties are constants and atomics.
  @usableFromInline weak var object: AnyObject?
  /// Refers to the injection point with the value, if the state is `following`. That point retains
  /// no object of the model.
  private let link = PointLink()
  @usableFromInline let state = Atomic<UInt8>(PointState.open)
  private let claim = Atomic<Bool>(false)
  private let criteria: SearchCriteria
  let location: CodeLocation

  init(_ criteria: SearchCriteria, at location: CodeLocation) {
    self.criteria = criteria
    self.location = location
  }

  deinit { link.load()?.release() }

  /// Returns the object of the property, unless it was released. The first read resolves it.
  ///
  /// - Parameter host: Nil for a property that no class has.
  @inlinable
  func value(in host: AnyObject?) -> Object? {
    state.load(ordering: .acquiring) == PointState.filled ? kept : otherValue(in: host)
  }

  /// Returns the value if the state is not `filled`: this is the first read, or the property
  /// follows its factory.
  @usableFromInline
  func otherValue(in host: AnyObject?) -> Object? {
    if !isResolved, let unfinished = firstValue(in: host, { try fill(for: host) }) ?? nil {
      return unfinished
    }
    return current
  }

  private var current: Object? {
    follower.map { $0.valueIfThere() ?? nil } ?? kept
  }

  private var follower: TransientPoint<Object?>? {
    guard state.load(ordering: .acquiring) == PointState.following else { return nil }
    return link.load().map { $0.assumed().object }
  }

  @inlinable
  var kept: Object? {
    guard let object else { return nil }
    if let typed = object as? Object { return typed }
    stopForType(of: object)
  }

  /// Stops the program because the object lacks the type under which it was stored. The only cause
  /// is a conformance that is isolated to an actor.
  @usableFromInline
  func stopForType(of object: AnyObject) -> Never {
    let problem = Problem(
      .wrongObject(type: typeName(Object.self)), typeName(type(of: object)),
      path: [Problem.Step("a property", location)])
    stop("\(AlchemicError(problem))", at: location)
  }

  /// Gives the property its value, unless it has one.
  ///
  /// - Returns: The value if the property must not store it, because it is not finished but the
  ///   host is, or because the host may outlive the scope of the value; otherwise nil.
  private func fill(
    from model: Model? = nil, for host: AnyObject?, isNew: Bool = false
  ) throws -> Object?? {
    try inBoundScope { try fill(from: model, in: $0, for: host, isNew: isNew) }
  }

  /// - Parameter scope: The scope to which the point is bound.
  private func fill(
    from model: Model?, in scope: Scope?, for host: AnyObject?, isNew: Bool
  ) throws -> Object?? {
    guard let resolver = try resolver(for: Object?.self, criteria, in: model, of: host) else {
      return nil
    }
    let value = try resolver.valueInOwnModel(as: Object?.self)
    if let value, !isObject(value) {
      throw AlchemicError(
        Problem(
          .noWeakObject, typeName(Object.self), path: CreationPath.steps()))
    }
    if !isNew, !resolver.isFollowed, !CreationPath.mayStoreValue(in: host) { return .some(value) }
    // Each read finds the scope of its reader.
    if !isNew, scope == nil, resolver.isOfScope { return model == nil ? .some(value) : nil }
    let mayBeBound = model != nil || scope != nil || resolver.isOfChild
    let isFirst =
      try resolver.isFollowed
      ? follow(resolver, ifBound: mayBeBound) : fill(with: value, ifBound: mayBeBound)
    var pause = SpinPause()
    while !isFirst, state.load(ordering: .acquiring) == PointState.filling { pause.wait() }
    // Another thread was faster: it has stored its value, or has bound the point to a child model.
    return isFirst || isResolved ? nil : try fill(for: host)
  }

  private func follow(_ resolver: Resolver, ifBound mayBeBound: Bool) throws -> Bool {
    let follower = TransientPoint<Object?>(CriteriaBox(criteria), for: self)
    try follower.bind(to: resolver)
    guard beginFilling(ifBound: mayBeBound) else { return false }
    withExtendedLifetime(link.refer(to: follower)) {}
    state.store(PointState.following, ordering: .releasing)
    return true
  }

  /// Stores an object. Returns false, and stores nothing, if the point has a value, or if it is
  /// bound and `mayBeBound` is false.
  private func fill(with value: Object?, ifBound mayBeBound: Bool = true) -> Bool {
    guard beginFilling(ifBound: mayBeBound) else { return false }
    object = value.map { $0 as AnyObject }
    state.store(PointState.filled, ordering: .releasing)
    return true
  }

  private func beginFilling(from old: UInt8) -> Bool {
    state.compareExchange(
      expected: old, desired: PointState.filling, ordering: .acquiringAndReleasing
    ).exchanged
  }

  private func beginFilling(ifBound mayBeBound: Bool) -> Bool {
    beginFilling(from: PointState.open) || mayBeBound && beginFilling(from: PointState.bound)
  }

  private func isObject(_ value: Object) -> Bool { type(of: value as Any) is AnyObject.Type }

  private func stopForValue(of type: Any.Type, at use: CodeLocation) -> Never {
    let problem = Problem(
      .noWeakObject, typeName(type), path: [Problem.Step("a property", location)])
    stop("\(AlchemicError(problem))", at: use)
  }

  /// Stores an object that is given by hand. Stops the program if it is no object, or if the point
  /// has a value.
  func use(_ value: Object?, at location: CodeLocation) {
    if let value, !isObject(value) { stopForValue(of: type(of: value as Any), at: location) }
    if !fill(with: value) { stopForSecondValue(at: location) }
  }
}

extension WeakPoint: InjectionPointing {
  func bind(to model: Model) { bind(to: model.home as AnyObject) }

  func bind(to scope: Scope) { bind(to: scope as AnyObject) }

  private func bind(to keeper: AnyObject) {
    guard beginFilling(from: PointState.open) else { return }
    _ = link.refer(to: keeper)
    state.store(PointState.bound, ordering: .releasing)
  }

  var boundScope: Scope? { link.boundScope { state.load(ordering: .acquiring) } }

  func boundModel() throws -> Model? {
    try link.boundModel(Object.self) { state.load(ordering: .acquiring) }
  }

  var isResolved: Bool { state.load(ordering: .acquiring) >= PointState.filled }

  func claimHost() -> Bool {
    claim.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing)
      .exchanged
  }

  func releaseHost() { claim.store(false, ordering: .releasing) }

  func check(in model: Model) throws {
    if isResolved { return }
    let resolver = try model.resolver(for: Object?.self, matching: criteria)
    try resolver.requireNoArguments()
    if resolver.isFollowed { try resolver.requireShared() }
  }

  var follows: Bool { state.load(ordering: .acquiring) == PointState.following }

  func inject(
    _ index: Int, of host: AnyObject, _ plan: HostPlan, from model: Model, isNew: Bool
  ) throws -> Bool {
    if !isResolved {
      try plan.whileInjecting(property: index, at: location, isEager: true) {
        if try fill(from: model, for: host, isNew: isNew) != nil { throw UnfinishedValue() }
      }
    }
    return try follower?.inject(index, of: host, plan, from: model, isNew: isNew) ?? true
  }

  func follow(_ index: Int, in host: AnyObject) throws -> Bool {
    try follower?.follow(index, in: host) ?? false
  }
}
