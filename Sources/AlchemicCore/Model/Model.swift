import AlchemicRuntime
import Synchronization

/// A set of typed factories, the resolvers of requests for their products, and the shared objects.
///
/// A model's contents change only as a whole. For declarations in an image that is loaded later,
/// the model advances to another `ModelRevision`. The model owns the shared objects and releases
/// them when it is deallocated.
public final class Model: Sendable {
  /// The current revision. The model retains it, and each revision retains its predecessor.
  private let currentRevision: AtomicReference<ModelRevision>
  package let injector: (any HostInjector)?
  let observer: (any ModelObserver)?
  /// Owns the shared objects.
  let store: ObjectStore
  /// Refers to the model until its end.
  package let home: ModelHome
  /// The model whose factories a child model inherits; nil for any other model.
  package let parent: Model?
  /// Whether a reset or a failed start has ended the model. Tasks that waited for an object then
  /// create none.
  let isCleared = Atomic<Bool>(false)
  /// Storage for the ``Stopping`` of the model, which exists from the beginning of the stop.
  let stopping = LazyReference()
  /// Storage for the ``ModelScopes``.
  let scopesReference = LazyReference()
  /// How often an object was added to the arrays of the model, or taken out. Written under
  /// `CreationCoordinator.lock`.
  let additions = Atomic<UInt>(0)
  /// Storage for the ``AddedObjects``.
  let additionsReference = LazyReference()
  /// Storage for the arguments of factories: a table of ``ArgumentList``s.
  let argumentLists = LazyReference()
  /// Storage for the ``ResolverStore``.
  let resolverReference = LazyReference()
  /// Storage for the layer above: the notifier of hosts that follow a resolver whose factories a
  /// later revision has replaced.
  package let revisionNotifier = LazyReference()

  init(
    _ revision: ModelRevision, injector: (any HostInjector)?, observer: (any ModelObserver)?
  ) {
    currentRevision = AtomicReference(.retaining(revision))
    self.injector = injector
    self.observer = observer
    home = ModelHome()
    parent = nil
    store = ObjectStore(for: revision.graph.factories)
  }

  /// Creates a child model. It has no observer, since observers are for the main model only.
  ///
  /// - Parameter name: The name of the child in the message about a use after its end.
  init(
    _ revision: ModelRevision, childOf parent: Model, named name: String,
    injector: (any HostInjector)?
  ) {
    currentRevision = AtomicReference(.retaining(revision))
    self.injector = injector
    observer = nil
    home = ModelHome(named: name)
    self.parent = parent
    store = ObjectStore(ofChild: revision)
  }

  deinit {
    // The end of the model has released its objects. Threads may have created others since.
    if parent == nil { store.emptyAnswers() }
    current.release()
  }

  /// The first of the models from which this one inherits; itself if it inherits from none.
  package var root: Model { parent?.root ?? self }

  /// All factories, in the order in which arrays list their objects.
  public var factories: [FactoryFacts] { index.allFacts }

  /// The slots that may contain an object, each before those of the objects that its initializer
  /// received, so that releasing one does not release a long chain recursively.
  var slotsInReleaseOrder: [Slot] {
    @inline(never) get {
      if parent != nil {
        return store.otherSlots.ordered(byNumber: { -revision.releaseRank(of: $0.factory) })
      }
      return graph.creationOrder.reversed().map(store.slot)
    }
  }
}

// MARK: Revisions

extension Model {
  /// The current revision.
  package var revision: ModelRevision {
    // The model retains every revision until its own end.
    current.object
  }

  package var index: FactoryIndex { revision.index }

  /// Calls `body` with the current revision, without retaining it.
  func withRevision<Result>(_ body: (ModelRevision) -> Result) -> Result {
    current.with(body)
  }

  var graph: DependencyGraph { revision.graph }

  /// Replaces the current revision by its successor. The caller holds
  /// `CreationCoordinator.lock`.
  func advance(to revision: ModelRevision) {
    // The new revision retains the previous one.
    currentRevision.exchange(for: .retaining(revision))?.release()
  }

  /// The initializer stores the first revision, so there always is one.
  private var current: Borrowed<ModelRevision> { currentRevision.load().unsafelyUnwrapped }
}

// MARK: Hosts

extension Model {
  /// Runs `check` for objects of a host class until it succeeds once. In another revision the
  /// result may differ, so `check` runs there again.
  package func checkOnce(_ type: Any.Type, _ check: () throws -> Void) rethrows {
    try revision.checkOnce(type, check)
  }

  /// Returns whether an object of a host class has passed a check, in any revision.
  func hasChecked(_ type: Any.Type) -> Bool {
    sequence(first: revision, next: \.previous).contains { $0.isChecked(type) }
  }
}
