import AlchemicRuntime
import Synchronization

/// A set of typed factories, the resolvers of requests for their products, and the shared objects.
///
/// A model's contents change only as a whole. For declarations in an image that is loaded later,
/// the model advances to another `ModelRevision`. The model owns the shared objects and releases
/// them when it is deallocated.
public final class Model: Sendable {
  private let currentRevision: Locked<ModelRevision>
  /// What the model has found out about types in its current revision.
  let findings = Findings()
  /// Whether the current revision has circles of needs, and whether scopes keep objects of it.
  private let circles = Atomic<Bool>(false)
  private let scoped = Atomic<Bool>(false)
  package let injector: (any HostInjector)?
  let lentInjector: LentInjector?
  let observer: (any ModelObserver)?
  /// Owns the shared objects.
  package let store: ObjectStore
  /// Refers to the model until its end.
  package let home: ModelHome
  /// What a child model inherits; nil for any other model.
  let inheritance: Inheritance?
  /// Whether a reset or a failed start has ended the model. Tasks that waited for an object then
  /// create none.
  let isCleared = Atomic<Bool>(false)
  /// Whether observers of the start know the model's warnings.
  let hasToldWarnings = Atomic<Bool>(false)
  /// Storage for the ``Stopping`` of the model, which exists from the beginning of the stop.
  package let stopping = LazyReference()
  /// Storage for the ``ModelScopes``.
  let scopesReference = LazyReference()
  /// How often an object was added to the arrays of the model, or taken out. Written under
  /// `CreationCoordinator.lock`.
  let additions = Atomic<UInt>(0)
  /// Storage for the ``Inheritances``.
  let inheritancesReference = LazyReference()
  /// Storage for the ``FurtherElements``.
  let additionsReference = LazyReference()
  /// Storage for the arguments of factories: a table of ``ArgumentList``s.
  let argumentLists = LazyReference()
  /// Storage for the ``ResolverStore``.
  let resolverReference = LazyReference()
  /// Storage for the layer above: the notifier of hosts that follow a resolver whose factories a
  /// later revision has replaced.
  package let revisionNotifier = LazyReference()

  /// Only the main model has an observer.
  ///
  /// - Parameters:
  ///   - inheritance: What a child inherits; nil if this is no child.
  ///   - name: The name of a child in the message about a use after its end.
  init(
    _ revision: ModelRevision, inheriting inheritance: Inheritance? = nil,
    named name: String? = nil,
    injector: (any HostInjector)?, observer: (any ModelObserver)? = nil
  ) {
    currentRevision = Locked(revision)
    self.injector = injector
    lentInjector = injector.map { LentInjector($0) }
    self.observer = observer
    self.inheritance = inheritance
    home = ModelHome(named: name)
    store =
      inheritance == nil
      ? ObjectStore(for: revision.graph.factories) : ObjectStore(ofChild: revision)
    noteTraits(of: revision)
  }

  deinit {
    // The end of the model has released its objects. Threads may have created others since.
    if !isChild { store.emptyAnswers() }
  }

  /// Whether this is a child model.
  @inline(__always)
  package var isChild: Bool { inheritance != nil }

  /// The model whose factories a child model inherits; nil for any other model.
  var parent: Model? { inheritance?.parent.object }

  /// The first of the models from which this one inherits; itself if it inherits from none.
  package var root: Model { inheritance?.root.object ?? self }

  /// All factories, in the order in which arrays list their objects.
  public var factories: [FactoryFacts] { index.allFacts }

  /// The slots that may contain an object, each before those of the objects that its initializer
  /// received, so that releasing one does not release a long chain recursively.
  package var slotsInReleaseOrder: [Slot] {
    @inline(never) get {
      if isChild {
        return store.otherSlots.ordered(byNumber: { -revision.releaseRank(of: $0.factory) })
      }
      return graph.creationOrder.reversed().map(store.slot)
    }
  }
}

// MARK: Revisions

extension Model {
  /// The current revision.
  package var revision: ModelRevision { currentRevision.withLock { $0 } }

  package var index: FactoryIndex { revision.index }

  var graph: DependencyGraph { revision.graph }

  /// Whether objects of this model may need each other in a circle.
  var hasCircles: Bool { circles.load(ordering: .acquiring) }

  /// Whether scopes keep the objects of any factory.
  package var hasScopes: Bool { scoped.load(ordering: .acquiring) }

  /// Replaces the current revision by its successor. The caller holds
  /// `CreationCoordinator.lock`.
  ///
  /// - Returns: What the caller must release without the lock.
  func advance(to revision: ModelRevision) -> [AnyObject] {
    noteTraits(of: revision)
    let former = currentRevision.withLock { current in
      defer { current = revision }
      return current
    }
    // Last: who reads the new number finds the new revision.
    findings.advance()
    var left: [AnyObject] = [former]
    endInheritances(leaving: &left)
    return left
  }

  private func noteTraits(of revision: ModelRevision) {
    circles.store(revision.traits.hasCircles, ordering: .releasing)
    scoped.store(revision.traits.hasScopes, ordering: .releasing)
  }
}

// MARK: Hosts

extension Model {
  /// Runs `check` for objects of a host class until it succeeds once. In another revision the
  /// result may differ, so `check` runs there again.
  package func checkOnce(_ type: Any.Type, _ check: () throws -> Void) rethrows {
    let number = findings.number
    if findings.holds(.checked, of: type) { return }
    try check()
    findings.add(.checked, of: type, in: number)
  }
}
