import AlchemicRuntime
import CAlchemicRuntime
public import Synchronization

/// Answers one request, a type and its criteria, in one model, and caches the answer in the
/// requested type.
///
/// A shared object is cached, so that asking again needs no cast and no lock that a thread could
/// sleep under. A template creates each answer in the caller's memory. The requested type is known
/// at run time only; the functions that hand out a value have it as parameter, and their callers
/// name the type for which the resolver was made.
@usableFromInline
package final class Resolver: CachedAnswer, @unchecked Sendable {
  // Proof: `isRegistered` and `changes` are only touched under `CreationCoordinator.lock`, and in
  // `deinit`; the rest are constants and atomics.

  let criteria: SearchCriteria
  /// The source, which there is from the initializer on. Owned by the model, as all that were here
  /// before, so that a resolver, which may outlive it, keeps nothing of the user's. An unanswered
  /// resolver owns its source, which has no factory.
  private let borrowedSource: AtomicReference<AnswerSource>
  /// The conversion by which a template creates each answer, while `word` says so; it lives as long
  /// as the model.
  private let borrowedConversion = AtomicReference<ProductConversion>()
  let home: ModelHome
  /// What is known of the answer without it: see ``ResolverTraits``. Written under
  /// `CreationCoordinator.lock`.
  @usableFromInline let traits: Atomic<UInt8>
  /// Whether the store refers to this resolver without owning it; under `CreationCoordinator.lock`.
  var isRegistered = false
  /// What is added to the versions of the slots, so that the sum grows also when these are others;
  /// under `CreationCoordinator.lock`.
  var changes: UInt = 0

  /// - Parameters:
  ///   - source: Lives as long as the model of `home`; if the resolver is unanswered, as long as
  ///     the resolver.
  ///   - home: Leads to the model while that exists.
  ///   - isUnanswered: Whether no factory answers the request, which has criteria.
  init(
    _ source: AnswerSource, matching criteria: SearchCriteria, home: ModelHome, isUnanswered: Bool
  ) {
    self.criteria = criteria
    self.home = home
    borrowedSource = AtomicReference(isUnanswered ? .retaining(source) : Borrowed(source))
    traits = Atomic(source.traits | (isUnanswered ? ResolverTraits.unanswered : 0))
    super.init(of: source.value)
  }

  deinit {
    guard isUnanswered else { return }
    // The model is held for that: its store refers to this resolver.
    if isRegistered, let model = home.model { model.resolvers.forget(self) }
    _ = handOverSource()
  }

  // MARK: The source

  /// The source of the answers; while the model is held.
  private var source: AnswerSource { borrowedSource.load().unsafelyUnwrapped.object }

  /// Gives up the source that an unanswered resolver owns, for the store to keep; under
  /// `CreationCoordinator.lock`.
  func handOverSource() -> AnswerSource { borrowedSource.load().unsafelyUnwrapped.take() }

  /// Returns the source that an index has for the request; nil if the same factories answer.
  ///
  /// - Throws: ``AlchemicError`` if the index has no answer.
  func newSource(in index: FactoryIndex) throws -> (former: AnswerSource, new: AnswerSource)? {
    let (former, new) = (source, try AnswerSource(value.type, criteria, in: index))
    return new.factories.elementsEqual(former.factories, by: ===) ? nil : (former, new)
  }

  /// Answers from another source from now on, and releases the answer; under
  /// `CreationCoordinator.lock`.
  ///
  /// - Parameter left: Takes the answer, to be released outside every lock.
  func answer(from source: AnswerSource, leaving left: inout [AnyObject]) {
    borrowedSource.store(Borrowed(source))
    let kept = traits.load(ordering: .relaxed) & ResolverTraits.requiredShared
    traits.store(source.traits | kept, ordering: .releasing)
    empty(leaving: &left)
  }

  /// The factories that answer; none if the model is gone, with which the source lives.
  private var factories: [Factory] {
    home.model.map { model in withExtendedLifetime(model) { source.factories } } ?? []
  }

  // MARK: Answering

  /// Returns the answer.
  ///
  /// - Parameters:
  ///   - type: The type for which the resolver was made.
  ///   - request: The user's request, if it has no frame of its own on the path.
  /// - Throws: ``AlchemicError`` if there is no answer, or if creating it failed.
  /// - Complexity: A cached answer costs one atomic exchange, and a retain where it changes or is
  ///   not one object; others what creating them costs.
  @inlinable
  package func value<Value>(
    as type: Value.Type, for request: UnsafePointer<CreationPath.Request>? = nil
  ) throws -> Value {
    try cached(as: type) ?? newValue(as: type, for: request)
  }

  /// Returns the answer that is not cached.
  @inlinable
  package func newValue<Value>(
    as type: Value.Type, for request: UnsafePointer<CreationPath.Request>?
  ) throws -> Value {
    try withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
      let memory = memory.baseAddress.unsafelyUnwrapped
      try answer(at: UnsafeMutableRawPointer(memory), for: request)
      return memory.move()
    }
  }

  /// Writes the answer into memory.
  ///
  /// - Parameters:
  ///   - memory: Initialised unless this throws.
  ///   - request: As for ``value(as:for:)``.
  @usableFromInline
  func answer(
    at memory: UnsafeMutableRawPointer, for request: UnsafePointer<CreationPath.Request>?
  ) throws {
    guard let model = home.model else { throw modelGone(for: request) }
    if let conversion {
      try conversion.with { try $0.create(in: model, for: request, at: memory) }
    } else if let request {
      try CreationPath.within(.request(request.pointee)) { try answer(at: memory, in: model) }
    } else {
      try answer(at: memory, in: model)
    }
  }

  /// The conversion by which a template creates each answer; while the model is held.
  @inline(__always)
  var conversion: Borrowed<ProductConversion>? {
    word.load(ordering: .acquiring) == AnswerState.created ? borrowedConversion.load() : nil
  }

  private func answer(at memory: UnsafeMutableRawPointer, in model: Model) throws {
    var pause = SpinPause()
    while true {
      let state = word.load(ordering: .relaxed)
      if state == AnswerState.empty || state == AnswerState.created { break }
      if copyCached(to: memory) { return }
      pause.wait()
    }
    // The caller holds the model, and with it the source.
    let source = source
    if let conversion = source.conversion {
      cache(conversion, of: source)
      return try conversion.create(in: model, for: nil, at: memory)
    }
    try cache(source.answer(in: model, at: memory), at: memory, from: source, in: model)
  }

  /// Returns the answer in a box, for a task, which awaits what has to be awaited.
  ///
  /// - Throws: As ``value(as:for:)``, and `CancellationError`.
  func answerAwaiting() async throws -> ValueBox {
    let box = ValueBox(value)
    if box.fill(copyCached) { return box }
    guard let model = home.model else { throw modelGone(for: nil) }
    let source = source
    defer { withExtendedLifetime(model) {} }
    let products = try await source.productsAwaiting(in: model)
    _ = try box.fill { memory in
      try cache(source.answer(with: products, at: memory), at: memory, from: source, in: model)
      return true
    }
    return box
  }

  /// Returns the answer for a task, which awaits what has to be awaited.
  ///
  /// - Parameter type: The type for which the resolver was made.
  /// - Throws: As ``value(as:for:)``, and `CancellationError`.
  package func valueAwaiting<Value>(as type: Value.Type) async throws -> Value {
    try await answerAwaiting().take(as: type)
  }

  /// Returns the answer if nothing has to be created for it.
  package func peek<Value>(as type: Value.Type) -> Value? {
    guard let model = home.model else { return nil }
    let box = ValueBox(value)
    let exists = withExtendedLifetime(model) { box.fill { source.peek(in: model, at: $0) } }
    return exists ? box.take(as: type) : nil
  }

  @inline(never)
  private func modelGone(for request: UnsafePointer<CreationPath.Request>?) -> AlchemicError {
    let error = AlchemicError(
      Problem(.modelGone, typeName(TargetShape(value.type).element), path: CreationPath.steps()))
    return request.map { error.requested(by: CreationPath.step(of: $0.pointee)) } ?? error
  }

  // MARK: Caching

  /// Goes straight to a template from now on.
  private func cache(_ conversion: ProductConversion, of source: AnswerSource) {
    CreationCoordinator.look {
      guard self.source === source else { return }
      borrowedConversion.store(Borrowed(conversion))
      // No thread fills or empties the resolver meanwhile: that is done under this lock too.
      word.store(AnswerState.created, ordering: .releasing)
    }
  }

  /// Caches the answer that lies in memory, as long as what it consists of stays the same.
  private func cache(
    _ stamp: Stamp, at memory: UnsafeMutableRawPointer, from source: AnswerSource, in model: Model
  ) {
    if case .fleeting = stamp { return }
    CreationCoordinator.look {
      // What it was made from may have been exchanged meanwhile.
      guard stamp.holds, self.source === source else { return }
      watch(source.factories, in: model)
      // A thread that filled it before stored the same, since the stamp still holds.
      fill(copying: memory)
    }
  }

  /// Has the slots of factories refer to this resolver; under `CreationCoordinator.lock`.
  private func watch(_ factories: [Factory], in model: Model) {
    guard !isWatched else { return }
    isWatched = true
    for factory in factories {
      model.store.slot(of: factory).answers.append(Borrowed(self))
    }
  }

  /// Has the slots of the factories refer to this resolver, whether or not it has an answer yet.
  ///
  /// - Returns: A number that grows with every object that one of the slots gets, and when the
  ///   factories become others.
  /// - Throws: `model-gone`.
  package func watchFactories() throws -> UInt {
    guard let model = home.model else { throw modelGone(for: nil) }
    defer { withExtendedLifetime(model) {} }
    return CreationCoordinator.look {
      watch(source.factories, in: model)
      return changes &+ model.store.versions(of: source.factories)
    }
  }

  // MARK: Requirements

  /// Makes sure that every factory shares one object.
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

  /// Makes sure that the answer never has to be awaited again.
  ///
  /// - Throws: ``AlchemicError`` with `cannot-wait`.
  package func requireNoWaiting() throws {
    let awaited = factories.filter(\.isAwaitedTemplate)
    guard !awaited.isEmpty else { return }
    throw AlchemicError(
      awaited.map { $0.facts.problem(.cannotWait, path: CreationPath.steps()) })
  }
}

