import AlchemicRuntime
import Synchronization

/// What there is to inject: typed factories, and how each type that is asked for is answered.
///
/// What it consists of never changes but as a whole: what is found in an image that is loaded later makes
/// another ``ModelRevision``. Factories keep the objects they make, so a model is also where shared objects
/// live: when it goes, they go.
public final class Model: Sendable {
  /// The address of the revision that answers, which this retains, and which retains those before it.
  private let currentRevision: Atomic<UInt>
  package let injector: (any HostInjector)?
  let observer: (any ModelObserver)?
  /// Keeps the shared objects.
  let store: ObjectStore
  /// Answers requests.
  package let resolvers = ResolverStore()
  /// What the layer above attaches: notifies the followers of resolvers that another revision answers.
  package let revisionNotifier = LazyReference()

  init(
    _ revision: ModelRevision, injector: (any HostInjector)?, observer: (any ModelObserver)?
  ) {
    currentRevision = Atomic(UInt(bitPattern: Unmanaged.passRetained(revision).toOpaque()))
    self.injector = injector
    self.observer = observer
    store = ObjectStore(for: revision.graph.factories[0...])
    resolvers.home.set(self)
    if revision.graph.components.isEmpty { return }
    CreationCoordinator.joinComponents(of: revision.graph, in: store) { ((), true) }
  }

  deinit {
    // No other thread has the model; a reset has cleared it before.
    let slots = index.all.map(store.slot)
    let hasObjects = CreationCoordinator.look { slots.contains { $0.state != .absent } }
    let released = hasObjects ? clear() : []
    CreationCoordinator.look { for slot in slots { slot.resolvers.removeAll() } }
    _ = released
    Self.revision(at: currentRevision.load(ordering: .acquiring)).release()
  }

  /// All factories, in the order in which arrays list their objects.
  public var factories: [FactoryFacts] { index.all.facts }

  /// What works but is hardly meant.
  public var warnings: [ModelWarning] { revision.warnings }
}

// MARK: Revisions

extension Model {
  /// What the model consists of now.
  package var revision: ModelRevision {
    // All of them are kept as long as the model.
    Self.revision(at: currentRevision.load(ordering: .acquiring)).takeUnretainedValue()
  }

  package var index: FactoryIndex { revision.index }

  /// Looks at the revision without a retain.
  func withRevision<Result>(_ body: (ModelRevision) -> Result) -> Result {
    Self.revision(at: currentRevision.load(ordering: .acquiring))._withUnsafeGuaranteedRef(body)
  }

  var graph: DependencyGraph { revision.graph }

  /// Makes a revision that follows the current one the one that answers; under `CreationCoordinator.lock`.
  func advance(to revision: ModelRevision) {
    let new = UInt(bitPattern: Unmanaged.passRetained(revision).toOpaque())
    // The new one keeps the old one.
    Self.revision(at: currentRevision.exchange(new, ordering: .acquiringAndReleasing)).release()
    for factory in revision.index.all { factory.plainClass.store(0, ordering: .releasing) }
  }

  private static func revision(at address: UInt) -> Unmanaged<ModelRevision> {
    // There is one from the initializer on.
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped)
  }
}

// MARK: Asking

extension Model {
  /// Returns the object that satisfies a request.
  ///
  /// The primary factory wins when several match; a tie is an error, never a guess.
  ///
  /// - Parameters:
  ///   - type: What the caller needs: a class, a protocol, a value type; an optional, which may be
  ///     nil; an array, which is all of them.
  ///   - criteria: What the factory must satisfy besides producing `type`.
  /// - Returns: A singleton's shared object, a new object from a template, what `AcSet` gave to a
  ///   reference.
  /// - Throws: ``AlchemicError`` with `no-match`, `several-matches`, `wrong-type`,
  ///   `wrong-criteria`, `unset-reference`, `unexpected-nil`, `creation-failed` or `cycle`.
  /// - Complexity: O(1) for a request that was made before; O(*f*) in the factories the first time.
  public func get<Value>(
    _ type: Value.Type = Value.self, matching criteria: SearchCriteria = SearchCriteria()
  ) throws -> Value {
    try resolver(for: type, matching: criteria).value(as: type)
  }

