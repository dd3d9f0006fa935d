public import AlchemicRuntime
public import AlchemicCore
public import Synchronization

// This folder has the places where injected properties keep their values or their resolvers.

/// Where an injected property keeps its value: one allocation, filled once, at a stable address.
///
/// The wrapper is one reference to it. The header and the value lie behind each other, so a
/// resolved read is two loads and a comparison.
@usableFromInline
final class InjectionPoint<Value>: ManagedBuffer<PointHeader, Value> {
  // Safe to read from many threads if the value is: the header's `state` and `claimed` are only
  // accessed atomically, the rest of it is constant. The value is written by the one thread that
  // moved `state` to `filling`, before it releases `filled`; it is read only after that was
  // acquired.

  /// A point without a value.
  @inlinable
  static func make(_ criteria: CriteriaBox?, at location: CodeLocation) -> InjectionPoint {
    let buffer = create(minimumCapacity: 1) { _ in
      PointHeader(state: PointState.open, location: location, criteria: criteria)
    }
    // `create` makes an object of the class it is called on.
    return unsafeDowncast(buffer, to: InjectionPoint.self)
  }

  /// A point that has its value from the start.
  static func make(_ value: Value, at location: CodeLocation) -> InjectionPoint {
    let point = make(nil, at: location)
    _ = point.fill(with: value)
    return point
  }

  deinit {
    switch state.load() {
    // Shorter than `deinitialize`, which would ask the runtime how to destroy an array of them.
    case PointState.filled: _ = address.move()
    case PointState.following: followerReference?.release()
    default: break
    }
  }

  /// The header: `header` itself is read by calls.
  @inlinable
  var parts: UnsafeMutablePointer<PointHeader> { withUnsafeMutablePointerToHeader { $0 } }

  @inlinable
  var state: AtomicByte { AtomicByte(in: parts, at: 0) }

  private var claim: AtomicByte { AtomicByte(in: parts, at: 1) }

  /// Where the value is, or will be.
  @inlinable
  var address: UnsafeMutablePointer<Value> { withUnsafeMutablePointerToElements { $0 } }

  @inlinable
  var hasNoCriteria: Bool { parts.pointee.criteria == nil }

  private var criteria: SearchCriteria { parts.pointee.criteria?.criteria ?? SearchCriteria() }

  // MARK: Reading

  /// The value, resolved now if this is the first read; a copy that the caller owns.
  ///
  /// A class may assign its wrapper (`_store = Injected(…)`) within a call that it makes through
  /// the value, and so release this point. Another thread may exchange the object of a property
  /// that follows. So no read returns an address.
  ///
  /// - Parameter host: Nil for a property that no class has.
  @inlinable @inline(__always)
  func value(in host: AnyObject?) -> Value {
    state.load() == PointState.filled ? address.pointee : otherValue(in: host)
  }

  /// The value if it is not in place, compiled for its type: the property follows its factory, or
  /// this is the first read, and usually the object exists and nobody has to be told.
  ///
  /// The caller does not retain the point. Nothing here runs code of the user's;
  /// ``searchedValue(in:releasing:)`` does.
  @inlinable @inline(never)
  func otherValue(in host: AnyObject?) -> Value {
    if state.load() == PointState.following { return followedValue(in: host) }
    if state.load() == PointState.open, hasNoCriteria,
      !Observation.isActive, HostPlan.hasNoHooks(host),
      let resolver = CurrentModel.knownResolver(for: Value.self)
    {
      return resolver.with { value(from: $0, in: host) }
    }
    return searchedValue(in: host)
  }

  /// What is current, if the property follows its factory. Not part of the first read, which is
  /// shorter without it.
  @inlinable @inline(never)
  func followedValue(in host: AnyObject?) -> Value {
    if let cached = follower?.with({ $0.cached }) { return cached }
    return searchedValue(in: host)
  }

  /// The value that a resolver keeps, if it keeps one, and no other thread was faster.
  @inlinable @inline(__always)
  func value(from resolver: Resolver, in host: AnyObject?) -> Value {
    guard !resolver.isFollowed, let value = resolver.cached(as: Value.self) else {
      return searchedValue(in: host)
    }
    // Asked again, now that there is an answer: it may be that of a factory that wants to be
    // followed.
    guard !resolver.isFollowed, state.exchange(from: PointState.open, to: PointState.filling) else {
      return searchedValue(in: host, releasing: consume value)
    }
    address.initialize(to: value)
    state.store(PointState.filled)
    return value
  }

