import AlchemicRuntime
import AlchemicCore
public import Synchronization

/// The injection point of a `@Weak` property, which references its object weakly.
@usableFromInline
final class WeakPoint<Object>: @unchecked Sendable {
  // Proof: the one thread that moved `state` to `filling` writes `object` and `follower`, and then
  // releases the new state. Other threads read them only after they acquired that state. Any thread
  // may read a weak reference.
  @usableFromInline weak var object: AnyObject?
  /// The injection point with the value, if the state is `following`. Guarded like `object`. It
  /// retains no object.
  private var follower: TransientPoint<Object?>?
  @usableFromInline let state = Atomic<UInt8>(PointState.open)
  private let claim = Atomic<Bool>(false)
  private let criteria: SearchCriteria
  let location: CodeLocation

  init(_ criteria: SearchCriteria, at location: CodeLocation) {
    self.criteria = criteria
    self.location = location
  }

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
    state.load(ordering: .acquiring) == PointState.following
      ? follower?.valueIfThere() ?? nil : kept
  }

  @inlinable
  var kept: Object? {
    guard let object else { return nil }
    if let typed = object as? Object { return typed }
    stopForType(of: object)
  }

  /// Stops the program because the object lacks the type under which it was stored. Only a
  /// conformance that is isolated to an actor does not hold everywhere.
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
  ///   host is; otherwise nil.
  private func fill(
    from model: Model? = nil, for host: AnyObject?, isNew: Bool = false
  ) throws -> Object?? {
    let resolver =
      try model?.resolver(for: Object?.self, matching: criteria)
      ?? CurrentModel.resolver(for: Object?.self, matching: criteria, caller: "A property")
    let value = try resolver.value(as: Object?.self)
    if let value, !isObject(value) {
      throw AlchemicError(
        Problem(
          .noWeakObject, typeName(Object.self), path: CreationPath.steps()))
    }
    var follower: TransientPoint<Object?>?
    if resolver.isFollowed {
      follower = TransientPoint(CriteriaBox(criteria), for: self)
      try follower?.bind(to: resolver)
    } else if !isNew, !CreationPath.mayStoreValue(in: host) {
      return .some(value)
    }
    _ = fill(with: value, following: follower)
    var pause = SpinPause()
    while !isResolved { pause.wait() }
    return nil
  }

  /// Stores an object, or the point that follows its factory. Returns false if another thread was
  /// faster.
  private func fill(with value: Object?, following follower: TransientPoint<Object?>?) -> Bool {
    let isFirst = state.compareExchange(
      expected: PointState.open, desired: PointState.filling, ordering: .acquiringAndReleasing
    ).exchanged
    guard isFirst else { return false }
    object = value.map { $0 as AnyObject }
    self.follower = follower
    state.store(follower == nil ? PointState.filled : PointState.following, ordering: .releasing)
    return true
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
    if !fill(with: value, following: nil) { stopForSecondValue(at: location) }
  }
}

extension WeakPoint: InjectionPointing {
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
  ) throws {
    if !isResolved {
      try plan.whileInjecting(property: index, at: location, isEager: true) {
        if try fill(from: model, for: host, isNew: isNew) != nil { throw UnfinishedValue() }
      }
    }
    try follower?.inject(index, of: host, plan, from: model, isNew: isNew)
  }

  func follow(_ index: Int, in host: AnyObject) throws -> Bool {
    try follower?.follow(index, in: host) ?? false
  }
}
