public import AlchemicRuntime
import CAlchemicRuntime
public import Synchronization

/// Answers one request, a type and its criteria, in one model, and caches the answer in the
/// requested type.
///
/// A shared object is cached, so a repeated request needs no cast and no lock under which a thread
/// could sleep. A template creates each answer in the caller's memory. The requested type is a
/// run-time value. Functions that return a value take the type as a parameter, and their callers
/// pass the type for which the resolver was created.
@usableFromInline
package final class Resolver: CachedAnswer, @unchecked Sendable {
  // Proof: `isRegistered`, `lendsSources` and `changes` are accessed only under
  // `CreationCoordinator.lock`, and in `deinit`. The rest are constants and atomics.

  let criteria: SearchCriteria
  /// The source, which is never nil. The model owns it, so that a resolver, which may outlive the
  /// model, retains no objects of the user. An unanswered resolver owns its source, which has no
  /// factory.
  let borrowedSource: AtomicReference<AnswerSource>
  /// Held while the source is retained or replaced.
  private let sourceLock = BriefLock()
  /// Whether a thread may use a source without retaining it, so that the model keeps all; under
  /// `CreationCoordinator.lock`.
  private(set) var lendsSources: Bool
  /// The conversion with which a template creates each answer, if `word` is `created`. It lives as
  /// long as the model.
  private let borrowedConversion = AtomicReference<ProductConversion>()
  let home: ModelHome
  /// Facts about the answer: see ``ResolverTraits``. Written under `CreationCoordinator.lock`.
  @usableFromInline let traits: Atomic<UInt8>
  /// Whether the store refers to this resolver without owning it; under `CreationCoordinator.lock`.
  var isRegistered = false
  /// Added to the sum of the slots' versions, so that the sum also grows when the slots are
  /// replaced. Guarded by `CreationCoordinator.lock`.
  package var changes: UInt = 0

  /// - Parameters:
  ///   - source: Lives as long as the model of `home`, or, if the resolver is unanswered, as long
  ///     as the resolver.
  ///   - home: Refers to the model while it exists.
  ///   - isUnanswered: Whether no factory resolves the request, which has criteria.
  init(
    _ source: AnswerSource, matching criteria: SearchCriteria, home: ModelHome, isUnanswered: Bool
  ) {
    self.criteria = criteria
    self.home = home
    borrowedSource = AtomicReference(isUnanswered ? .retaining(source) : Borrowed(source))
    traits = Atomic(source.traits | (isUnanswered ? ResolverTraits.unanswered : 0))
    lendsSources = source.isLent
    super.init(of: source.value)
  }

  deinit {
    guard isUnanswered else { return }
    // The store of the model refers to this resolver, so the model is retained meanwhile.
    if isRegistered { home.owner?.forget(self) }
    _ = handOverSource()
  }

  // MARK: The source

  /// The source of the answers. The caller retains the model.
  package var source: AnswerSource {
    sourceLock.withLock { borrowedSource.load().unsafelyUnwrapped.object }
  }

  /// Gives up ownership of an unanswered resolver's source, which the store then owns. The caller
  /// holds `CreationCoordinator.lock`.
  func handOverSource() -> AnswerSource { borrowedSource.load().unsafelyUnwrapped.take() }

  /// Returns the source that a revision has for the request; nil if its factories have not changed.
  ///
  /// - Throws: ``AlchemicError`` if the revision has no answer.
  func newSource(
    in revision: ModelRevision, of model: Model
  ) throws -> (former: AnswerSource, new: AnswerSource)? {
    let former = source
    let new = try AnswerSource(value.type, criteria, in: revision, of: model, after: former)
    return new.hasAnswer(of: former) ? nil : (former, new)
  }

  /// Replaces the source, and empties the cache. The caller holds `CreationCoordinator.lock`.
  ///
  /// - Parameter left: Receives the previous answer, to be released outside every lock.
  func answer(from source: AnswerSource, leaving left: inout [AnyObject]) {
    lendsSources = lendsSources || source.isLent
    sourceLock.withLock { borrowedSource.store(Borrowed(source)) }
    let kept = traits.load(ordering: .relaxed) & ResolverTraits.requiredShared
    traits.store(source.traits | kept, ordering: .releasing)
    empty(leaving: &left)
  }

  /// The factories that answer; empty after the end of the model, which owns the source.
  private var factories: [Factory] {
    home.model.map { model in withExtendedLifetime(model) { source.factories } } ?? []
  }

  // MARK: Answering

  /// Returns the answer.
  ///
  /// - Parameters:
  ///   - type: The type for which the resolver was created.
  ///   - request: The user's request, if it has no frame of its own on the path.
  /// - Throws: ``AlchemicError`` if there is no answer, or if its creation failed.
  /// - Complexity: One atomic exchange for a cached answer, and a retain if the answer changes or
  ///   is not one object; otherwise the cost of creating the answer.
  @inlinable
  package func value<Value>(
    as type: Value.Type, for request: CreationPath.RequestReference? = nil
  ) throws -> Value {
    try cached(as: type) { try newValue(as: type, for: request) }
  }

  /// Returns an answer that is not cached.
  @inlinable
  package func newValue<Value>(
    as type: Value.Type, for request: CreationPath.RequestReference?
  ) throws -> Value {
    try withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
      let memory = memory.baseAddress.unsafelyUnwrapped
      try answer(at: ValueAddress(of: memory), for: request)
      return memory.move()
    }
  }

  /// Writes the answer into memory.
  ///
  /// - Parameters:
  ///   - memory: Initialised unless this throws.
  ///   - request: As for ``value(as:for:)``.
  @usableFromInline
  @inline(never) @_optimize(speed)
  package func answer(
    at memory: ValueAddress, for request: CreationPath.RequestReference?
  ) throws {
    if has(ResolverTraits.scoped), try copyScoped(to: memory) { return }
    let answered: Void? = try home.using { try answer(at: memory, for: request, in: $0) }
    if answered == nil { try answerAfterEnd(at: memory, for: request) }
  }

  /// Answers without a model, or after its end, which may release this resolver meanwhile: only a
  /// model that serves retains it.
  @inline(never)
  private func answerAfterEnd(
    at memory: ValueAddress, for request: CreationPath.RequestReference?
  ) throws {
    // The optimiser does not see this retain. It would remove it.
    let retained = Borrowed(self)
    retained.retain(times: 1)
    defer { retained.release(times: 1) }
    if let model = home.servingModel { return try answer(at: memory, for: request, in: model) }
    if isGivenByHand { return copyGiven(to: memory) }
    throw modelGone(for: request)
  }

  @inline(__always)
  private func answer(
    at memory: ValueAddress, for request: CreationPath.RequestReference?, in model: Model
  ) throws {
    if let conversion {
      try conversion.with { try $0.create(in: model, for: request, at: memory) }
    } else if let request {
      try CreationPath.within(.request(request.request)) { try answer(at: memory, in: model) }
    } else {
      try answer(at: memory, in: model)
    }
  }

  /// Whether a template creates each answer in the caller's memory, without a search.
  @inlinable
  package var createsAnswers: Bool { word.load(ordering: .acquiring) == AnswerState.created }

  /// The conversion with which a template creates each answer. The caller retains the model.
  @inline(__always)
  var conversion: Borrowed<ProductConversion>? {
    word.load(ordering: .acquiring) == AnswerState.created ? borrowedConversion.load() : nil
  }

  private func answer(at memory: ValueAddress, in model: Model) throws {
    var pause = SpinPause()
    while true {
      let state = word.load(ordering: .relaxed)
      if state == AnswerState.empty || state == AnswerState.created { break }
      if copyCached(to: memory) { return }
      pause.wait()
    }
    // The caller keeps the model alive, which owns the source. Threads use the source of a scope's
    // object without retaining it, and therefore the model keeps its former ones too.
    if has(ResolverTraits.scoped) {
      try borrowedSource.load().unsafelyUnwrapped.with {
        try answer(from: $0, at: memory, in: model)
      }
    } else {
      try answer(from: source, at: memory, in: model)
    }
  }

  private func answer(
    from source: AnswerSource, at memory: ValueAddress, in model: Model
  ) throws {
    let additions = model.additions.load(ordering: .acquiring)
    if let conversion = source.conversion, additions == 0 || source.added(in: model).isEmpty {
      cache(conversion, of: source, in: model, at: additions)
      return try conversion.create(in: model, for: nil, at: memory)
    }
    try cache(source.answer(in: model, at: memory), at: memory, from: source, in: model)
  }

  /// Returns the answer if it exists; otherwise nil. Creates nothing.
  package func peek<Value>(as type: Value.Type) -> Value? {
    guard let model = home.model else { return nil }
    let box = ValueBox(value)
    let exists = withExtendedLifetime(model) { box.fill { source.peek(in: model, at: $0) } }
    return exists ? box.take(as: type) : nil
  }

  @inline(never)
  func modelGone(for request: CreationPath.RequestReference?) -> AlchemicError {
    let error = home.gone(typeName(TargetShape(value.type).element))
    return request.map { error.requested(by: CreationPath.step(of: $0.request)) } ?? error
  }

  // MARK: Caching

  /// Allows a template to create each later answer directly.
  ///
  /// - Parameter additions: The number of additions to arrays at the time of that decision.
  private func cache(
    _ conversion: ProductConversion, of source: AnswerSource, in model: Model,
    at additions: UInt
  ) {
    CreationCoordinator.look {
      guard self.source === source, model.additions.load(ordering: .relaxed) == additions
      else { return }
      borrowedConversion.store(Borrowed(conversion))
      // No thread fills or empties the resolver meanwhile, because that requires this lock too.
      word.store(AnswerState.created, ordering: .releasing)
    }
  }

  /// Caches the answer in memory until its dependencies change.
  func cache(
    _ stamp: Stamp, at memory: ValueAddress, from source: AnswerSource, in model: Model
  ) {
    if case .fleeting = stamp { return }
    // The scope keeps the object, and this resolver is for all scopes.
    if has(ResolverTraits.scoped), stamp.isOfTask { return }
    CreationCoordinator.look {
      // The dependencies or the source may have changed since the answer was created, and the model
      // may have ended.
      guard self.source === source, stamp.holds, !home.isEnded else { return }
      watch(source.factories, in: model)
      // A thread that filled it before has stored the same answer, because the stamp still holds.
      fill(copying: memory)
    }
  }

  /// Makes the slots of factories refer to this resolver; under `CreationCoordinator.lock`.
  private func watch(_ factories: [Factory], in model: Model) {
    guard !isWatched else { return }
    isWatched = true
    for factory in factories {
      model.store.slot(of: factory).answers.append(Borrowed(self))
    }
  }

  /// Makes the slots of the factories refer to this resolver, even if it has no answer yet.
  ///
  /// - Returns: A number that grows when the object of a slot is set or cleared, and when other
  ///   factories answer.
  /// - Throws: `model-gone`.
  package func watchFactories() throws -> UInt {
    guard let model = home.servingModel else { throw modelGone(for: nil) }
    defer { withExtendedLifetime(model) {} }
    return CreationCoordinator.look {
      watch(source.factories, in: model)
      return changes &+ model.store.versions(of: source.factories[...])
    }
  }

  // MARK: Requirements

  /// Checks that every factory has a shared object.
  ///
  /// - Throws: ``AlchemicError`` with `transient-template`.
  package func requireShared() throws {
    guard !stayShared() else { return }
    let candidates = factories.filter { !$0.isShared }.candidates
    throw AlchemicError(
      Problem(
        .transientTemplate,
        candidates.first?.name ?? typeName(TargetShape(value.type).element),
        candidates: candidates, path: CreationPath.steps()))
  }

  /// Checks that callers need not pass arguments.
  ///
  /// - Throws: ``AlchemicError`` with `needs-arguments`.
  package func requireNoArguments() throws {
    let problems = factories.filter(\.takesArguments).map {
      $0.facts.problem($0.needsArguments(of: value.type), path: CreationPath.steps())
    }
    guard problems.isEmpty else { throw AlchemicError(problems) }
  }

  /// Checks that no later answer must be awaited.
  ///
  /// - Throws: ``AlchemicError`` with `cannot-wait`.
  package func requireNoWaiting() throws {
    let awaited = factories.filter(\.isAwaitedTemplate)
    guard !awaited.isEmpty else { return }
    throw AlchemicError(
      awaited.map { $0.facts.problem(.cannotWait, path: CreationPath.steps()) })
  }
}

