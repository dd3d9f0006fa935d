import AlchemicRuntime
import Synchronization

/// What there is to inject: typed factories, and how each type that is asked for is answered.
///
/// What it consists of never changes but as a whole: what is found in an image that is loaded later
/// makes another ``ModelRevision``. Factories keep the objects they make, so a model is also where
/// shared objects live: when it goes, they go.
public final class Model: Sendable {
  /// The revision that answers, which this retains, and which retains those before it.
  private let currentRevision: AtomicReference<ModelRevision>
  package let injector: (any HostInjector)?
  let observer: (any ModelObserver)?
  /// Keeps the shared objects.
  let store: ObjectStore
  /// What the resolvers add: the store of them.
  let resolverReference = LazyReference()
  /// What the layer above attaches: notifies the followers of resolvers that another revision
  /// answers.
  package let revisionNotifier = LazyReference()

  init(
    _ revision: ModelRevision, injector: (any HostInjector)?, observer: (any ModelObserver)?
  ) {
    currentRevision = AtomicReference(.retaining(revision))
    self.injector = injector
    self.observer = observer
    store = ObjectStore(for: revision.graph.factories[0...])
  }

  deinit {
    // No other thread has the model, so no lock is taken; a reset has cleared it before.
    var left: [AnyObject] = []
    let factories = graph.creationOrder
    for index in factories.indices.reversed() {
      store.slot(of: factories[index]).end(leaving: &left)
    }
    left = []
    current.release()
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
    current.object
  }

  package var index: FactoryIndex { revision.index }

  /// Looks at the revision without a retain.
  func withRevision<Result>(_ body: (ModelRevision) -> Result) -> Result {
    current.with(body)
  }

  var graph: DependencyGraph { revision.graph }

  /// Makes a revision that follows the current one the one that answers; under
  /// `CreationCoordinator.lock`.
  func advance(to revision: ModelRevision) {
    // The new one keeps the old one.
    currentRevision.exchange(for: .retaining(revision))?.release()
    for factory in revision.index.all { factory.plainClass.store(0, ordering: .releasing) }
  }

  /// There is one from the initializer on.
  private var current: Borrowed<ModelRevision> { currentRevision.load().unsafelyUnwrapped }
}

// MARK: Hosts

extension Model {
  /// Runs `check` for the first object of a host class that is seen, until it has passed once.
  /// Another revision may answer otherwise, so it begins again.
  package func checkOnce(_ type: Any.Type, _ check: () throws -> Void) rethrows {
    try revision.checkOnce(type, check)
  }
}
