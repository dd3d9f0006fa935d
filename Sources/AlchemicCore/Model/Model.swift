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
  /// The answers by type; see ``WireTable`` for why it may outlive the model.
  package let wires = WireTable()
  private let criteriaWires = CriteriaWires()
  /// All wires that another revision has to ask again, with what they draw from; they do not own it.
  let registry = WireRegistry()
  /// What the layer above attaches: who tells the followers of wires that another revision answers.
  package let attachment = Attachment()

  init(
    _ revision: ModelRevision, injector: (any HostInjector)?, observer: (any ModelObserver)?
  ) {
    currentRevision = Atomic(UInt(bitPattern: Unmanaged.passRetained(revision).toOpaque()))
    self.injector = injector
    self.observer = observer
    wires.home.set(self)
    if revision.graph.components.isEmpty { return }
    CreationCoordinator.joinComponents(of: revision.graph) { ((), true) }
  }

  deinit {
    // Nobody else is there; a reset has cleared it before.
    let factories = index.all
    let hasObjects = CreationCoordinator.look { factories.contains { $0.state != .absent } }
    let released = hasObjects ? clear() : []
    CreationCoordinator.look { factories.forEach { $0.mirrors.removeAll() } }
    factories.forEach { $0.namedWires.removeAll() }
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
    try wire(for: type, matching: criteria).value()
  }

  /// Makes an object with arguments of the caller's; it is injected, and not kept.
  ///
  /// - Parameters:
  ///   - type: What the caller needs: the product's type, or an optional of it.
  ///   - criteria: Which factory is meant.
  ///   - values: The first arguments; those left out at the end come from their sources.
  /// - Throws: ``AlchemicError`` with `wrong-arguments` or `not-invocable`, and as ``get(_:matching:)``.
  package func invoke<Value>(
    _ type: Value.Type, matching criteria: SearchCriteria, with values: [Any?]
  ) throws -> Value {
    try invocable(type, matching: criteria).invoke(as: type, with: values, in: self)
  }

  /// The same for a task, which awaits what has to be awaited.
  package func invokeAwaiting<Value>(
    _ type: Value.Type, matching criteria: SearchCriteria, with values: [Any?]
  ) async throws -> Value {
    try await invocable(type, matching: criteria)
      .invokeAwaiting(as: type, with: values, in: self)
  }

  private func invocable<Value>(
    _ type: Value.Type, matching criteria: SearchCriteria
  ) throws -> AnyObjectFactory {
    let shape = TargetShape(type)
    return try index.onlyFactory(
      for: SearchRequest(target: shape.array ?? shape.element, criteria: criteria))
  }

  /// How a request is answered, in this model.
  ///
  /// - Throws: As ``get(_:matching:)``, but nothing is made.
  package func wire<Value>(
    for type: Value.Type, matching criteria: SearchCriteria
  ) throws -> Wire<Value> {
    if criteria.isEmpty { return try wire(for: type) }
    if let name = criteria.onlyName {
      guard let factory = withRevision({ $0.index.factory(named: name) }) else {
        // Names have no end: what no factory has is searched again each time.
        return try makeWire(type, criteria)
      }
      if let wire = factory.namedWires[ObjectIdentifier(type)] { return typed(wire) }
      return typed(factory.namedWires.insert(try makeWire(type, criteria)))
    }
    // What excludes itself is never an answer, and its key would be that of something else.
    guard criteria.areConsistent else { return try makeWire(type, criteria) }
    let key = RequestKey(type, criteria)
    if let wire = criteriaWires[key] { return typed(wire) }
    let wire = try makeWire(type, criteria)
    return wire.isUnanswered ? wire : typed(criteriaWires.insert(wire, for: key))
  }

  /// The wire for a property that follows what answers it, also in later revisions.
  ///
  /// The caller keeps the wire as long as the property lives; a request that no factory answers is kept by nobody else.
  ///
  /// - Throws: As ``get(_:matching:)``, but nothing is made.
  package func followedWire<Value>(
    for type: Value.Type, matching criteria: SearchCriteria
  ) throws -> Wire<Value> {
    while true {
      let revision = revision
      let wire = try wire(for: type, matching: criteria)
      guard wire.isUnanswered else { return wire }
      let key = RequestKey(type, criteria)
      // From here on another revision asks for it again. One that came meanwhile could not.
      let shared = CreationCoordinator.look {
        self.revision === revision ? registry.share(wire, asking: criteria, by: key) : nil
      }
      if let shared { return typed(shared) }
    }
  }

  /// How many wires are kept, by the model and by the properties that follow what no factory answers.
  package var wireCount: (owned: Int, unanswered: Int) {
    CreationCoordinator.look { registry.count }
  }

  package func wire<Value>(for type: Value.Type) throws -> Wire<Value> {
    try wires.wire(for: type) ?? wires.insert(makeWire(type, SearchCriteria()))
  }

  private func makeWire<Value>(
    _ type: Value.Type, _ criteria: SearchCriteria
  ) throws -> Wire<Value> {
    while true {
      let revision = revision
      let source = try revision.index.source(for: type, criteria)
      if !criteria.isEmpty, source.factories.isEmpty {
        return Wire(source, home: wires.home, isUnanswered: true)
      }
      let wire = Wire(source, home: wires.home, isUnanswered: false)
      // From here on another revision asks for it again. One that came meanwhile could not.
      let isCurrent = CreationCoordinator.look {
        guard self.revision === revision else { return false }
        registry.add(wire, asking: criteria, from: source)
        return true
      }
      if isCurrent { return wire }
    }
  }

  /// Wires are stored under the type they were made for, so the cast cannot fail.
  private func typed<Value>(_ wire: AnyWire) -> Wire<Value> {
    unsafeDowncast(wire, to: Wire<Value>.self)
  }
}

// MARK: Hosts

extension Model {
  /// Runs `check` for the first object of a host class that is seen, until it has passed once. Another
  /// revision may answer otherwise, so it begins anew.
  package func checkOnce(_ type: Any.Type, _ check: () throws -> Void) rethrows {
    try revision.checkOnce(type, check)
  }
}

// MARK: Life

extension Model {
  /// Lets the aspects look at the model, before anything is made.
  package func tellAspects() { revision.tellAspects(of: self) }

  /// Forgets every object.
  ///
  /// - Returns: The objects, to be released outside every lock; each before what its initializer took, so that
  ///   the end of one is not the end of a long chain, one within the other.
  package func clear() -> [Any] {
    let factories = graph.creationOrder
    var left: [Any] = []
    left.reserveCapacity(factories.count)
    for factory in factories.reversed() { CreationCoordinator.clear(factory, leaving: &left) }
    return left
  }
}
