public import AlchemicRuntime
public import AlchemicCore
import Synchronization

/// The injection point of a `@Transient` property. It refers to the resolver that all properties of
/// the same request share, so that one `AcSet` changes the value of all of them.
@usableFromInline
final class TransientPoint<Value>: InjectionPointing, @unchecked Sendable {
  // Proof: constants and atomics, except `entry` and `versionAtInjection`. Only the thread that has
  // claimed the host, and `deinit`, access these.

  /// The resolver, which this point retains; nil until the first access.
  @usableFromInline let resolver = AtomicReference<Resolver>()
  private let criteriaBox: CriteriaBox?
  private let locationParts: (address: UInt, line: UInt32)
  private let claim = Atomic<Bool>(false)
  /// The point in the host, if that point owns this point; otherwise nil.
  private let standIn: Borrowed<AnyObject>?
  /// The entry in the list of the resolver; nil unless the host has hooks.
  private var entry: FollowerList.Entry?
  /// The version of the value with which the host was injected.
  private var versionAtInjection: UInt = 0

  /// - Parameter point: The point that owns this one, if any.
  init(_ criteria: CriteriaBox?, at location: CodeLocation, for point: AnyObject? = nil) {
    criteriaBox = criteria
    locationParts = location.parts
    standIn = point.map { Borrowed($0) }
  }

  deinit {
    guard let resolver = resolver.load() else { return }
    // The resolver owns the list.
    if let entry { FollowerList.of(resolver.object).remove(entry) }
    resolver.release()
  }

  var location: CodeLocation { CodeLocation(parts: locationParts) }

  private var criteria: SearchCriteria { criteriaBox?.criteria ?? SearchCriteria() }

  /// Returns the current value.
  ///
  /// - Parameter host: Nil if no class declares the property.
  @inlinable
  func value(in host: AnyObject?) -> Value {
    if let cached { return cached }
    return otherValue(in: host)
  }

  /// The current value if the resolver has cached it.
  ///
  /// A copy runs no user code, so the caller retains neither this point nor the resolver.
  @inlinable @inline(__always)
  var cached: Value? {
    resolver.load()?.with { $0.cached(as: Value.self) }
  }

  /// Returns the current value, and creates it if necessary. The first access finds the resolver.
  ///
  /// A creation runs user code, which may release this point. The point therefore retains itself
  /// meanwhile, and its resolver with it.
  @usableFromInline @inline(never)
  func otherValue(in host: AnyObject?) -> Value {
    let retainer = PointRetainer(self)
    defer { retainer.release() }
    // A static or a local property outlives the child model in which it is read.
    if host == nil, !isResolved, let child = CurrentModel.scoped, child.isChild {
      return value(in: child)
    }
    let first =
      isResolved
      ? nil
      : firstValue(in: host) { try resolver(in: nil, of: host).valueInOwnModel(as: Value.self) }
    if let first { return first }
    do {
      return try CreationPath.within(.read) {
        try resolver(in: nil, of: host).valueInOwnModel(as: Value.self)
      }
    } catch {
      return value(in: host, after: error)
    }
  }

  /// Returns the value of a child model, for a reader in it. Stops the program if there is none.
  private func value(in child: Model) -> Value {
    do {
      return try PropertyWithoutHost.subject.whileInjecting(property: -1, at: location) {
        try child.requireLife(for: "A property")
        let resolver = try child.followedResolver(for: Value.self, matching: criteria)
        try resolver.requireShared()
        return try resolver.value(as: Value.self)
      }
    } catch { stop("\(error)", at: location) }
  }