// MARK: Traits

extension Resolver {
  /// Whether every factory shares one object, so that the answer can be followed.
  package var isShared: Bool { has(ResolverTraits.shared) }

  /// Whether one of the factories wants to be followed by every property.
  @inlinable
  package var isFollowed: Bool { has(ResolverTraits.followed) }

  /// Whether a property follows it, or was promised that it can be followed: then it stays so.
  var mustStayShared: Bool { has(ResolverTraits.requiredShared) }

  /// Whether no factory answers the request, which has criteria: then only the properties that
  /// follow the resolver own it.
  package var isUnanswered: Bool { has(ResolverTraits.unanswered) }

  @inlinable
  func has(_ trait: UInt8) -> Bool { traits.load(ordering: .acquiring) & trait != 0 }

  /// Has the resolver stay one that can be followed, if it is one.
  private func stayShared() -> Bool {
    if !mustStayShared {
      CreationCoordinator.look {
        if isShared { traits.bitwiseOr(ResolverTraits.requiredShared, ordering: .releasing) }
      }
    }
    return mustStayShared
  }
}

/// What is known of a resolver's answer, each a bit.
@usableFromInline
enum ResolverTraits {
  /// Every factory shares one object.
  static let shared: UInt8 = 1
  /// One of the factories wants to be followed by every property.
  @usableFromInline static var followed: UInt8 { @inlinable get { 2 } }
  /// A property counts on it that the answer is shared.
  static let requiredShared: UInt8 = 4
  /// No factory answers the request.
  static let unanswered: UInt8 = 8
}
