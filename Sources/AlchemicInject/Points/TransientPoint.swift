public import AlchemicRuntime
public import AlchemicCore
import Synchronization

/// Where a `@Transient` property finds what is current: the resolver that all properties of its
/// request share, so that a set reaches all of them at once, however many there are.
@usableFromInline
final class TransientPoint<Value>: InjectionPointing, @unchecked Sendable {
  // Proof: constants and atomics, but for `entry`, which is written by the one who claimed the host
  // and read by them and in `deinit`.

  /// The resolver, which this point retains; none until the first access.
  @usableFromInline let resolver = AtomicReference<Resolver>()
  private let criteriaBox: CriteriaBox?
  private let locationParts: (address: UInt, line: UInt32)
  private let claim = Atomic<Bool>(false)
  /// The point that the host has where that is another one, which keeps this one.
  private let standIn: Borrowed<AnyObject>?
  /// The entry in the list of the resolver; nil unless the host has hooks.
  private var entry: FollowerList.Entry?
  /// Which value the host was injected with; like `entry`.
  private var versionAtInjection: UInt = 0

  @usableFromInline
  init(_ criteria: CriteriaBox?, at location: CodeLocation) {
    criteriaBox = criteria
    locationParts = location.parts
    standIn = nil
  }

  /// - Parameter point: The point for which this one has the value.
  init(_ criteria: CriteriaBox?, for point: some InjectionPointing) {
    criteriaBox = criteria
    locationParts = point.location.parts
    standIn = Borrowed(point as AnyObject)
  }

  deinit {
    guard let resolver = resolver.load() else { return }
    // First out of the list, which belongs to the resolver.
    if let entry { FollowerList.of(resolver.object).remove(entry) }
    resolver.release()
  }

  var location: CodeLocation { CodeLocation(parts: locationParts) }

  private var criteria: SearchCriteria { criteriaBox?.criteria ?? SearchCriteria() }

  /// What is current.
  @inlinable
  func value(in host: AnyObject?) -> Value {
    if let cached { return cached }
    return otherValue(in: host)
  }

  /// What is current, if the resolver keeps it.
  ///
  /// Copying it runs no code of the user's, so the caller need retain neither this point nor the
  /// resolver.
  @inlinable @inline(__always)
  var cached: Value? {
    resolver.load()?.with { $0.cached(as: Value.self) }
  }

  /// What is current, made now if need be; at the first access the resolver is searched.
  ///
  /// What is made runs code of the user's, which may release this point. So the point retains
  /// itself meanwhile, and with that its resolver.
  @usableFromInline @inline(never)
  func otherValue(in host: AnyObject?) -> Value {
    let retainer = PointRetainer(self)
    defer { retainer.release() }
    if !isResolved, let first = firstValue(in: host, { try bind(to: nil).value(as: Value.self) }) {
      return first
    }
    do {
      return try CreationPath.within(.read) {
        try bind(to: nil).value(as: Value.self)
      }
    } catch {
      return value(in: host, after: error)
    }
  }

  /// The host outlived the model it was injected from: it follows the one that is there now. For
  /// any other error there is no value.
  private func value(in host: AnyObject?, after error: any Error) -> Value {
    let plan = host.map { HostPlan.of(type(of: $0)) }
    let subject: any PathSubject = plan ?? PropertyWithoutHost.subject
    let point = standIn?.object ?? self
    let index = host.flatMap { host in plan?.index(of: point, in: host) } ?? -1
    do {
      guard let error = error as? AlchemicError else { throw error }
      guard error.problems.first?.id == .modelGone else {
        throw error.requested(by: subject.step(ofProperty: index, at: location))
      }
      return try subject.whileInjecting(property: index, at: location) {
        try CurrentModel.resolver(for: Value.self, matching: criteria, caller: "A property").value(
          as: Value.self)
      }
    } catch { stop(error) }
  }

  /// What is current, if it is there: nothing is made, and nothing is wrong.
  func valueIfThere() -> Value? {
    resolver.load()?.object.peek(as: Value.self)
  }

  /// The resolver, found at the first call.
  private func bind(to model: Model?) throws -> Resolver {
    if let resolver = resolver.load() { return resolver.object }
    let model = try model ?? CurrentModel.get(for: "A property")
    return try bind(to: model.followedResolver(for: Value.self, matching: criteria))
  }

  /// Makes the resolver the one that is followed, unless there is one.
  @discardableResult
  func bind(to resolver: Resolver) throws -> Resolver {
    try resolver.requireShared()
    let retained = Borrowed.retaining(resolver)
    guard let present = self.resolver.storeIfNil(retained) else { return resolver }
    // Somebody else was faster; what is there stays.
    retained.release()
    return present.object
  }

  // MARK: As part of a host with hooks

  var isResolved: Bool { resolver.load() != nil }

  func claimHost() -> Bool {
    claim.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing)
      .exchanged
  }

  func releaseHost() { claim.store(false, ordering: .releasing) }

  func check(in model: Model) throws {
    try model.resolver(for: Value.self, matching: criteria).requireShared()
  }

  var follows: Bool { true }

  func inject(
    _ index: Int, of host: AnyObject, _ plan: HostPlan, from model: Model, isNew: Bool
  ) throws {
    try plan.whileInjecting(property: index, at: location, isEager: true) {
      let resolver = try bind(to: model)
      versionAtInjection = try resolver.watchFactories()
      _ = try resolver.value(as: Value.self)
    }
  }

  func follow(_ index: Int, in host: AnyObject) throws -> Bool {
    guard entry == nil, let followed = resolver.load()?.object else { return false }
    entry = FollowerList.of(followed).append(
      host, HostPlan.of(type(of: host)), property: index)
    return try followed.watchFactories() != versionAtInjection
  }
}