// MARK: The owner

/// What resolvers and their sources ask of the model that owns them.
protocol ResolverOwner: AnyObject {
  /// Returns the resolver of a request, which the caller retains.
  func followedResolver(
    for type: Any.Type, matching criteria: SearchCriteria
  ) throws -> Resolver

  /// Removes a resolver that is being deallocated. Takes the lock.
  func forget(_ resolver: Resolver)
}

extension ModelHome {
  fileprivate var owner: (some ResolverOwner)? { model }
}

// MARK: Traits

extension Resolver {
  /// Whether every factory has a shared object, so that the answer can be followed.
  package var isShared: Bool { has(ResolverTraits.shared) }

  /// Whether a child model answers.
  package var isOfChild: Bool { home.name != nil }

  /// Whether one of the factories requires that every property follows it.
  @inlinable
  package var isFollowed: Bool { has(ResolverTraits.followed) }

  /// Whether a host may keep the answer whatever its lifetime: no scope keeps an object of it, and
  /// no property must follow it.
  @inlinable
  package var mayBeKept: Bool { !has(ResolverTraits.followed | ResolverTraits.ofScope) }

  /// Whether a scope keeps the answer, or an object that a template's product retains.
  package var isOfScope: Bool { has(ResolverTraits.ofScope) }

  /// Whether the answer must stay shared, because a property follows it or relies on that ability.
  var mustStayShared: Bool { has(ResolverTraits.requiredShared) }

