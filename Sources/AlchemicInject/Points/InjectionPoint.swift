public import AlchemicRuntime
public import AlchemicCore
public import Synchronization

// This folder stores the values of injected properties, or their resolvers.

/// The injection point of an `@Injected` property: one allocation with the value, which is written
/// once, at a stable address.
///
/// The wrapper consists of one reference to it. The value follows the header in memory, so a read
/// of a resolved property is two loads and a comparison.
@usableFromInline
final class InjectionPoint<Value>: ManagedBuffer<PointHeader, Value> {
  // Several threads may read a point if they may read the value. The header's `state` and `claimed`
  // are accessed atomically only. The thread that has moved `state` to `filling` writes the value
  // or `link`, and then stores the next state with release ordering. Other threads read the value
  // and `link` after they have acquired that state. The rest of the header is constant.

  /// Creates a point without a value.
  @inlinable
  static func make(_ criteria: CriteriaBox?, at location: CodeLocation) -> InjectionPoint {
    let buffer = create(minimumCapacity: 1) { _ in
      PointHeader(state: PointState.open, location: location, criteria: criteria)
    }
    // `create` returns an instance of the class on which it is called.
    return unsafeDowncast(buffer, to: InjectionPoint.self)
  }

  /// Creates a point with a value.
  static func make(_ value: Value, at location: CodeLocation) -> InjectionPoint {
    let point = make(nil, at: location)
    _ = point.fill(with: value)
    return point
  }

  deinit {
    if state.load() == PointState.filled { ValueAddress(of: address).destroy(as: Value.self) }
    Borrowed<AnyObject>(at: parts.pointee.link)?.release()
  }

  @inlinable
  var hasNoCriteria: Bool { parts.pointee.criteria == nil }

  // MARK: Reading

  /// Returns a copy of the value, which the first read resolves.
  ///
  /// No read returns an address: a class may assign its wrapper (`_store = Injected(…)`) within a
  /// call through the value, and so release this point. Another thread may replace the object of a
  /// property that follows its factory.
  ///
  /// - Parameter host: Nil if no class declares the property.
  @inlinable @inline(__always)
  func value(in host: AnyObject?) -> Value {
    state.load() == PointState.filled ? address.pointee : otherValue(in: host)
  }

  /// Returns the value if this point does not contain it: the property follows its factory, or this
  /// is the first read. The fast case is that the object exists and the host has no hooks.
  /// Specialised for the type.
  ///
  /// The caller does not retain the point. Only ``searchedValue(in:releasing:)`` runs user code.
  @inlinable @inline(never)
  func otherValue(in host: AnyObject?) -> Value {
    if state.load() == PointState.following { return followedValue(in: host) }
    if state.load() == PointState.open, hasNoCriteria,
      !HotWord.observers.isSet, HostPlan.hasNoHooks(host),
      let resolver = CurrentModel.knownResolver(ofProperty: Value.self)
    {
      return resolver.with { value(from: $0, in: host) }
    }
    return searchedValue(in: host)
  }

  /// Returns the current value of a property that follows its factory. This is a separate function,
  /// to keep the code of the first read short.
  @inlinable @inline(never)
  func followedValue(in host: AnyObject?) -> Value {
    if let cached = follower?.with({ $0.cached }) { return cached }
    return searchedValue(in: host)
  }

  /// Returns the value that a resolver has cached, and stores it, unless another thread is faster.
  @inlinable @inline(__always)
  func value(from resolver: Resolver, in host: AnyObject?) -> Value {
    guard resolver.mayBeKept else { return newValue(from: resolver, in: host) }
    if resolver.takePrepaid(2) { return prepaidValue(from: resolver, in: host) }
    guard let value = resolver.cached(as: Value.self) else {
      return newValue(from: resolver, in: host)
    }
    // Read again after the answer: meanwhile, a factory that properties must follow may have become
    // the answer.
    guard resolver.mayBeKept, state.exchange(from: PointState.open, to: PointState.filling) else {
      return searchedValue(in: host, releasing: consume value)
    }
    address.initialize(to: value)
    state.store(PointState.filled)
    return value
  }

  /// Returns one of two prepaid references to the cached object, and stores the other one, unless
  /// another thread is faster. A copy of the value would be another atomic operation.
  @inlinable @inline(__always)
  func prepaidValue(from resolver: Resolver, in host: AnyObject?) -> Value {
    let value = resolver.movePrepaid(as: Value.self)
    guard resolver.mayBeKept, state.exchange(from: PointState.open, to: PointState.filling) else {
      // This is not the last reference, so its release runs no code.
      _ = resolver.movePrepaid(as: Value.self)
      return searchedValue(in: host, releasing: consume value)
    }
    address.initialize(to: resolver.movePrepaid(as: Value.self))
    state.store(PointState.filled)
    return value
  }

  /// Returns a value that no resolver has cached. A template creates it without the search for its
  /// factory.
  ///
  /// The initializer may release this point, which therefore retains itself meanwhile.
  @inlinable @inline(never)
  func newValue(from resolver: Resolver, in host: AnyObject?) -> Value {
    guard let host, resolver.mayBeKept, resolver.createsAnswers else {
      return searchedValue(in: host)
    }
    let point = Borrowed<AnyObject>(self)
    point.retain(times: 1)
    defer { point.release(times: 1) }
    return withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
      let memory = memory.baseAddress.unsafelyUnwrapped
      let isCreated = createValue(
        of: point, parts, at: ValueAddress(of: address), by: resolver, in: host,
        ValueAddress(of: memory))
      return isCreated ? memory.move() : searchedValue(in: host)
    }
  }

  /// Returns the value, which the first read resolves. If the property follows its factory, the
  /// value may have to be created.
  ///
  /// A creation runs user code, which may release this point. The point therefore retains itself
  /// meanwhile.
  ///
  /// - Parameter unused: A value that is not needed because another thread has stored its value
  ///   first. The deinit of the unused value may release this point too, so this function releases
  ///   the value.
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

  // MARK: Following

  /// The point with the value if the property follows its factory. This point owns it.
  @inlinable
  var follower: Borrowed<TransientPoint<Value>>? {
    state.load() == PointState.following ? Borrowed(at: parts.pointee.link) : nil
  }
}

extension InjectionPoint: KeepingPoint {
  func keep(_ value: Value) { address.initialize(to: value) }

  func check(in model: Model) throws {
    guard state.load() < PointState.filling else { return }
    let resolver = try model.resolver(for: Value.self, matching: criteria)
    try resolver.requireNoWaiting()
    try resolver.requireNoArguments()
    if resolver.isFollowed { try resolver.requireShared() }
  }

  var keptAddress: UInt {
    guard state.load() == PointState.filled else { return 0 }
    return ValueType(Value.self).leadingReference(at: ValueAddress(of: address))?.address ?? 0
  }

  func releaseKept() {
    guard state.exchange(from: PointState.filled, to: PointState.filling) else { return }
    let value = address.move()
    state.store(PointState.open)
    withExtendedLifetime(value) {}
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

  /// Replaces `old` with `new`. Returns false, and changes nothing, if the byte is not `old`.
  @inlinable
  func exchange(from old: UInt8, to new: UInt8) -> Bool {
    atomic.pointee.compareExchange(
      expected: old, desired: new, ordering: .acquiringAndReleasing
    ).exchanged
  }
}
