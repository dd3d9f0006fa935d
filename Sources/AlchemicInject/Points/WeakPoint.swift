import AlchemicRuntime
import AlchemicCore

/// The injection point of a `@Weak` property, which references its object weakly.
@usableFromInline
final class WeakPoint<Object>: ManagedBuffer<PointHeader, WeakReference> {
  // As for `InjectionPoint`, the thread that has moved the header's `state` to `filling` writes the
  // reference or `link`. Any thread may read a weak reference. If the state is `following`, the
  // point with the value retains no object of the model.

  static func make(_ criteria: CriteriaBox?, at location: CodeLocation) -> WeakPoint {
    let buffer = create(minimumCapacity: 1) { _ in
      PointHeader(state: PointState.open, location: location, criteria: criteria)
    }
    // `create` returns an instance of the class on which it is called.
    let point = unsafeDowncast(buffer, to: WeakPoint.self)
    point.address.initialize(to: WeakReference())
    return point
  }

  deinit {
    address.deinitialize(count: 1)
    Borrowed<AnyObject>(at: parts.pointee.link)?.release()
  }

  /// Returns the object of the property, unless it was released. The first read resolves it.
  ///
  /// - Parameter host: Nil for a property that no class has.
  @inlinable
  func value(in host: AnyObject?) -> Object? {
    state.load() == PointState.filled ? kept : otherValue(in: host)
  }

  /// Returns the value if the state is not `filled`: this is the first read, or the property
  /// follows its factory.
  @usableFromInline
  func otherValue(in host: AnyObject?) -> Object? {
    if !isResolved, let unfinished = firstValue(in: host, { try fill(for: host) }) ?? nil {
      return unfinished
    }
    return follower.map { $0.object.valueIfThere() ?? nil } ?? kept
  }

  @inlinable
  var kept: Object? {
    guard let object = address.pointee.object else { return nil }
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

  private func isObject(_ value: Object) -> Bool { type(of: value as Any) is AnyObject.Type }

  /// Stores an object that is given by hand. Stops the program if it is no object, or if the point
  /// has a value.
  func use(_ value: Object?, at use: CodeLocation) {
    if let value, !isObject(value) {
      let problem = Problem(
        .noWeakObject, typeName(type(of: value as Any)),
        path: [Problem.Step("a property", location)])
      stop("\(AlchemicError(problem))", at: use)
    }
    if !fill(with: value) { stopForSecondValue(at: use) }
  }
}

extension WeakPoint: KeepingPoint {
  static var subject: Any.Type { Object.self }

  var follower: Borrowed<TransientPoint<Object?>>? {
    follows ? Borrowed(at: parts.pointee.link) : nil
  }

  func requireKeepable(_ value: Object?) throws {
    guard let value, !isObject(value) else { return }
    throw AlchemicError(
      Problem(.noWeakObject, typeName(Object.self), path: CreationPath.steps()))
  }

  func keep(_ value: Object?) { address.pointee.object = value.map { $0 as AnyObject } }

  func check(in model: Model) throws {
    if isResolved { return }
    let resolver = try model.resolver(for: Object?.self, matching: criteria)
    try resolver.requireNoArguments()
    if resolver.isFollowed { try resolver.requireShared() }
  }
}

/// The memory of a weak property.
@usableFromInline
struct WeakReference {
  @usableFromInline weak var object: AnyObject?
}