  /// Returns the resolver of a request.
  ///
  /// - Throws: As ``get(_:matching:)``, but nothing is made.
  package func resolver(
    for type: Any.Type, matching criteria: SearchCriteria = SearchCriteria()
  ) throws -> Resolver {
    guard !criteria.isEmpty else {
      if let known = resolvers.published.known(type) { return known.takeUnretainedValue() }
      return resolvers.published.insert(try makeResolver(type, criteria))
    }
    // Criteria that exclude each other have no answer, and their key would be that of others.
    guard criteria.areConsistent else { return try makeResolver(type, criteria) }
    // Names have no end: what no factory has is searched again each time.
    if let name = criteria.onlyName, withRevision({ $0.index.factory(named: name) }) == nil {
      return try makeResolver(type, criteria)
    }
    let key = RequestKey(type, criteria)
    if let known = resolvers[key] { return known }
    let resolver = try makeResolver(type, criteria)
    return resolver.isUnanswered ? resolver : resolvers.insert(resolver, for: key)
  }

  /// Returns the resolver for a property that follows what answers it, also in later revisions.
  ///
  /// The caller keeps the resolver as long as the property lives; the model does not keep one that no factory answers.
  ///
  /// - Throws: As ``get(_:matching:)``, but nothing is made.
  package func followedResolver(
    for type: Any.Type, matching criteria: SearchCriteria
  ) throws -> Resolver {
    while true {
      let revision = revision
      let resolver = try resolver(for: type, matching: criteria)
      guard resolver.isUnanswered else { return resolver }
      let key = RequestKey(type, criteria)
      // From here on another revision asks for it again. One that came meanwhile could not.
      let shared = CreationCoordinator.look {
        self.revision === revision ? resolvers.share(resolver, by: key) : nil
      }
      if let shared { return shared }
    }
  }

  /// How many resolvers are kept: by the model, and by the properties that follow what no factory answers.
  package var resolverCount: (owned: Int, unanswered: Int) {
    CreationCoordinator.look { resolvers.count }
  }

  private func makeResolver(
    _ type: Any.Type, _ criteria: SearchCriteria
  ) throws -> Resolver {
    while true {
      let revision = revision
      let source = try AnswerSource(type, criteria, in: revision.index)
      let isUnanswered = !criteria.isEmpty && source.factories.isEmpty
      let resolver = Resolver(
        source, matching: criteria, home: resolvers.home, isUnanswered: isUnanswered)
      if isUnanswered { return resolver }
      // From here on another revision asks for it again. One that came meanwhile could not.
      let isCurrent = CreationCoordinator.look {
        guard self.revision === revision else { return false }
        resolvers.add(resolver, from: source)
        return true
      }
      if isCurrent { return resolver }
    }
  }
}

// MARK: Hosts

extension Model {
  /// Runs `check` for the first object of a host class that is seen, until it has passed once. Another
  /// revision may answer otherwise, so it begins again.
  package func checkOnce(_ type: Any.Type, _ check: () throws -> Void) rethrows {
    try revision.checkOnce(type, check)
  }
}

// MARK: Life

extension Model {
  /// Lets the aspects look at the model, before anything is made.
  package func notifyAspects() { revision.notifyAspects(of: self) }

  /// Forgets every object.
  ///
  /// - Returns: The objects, to be released outside every lock; each before what its initializer took, so that
  ///   the end of one is not the end of a long chain, one within the other.
  package func clear() -> [AnyObject] {
    let factories = graph.creationOrder
    var left: [AnyObject] = []
    left.reserveCapacity(factories.count)
    for factory in factories.reversed() {
      CreationCoordinator.clear(store.slot(of: factory), leaving: &left)
    }
    return left
  }
}