  /// Whether no factory answers the request, which has criteria. Then only the properties that
  /// follow the resolver own it.
  package var isUnanswered: Bool { has(ResolverTraits.unanswered) }

  @inlinable
  func has(_ trait: UInt8) -> Bool { traits.load(ordering: .acquiring) & trait != 0 }

  /// Requires that the answer stays shared, if it is. Returns whether it is required.
  private func stayShared() -> Bool {
    if !mustStayShared {
      CreationCoordinator.look {
        if isShared { traits.bitwiseOr(ResolverTraits.requiredShared, ordering: .releasing) }
      }
    }
    return mustStayShared
  }
}

/// The traits of a resolver's answer, each a bit.
@usableFromInline
enum ResolverTraits {
  /// Every factory has a shared object.
  static let shared: UInt8 = 1
  /// One of the factories requires that every property follows it.
  @usableFromInline static var followed: UInt8 { @inlinable get { 2 } }
  /// A property relies on a shared answer.
  static let requiredShared: UInt8 = 4
  /// No factory answers the request.
  static let unanswered: UInt8 = 8
  /// Callers must pass arguments.
  @usableFromInline static var callers: UInt8 { @inlinable get { 16 } }
  /// A scope keeps the answer, or an object that a template's product retains.
  @usableFromInline static var ofScope: UInt8 { @inlinable get { 128 } }
  /// A scope keeps one of the objects.
  static let scoped: UInt8 = 64
  /// The answer is a value that the program supplied without a model.
  static let givenByHand: UInt8 = 32
}