  /// Returns the value of the current model if the model that injected the host has ended. Stops
  /// the program for any other error.
  private func value(in host: AnyObject?, after error: any Error) -> Value {
    let plan = host.map { HostPlan.of(type(of: $0)) }
    let subject: any PathSubject = plan ?? PropertyWithoutHost.subject
    let point = standIn?.object ?? self
    let index = host.flatMap { host in plan?.index(of: Borrowed(point), in: host) } ?? -1
    do {
      guard let error = error as? AlchemicError else { throw error }
      // A host of a child model stays with the child.
      guard error.problems.first?.id == .modelGone, resolver.load()?.object.isOfChild != true
      else {
        throw error.requested(by: subject.readStep(ofProperty: index, at: location))
      }
      return try subject.whileInjecting(property: index, at: location) {
        try CurrentModel.resolver(for: Value.self, matching: criteria, caller: "A property").value(
          as: Value.self)
      }
    } catch { stop("\(error)", at: location) }
  }

  /// Returns the current value; nil if there is none. Creates nothing, and does not fail.
  func valueIfThere() -> Value? {
    resolver.load()?.object.peek(as: Value.self)
  }

  /// Returns the resolver, which the first call finds.
  ///
  /// - Parameters:
  ///   - model: The model that injects the host; nil if the property is read.
  ///   - host: The host that is read; nil if no class declares the property.
  private func resolver(in model: Model?, of host: AnyObject? = nil) throws -> Resolver {
    if let resolver = resolver.load() { return resolver.object }
    let model =
      try model ?? host.flatMap(CurrentModel.owner) ?? CurrentModel.get(for: "A property")
    return try bind(to: model.followedResolver(for: Value.self, matching: criteria))
  }

  /// Finds the resolver in a child model. If there is none, the first read reports it. Ignores a
  /// scope: the resolver finds the scope of the reading task.
  func bind(to keeper: AnyObject) {
    if let model = (keeper as? ModelHome)?.model { _ = try? resolver(in: model) }
  }

  var boundScope: Scope? { nil }

  /// Returns nil: a bound point has its resolver already.
  func boundModel() throws -> Model? { nil }

  /// Follows a resolver, unless this point follows one.
  ///
  /// - Returns: The resolver that is followed.
  /// - Throws: `transient-template`.
  @discardableResult
  func bind(to resolver: Resolver) throws -> Resolver {
    try resolver.requireShared()
    let retained = Borrowed.retaining(resolver)
    guard let present = self.resolver.storeIfNil(retained) else { return resolver }
    // Another thread was faster.
    retained.release()
    return present.object
  }

  /// Follows a resolver that always answers with a value that is given by hand. Stops the program
  /// if the point follows a resolver.
  func use(_ value: Value, at location: CodeLocation) {
    let retained = Borrowed.retaining(Resolver(answering: value))
    guard resolver.storeIfNil(retained) != nil else { return }
    retained.release()
    stopForSecondValue(at: location)
  }

  // MARK: As part of a host with hooks

  var isResolved: Bool { resolver.load() != nil }

  func claimHost() -> Bool {
    claim.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing)
      .exchanged
  }

  func releaseHost() { claim.store(false, ordering: .releasing) }

  func check(in model: Model) throws {
    if isResolved { return }
    try model.resolver(for: Value.self, matching: criteria).requireShared()
  }

  var follows: Bool { true }

  func inject(
    _ index: Int, of host: AnyObject, _ plan: HostPlan, from model: Model, isNew: Bool
  ) throws -> Bool {
    try plan.whileInjecting(property: index, at: location, isEager: true) {
      let resolver = try resolver(in: model)
      if resolver.isGivenByHand { return true }
      versionAtInjection = try resolver.watchFactories()
      if resolver.isOutOfScope { return false }
      _ = try resolver.valueInOwnModel(as: Value.self)
      return true
    }
  }

  func follow(_ index: Int, in host: AnyObject) throws -> Bool {
    guard entry == nil, let followed = resolver.load()?.object, !followed.isGivenByHand else {
      return false
    }
    entry = FollowerList.of(followed).append(
      host, HostPlan.of(type(of: host)), property: index)
    return try followed.watchFactories() != versionAtInjection && !followed.isOutOfScope
  }
}
