public import AlchemicCore
public import Synchronization

/// Where a `@Transient` property finds what is current: the wire that all properties of its request
/// share, so that a set reaches all of them at once, however many there are.
@usableFromInline
final class TransientPoint<Value>: InjectionPointing, @unchecked Sendable {
  // Proof: constants and atomics, but for `entry`, which is written by the one who claimed the host
  // and read by them and in `deinit`.

  /// The address of the wire, which this point retains; 0 until the first access.
  @usableFromInline let wireAddress = Atomic<UInt>(0)
  private let criteriaBox: CriteriaBox?
  private let placeParts: (address: UInt, line: UInt32)
  private let claim = Atomic<Bool>(false)
  /// The point that the host has where that is another one, which keeps this one.
  private let standIn: Unmanaged<AnyObject>?
  /// The entry in the list of the wire; nil unless the host has hooks.
  private var entry: UnsafeMutablePointer<FollowerList.Node>?
  /// Which value the host was injected with; like `entry`.
  private var versionAtInjection: UInt = 0

  @usableFromInline
  init(_ criteria: CriteriaBox?, at place: Place) {
    criteriaBox = criteria
    placeParts = place.parts
    standIn = nil
  }

  /// - Parameter point: The point for which this one has the value.
  init(_ criteria: CriteriaBox?, for point: some InjectionPointing) {
    criteriaBox = criteria
    placeParts = point.place.parts
    standIn = Unmanaged.passUnretained(point as AnyObject)
  }

  deinit {
    guard let wire = Self.wire(at: wireAddress.load(ordering: .acquiring)) else { return }
    // First out of the list, which belongs to the wire.
    if let entry { FollowerList.of(wire.takeUnretainedValue()).remove(entry) }
    wire.release()
  }

  var place: Place { Place(parts: placeParts) }

  @inlinable
  static func wire(at address: UInt) -> Unmanaged<Wire<Value>>? {
    UnsafeRawPointer(bitPattern: address).map { Unmanaged.fromOpaque($0) }
  }

  private var criteria: SearchCriteria { criteriaBox?.criteria ?? SearchCriteria() }

  /// What is current.
  @inlinable
  func value(in host: AnyObject?) -> Value {
    if let kept { return kept }
    return otherValue(in: host)
  }

  /// What is current, if the wire keeps it.
  ///
  /// Copying it runs no code of the user's, so the caller need retain neither this point nor the wire.
  @inlinable @inline(__always)
  var kept: Value? {
    Self.wire(at: wireAddress.load(ordering: .acquiring))?._withUnsafeGuaranteedRef { $0.kept }
  }

  /// What is current, made now if need be; at the first access the wire is searched.
  ///
  /// What is made runs code of the user's, which may release this point. So the point retains itself meanwhile, and
  /// with that its wire.
  @usableFromInline @inline(never)
  func otherValue(in host: AnyObject?) -> Value {
    let keeper = PointKeeper(self)
    defer { keeper.release() }
    guard let wire = Self.wire(at: wireAddress.load(ordering: .acquiring)) else {
      return firstValue(in: host)
    }
    do {
      return try CreationPath.within(.read) { try wire.takeUnretainedValue().value() }
    } catch {
      return value(in: host, after: error)
    }
  }

  private func firstValue(in host: AnyObject?) -> Value {
    do {
      guard let host else {
        let value = try LooseProperty.subject.whileInjecting(property: -1, at: place) {
          try bind(to: nil).value()
        }
        EventHub.didResolveLooseProperty(at: place)
        return value
      }
      let plan = HostPlan.of(type(of: host))
      try HostInjection.injectAtFirstAccess(host, plan) {
        try CurrentModel.get(for: plan.reading(self, host))
      }
      let index = plan.index(of: self, in: host)
      let value = try plan.whileInjecting(property: index, at: place) {
        try bind(to: nil).value()
      }
      if !plan.isAware { EventHub.didResolve(index, of: plan, at: place) }
      return value
    } catch { stop(error) }
  }

  /// The host outlived the model it was injected from: it follows the one that is there now. For any other
  /// error there is no value.
  private func value(in host: AnyObject?, after error: any Error) -> Value {
    let plan = host.map { HostPlan.of(type(of: $0)) }
    let subject: any PathSubject = plan ?? LooseProperty.subject
    let point = standIn?.takeUnretainedValue() ?? self
    let index = host.flatMap { host in plan?.index(of: point, in: host) } ?? -1
    do {
      guard let error = error as? AlchemicError else { throw error }
      guard error.problems.first?.id == .modelGone else {
        throw error.requested(by: subject.step(ofProperty: index, at: place))
      }
      return try subject.whileInjecting(property: index, at: place) {
        try CurrentModel.wire(for: Value.self, matching: criteria, caller: "A property").value()
      }
    } catch { stop(error) }
  }

  /// What is current, if it is there: nothing is made, and nothing is wrong.
  func valueIfThere() -> Value? {
    Self.wire(at: wireAddress.load(ordering: .acquiring))?.takeUnretainedValue().peek()
  }

  /// The wire, found at the first call.
  private func bind(to model: Model?) throws -> Wire<Value> {
    if let wire = Self.wire(at: wireAddress.load(ordering: .acquiring)) {
      return wire.takeUnretainedValue()
    }
    return try bind(
      to: model?.followedWire(for: Value.self, matching: criteria)
        ?? CurrentModel.followedWire(for: Value.self, matching: criteria))
  }

  /// Makes the wire the one that is followed, unless there is one.
  @discardableResult
  func bind(to wire: Wire<Value>) throws -> Wire<Value> {
    try wire.requireShared()
    let retained = Unmanaged.passRetained(wire)
    let (isFirst, present) = wireAddress.compareExchange(
      expected: 0, desired: UInt(bitPattern: retained.toOpaque()),
      ordering: .acquiringAndReleasing)
    if isFirst { return wire }
    retained.release()
    // Somebody else was faster; what is there stays.
    return Self.wire(at: present).unsafelyUnwrapped.takeUnretainedValue()
  }

  // MARK: As part of a host with hooks

  func claimHost() -> Bool {
    claim.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing)
      .exchanged
  }

  func releaseHost() { claim.store(false, ordering: .releasing) }

  func check(in model: Model) throws {
    try model.wire(for: Value.self, matching: criteria).requireShared()
  }

  var follows: Bool { true }

  func inject(
    _ index: Int, of host: AnyObject, _ plan: HostPlan, from model: Model, isNew: Bool
  ) throws {
    try plan.whileInjecting(property: index, at: place, isEager: true) {
      let wire = try bind(to: model)
      versionAtInjection = try wire.watchFactories()
      _ = try wire.value()
    }
  }

  func follow(_ index: Int, in host: AnyObject) throws -> Bool {
    guard entry == nil, let wire = Self.wire(at: wireAddress.load(ordering: .acquiring)) else {
      return false
    }
    let followed = wire.takeUnretainedValue()
    entry = FollowerList.of(followed).append(
      host, HostPlan.of(type(of: host)), property: index)
    return try followed.watchFactories() != versionAtInjection
  }
}
