import AlchemicRuntime
import AlchemicCore
public import Synchronization

/// Where a `@Weak` property keeps what it was injected with.
@usableFromInline
final class WeakPoint<Object>: @unchecked Sendable {
  // Proof: `object` and `follower` are written by the one thread that moved `state` to `filling`,
  // before it releases `filled`, and read only after that was acquired; a weak reference is safe to
  // read from any thread.
  @usableFromInline weak var object: AnyObject?
  /// What has the value, if the state says that the property follows its factory; like `object`. It
  /// keeps no object.
  private var follower: TransientPoint<Object?>?
  @usableFromInline let state = Atomic<UInt8>(PointState.open)
  private let claim = Atomic<Bool>(false)
  private let criteria: SearchCriteria
  let location: CodeLocation

  init(_ criteria: SearchCriteria, at location: CodeLocation) {
    self.criteria = criteria
    self.location = location
  }

  /// What it was injected with, if that is still there; resolved now if this is the first read.
  ///
  /// - Parameter host: Nil for a property that no class has.
  @inlinable
  func value(in host: AnyObject?) -> Object? {
    state.load(ordering: .acquiring) == PointState.filled ? kept : otherValue(in: host)
  }

  /// The value if it is not in place: this is the first read, or the property follows its factory.
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

  /// It is stored under that type; only a conformance that belongs to an actor does not hold
  /// everywhere.
  @usableFromInline
  func stopForType(of object: AnyObject) -> Never {
    stop(
      AlchemicError(
        Problem(
          .wrongObject(type: typeName(Object.self)), typeName(type(of: object)),
          path: [Problem.Step("a property", location)])))
  }

  /// Gives the property its value, unless it has one.
  ///
  /// - Returns: The value if the property does not keep it: it is not finished, and the host is.
  private func fill(
    from model: Model? = nil, for host: AnyObject?, isNew: Bool = false
  ) throws -> Object?? {
    let resolver =
      try model?.resolver(for: Object?.self, matching: criteria)
      ?? CurrentModel.resolver(for: Object?.self, matching: criteria, caller: "A property")
    let value = try resolver.value(as: Object?.self)
    if let value, !(type(of: value as Any) is AnyObject.Type) {
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
    let isFirst = state.compareExchange(
      expected: PointState.open, desired: PointState.filling, ordering: .acquiringAndReleasing
    ).exchanged
    if isFirst {
      object = value.map { $0 as AnyObject }
      self.follower = follower
      let new = follower == nil ? PointState.filled : PointState.following
      state.store(new, ordering: .releasing)
    }
    var pause = SpinPause()
    while !isResolved { pause.wait() }
    return nil
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
    let resolver = try model.resolver(for: Object?.self, matching: criteria)
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