  /// The value, resolved if this is the first read, or made if the property follows its factory.
  ///
  /// What is made runs code of the user's, which may release this point. So the point retains
  /// itself meanwhile.
  ///
  /// - Parameter unused: A value that came too late. Its deinit may release this point too, so it
  ///   is released here.
  @usableFromInline @inline(never)
  func searchedValue(in host: AnyObject?, releasing unused: consuming Value? = nil) -> Value {
    let retainer = PointRetainer(self)
    defer { retainer.release() }
    unused = nil
    if follower == nil, let unfinished = firstValue(in: host, { try fill(for: host) }) ?? nil {
      return unfinished
    }
    return follower.map { $0.object.value(in: host) } ?? address.pointee
  }

  // MARK: Filling

  /// Searches the value and puts it in place, unless another thread was faster.
  ///
  /// Several threads that read first at once may each make a template; one is kept, and all read
  /// it.
  ///
  /// - Parameters:
  ///   - model: The one that injects the host as a whole; nil if the property is read.
  ///   - host: The one that is injected or read.
  ///   - isNew: Whether a factory has just made it.
  /// - Returns: The value if the property does not keep it, since it is not finished, and the host
  ///   is.
  private func fill(
    from model: Model? = nil, for host: AnyObject?, isNew: Bool = false
  ) throws -> Value? {
    let resolver =
      try model?.resolver(for: Value.self, matching: criteria)
      ?? CurrentModel.resolver(for: Value.self, matching: criteria, caller: "A property")
    if resolver.isFollowed { try resolver.requireShared() }
    let value = try resolver.value(as: Value.self)
    if !isNew, !resolver.isFollowed, !CreationPath.mayStoreValue(in: host) { return value }
    let isFirst = try resolver.isFollowed ? follow(resolver) : fill(with: value)
    var pause = SpinPause()
    while !isFirst, !isResolved { pause.wait() }
    return nil
  }

  private func fill(with value: Value) -> Bool {
    guard state.exchange(from: PointState.open, to: PointState.filling) else { return false }
    address.initialize(to: value)
    state.store(PointState.filled)
    return true
  }

  // MARK: Following

  private func follow(_ resolver: Resolver) throws -> Bool {
    let follower = TransientPoint<Value>(parts.pointee.criteria, for: self)
    try follower.bind(to: resolver)
    guard state.exchange(from: PointState.open, to: PointState.filling) else { return false }
    parts.pointee.follower = .retaining(follower as AnyObject)
    state.store(PointState.following)
    return true
  }

  @inlinable
  var followerReference: Borrowed<TransientPoint<Value>>? {
    parts.pointee.follower?.assumed()
  }

  /// The point that has the value if the property follows its factory. This point retains it.
  @inlinable
  var follower: Borrowed<TransientPoint<Value>>? {
    state.load() == PointState.following ? followerReference : nil
  }
}

extension InjectionPoint: InjectionPointing {
  var location: CodeLocation {
    CodeLocation(parts: (parts.pointee.address, parts.pointee.line))
  }

  var isResolved: Bool { state.load() >= PointState.filled }

  func claimHost() -> Bool { claim.exchange(from: 0, to: 1) }

  func releaseHost() { claim.store(0) }

  func check(in model: Model) throws {
    guard state.load() == PointState.open else { return }
    let resolver = try model.resolver(for: Value.self, matching: criteria)
    try resolver.requireNoWaiting()
    if resolver.isFollowed { try resolver.requireShared() }
  }

  var follows: Bool { state.load() == PointState.following }

  func inject(
    _ index: Int, of host: AnyObject, _ plan: HostPlan, from model: Model, isNew: Bool
  ) throws {
    if !isResolved {
      try plan.whileInjecting(property: index, at: location, isEager: true) {
        if try fill(from: model, for: host, isNew: isNew) != nil { throw UnfinishedValue() }
      }
    }
    try follower?.object.inject(index, of: host, plan, from: model, isNew: isNew)
  }

  func follow(_ index: Int, in host: AnyObject) throws -> Bool {
    try follower?.object.follow(index, in: host) ?? false
  }
}

/// A byte of a header that is accessed atomically.
@usableFromInline
struct AtomicByte {
  @usableFromInline let atomic: UnsafePointer<Atomic<UInt8>>

  // `Atomic<UInt8>` is laid out as the byte it holds.
  @inlinable
  init(in header: UnsafeMutableRawPointer, at offset: Int) {
    atomic = UnsafePointer((header + offset).assumingMemoryBound(to: Atomic<UInt8>.self))
  }

  @inlinable
  func load() -> UInt8 { atomic.pointee.load(ordering: .acquiring) }

  @inlinable
  func store(_ value: UInt8) { atomic.pointee.store(value, ordering: .releasing) }

  /// Whether it was `old`, and so is `new` now.
  @inlinable
  func exchange(from old: UInt8, to new: UInt8) -> Bool {
    atomic.pointee.compareExchange(
      expected: old, desired: new, ordering: .acquiringAndReleasing
    ).exchanged
  }
}
