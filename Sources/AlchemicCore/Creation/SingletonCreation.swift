import AlchemicRuntime

/// Creates the singletons of a start, except those that are lazy or weak, that need a reference
/// that was not set, or that primaries replace everywhere. These are created on request.
///
/// Asynchronous singletons are created first, then those of the main actor, then all others.
/// Objects that not every thread can create therefore exist before other initializers request them.
package struct SingletonCreation: Sendable {
  package let model: Model
  /// In no order: each creation waits for those that it needs.
  let awaited: [Factory]
  /// Ordered: each follows those that it needs.
  let atOnce: [Factory]
  /// The subset of `atOnce` that only the main actor can create, or that needs its products.
  let there: Set<ObjectIdentifier>
  /// The factories among `atOnce` and their needs that the main actor has to call.
  private let ofMainActor: [Factory]
  var outcome = Outcome()
  /// Whether the start creates them, and not a discovery after it.
  private let isOfStart: Bool

  /// - Parameter revision: A revision of which only the added singletons are created; nil for all.
  package init(of model: Model, addedBy revision: ModelRevision? = nil) {
    self.model = model
    isOfStart = revision == nil
    let graph = revision?.graph ?? model.graph
    let added = revision?.addedFactories.identities
    let waitingFor = graph.waitingForReferences { model.store.isPresent($0) }
    var all = graph.creationOrder.filter {
      $0.facts.isMadeAtStart && added?.contains(ObjectIdentifier($0)) != false
    }
    if !graph.overridden.isEmpty { all.removeAll { graph.overridden.contains($0.position) } }
    let ready =
      waitingFor.isEmpty ? all : all.filter { waitingFor[ObjectIdentifier($0)] == nil }
    awaited = graph.awaited(forAll: ready).filter { !model.store.isSettled($0) }
    atOnce = graph.awaitsAnything ? ready.filter { $0.facts.making != .awaited } : ready
    let perhapsThere = graph.ofMainActor.isEmpty ? [] : atOnce
    there = perhapsThere.filter { graph.needsMainActor($0) }.identities
    ofMainActor = graph.madeOnMainActor(
      forAll: perhapsThere.filter { !model.store.isSettled($0) }
    ).filter { !model.store.isSettled($0) }
    if waitingFor.isEmpty { return }
    for factory in all {
      guard let reference = waitingFor[ObjectIdentifier(factory)]?.facts.name else { continue }
      outcome.waiting.append(factory.facts.problem(.waitsForReference(named: reference)))
    }
  }

  /// The result of creating singletons.
  package struct Outcome: Sendable {
    /// The number of singletons that were created.
    package fileprivate(set) var made = 0
    /// The singletons that wait for a reference.
    package fileprivate(set) var waiting: [Problem] = []
    /// Problems that appear only when properties are inspected.
    fileprivate var mistakes: [Problem] = []
    private var known: Set<String> = []

    /// Records the result of creating a factory's object.
    ///
    /// - Throws: `error` if it ends the creation of all others.
    mutating func add(_ factory: Factory, _ error: (any Error)?) throws {
      guard let error else { return made += 1 }
      guard let error = error as? AlchemicError else { throw error }
      if error.isOfUnsetReference {
        // Only execution reveals these: a closure's own request, a name passed to a wrapper.
        let reference = error.problems.first?.subject ?? ""
        waiting.append(factory.facts.problem(.waitsForReference(named: reference)))
      } else if error.isOfDeclarations {
        // The arguments of wrappers are available only now, so there may be more such problems.
        mistakes += error.problems.filter { known.insert($0.mistake).inserted }
      } else {
        throw error
      }
    }

    /// Creates objects on this thread, in the given order.
    mutating func make(_ factories: [Factory], in model: Model) throws {
      for factory in factories {
        var failure: (any Error)?
        do { try factory.prepare(in: model) } catch { failure = error }
        try add(factory, failure)
      }
    }
  }

  // MARK: On one thread

  /// Creates all singletons on this thread, each after the objects that its initializer needs.
  ///
  /// - Throws: ``AlchemicError`` with `needs-await` and `needs-main-actor` for all that this thread
  ///   cannot create, before any creation; the error of the first one whose own code threw;
  ///   otherwise all problems that appear when properties are inspected.
  package mutating func makeAll() throws -> Outcome {
    try requireOneThread()
    return try make(atOnce)
  }

  /// Checks that this thread can create all of them.
  ///
  /// - Throws: ``AlchemicError`` with `needs-await` and `needs-main-actor`.
  package func requireOneThread() throws(AlchemicError) {
    var problems = awaited.map { $0.facts.problem(.singletonNeedsAwait(isOfStart: isOfStart)) }
    if !ofMainActor.isEmpty, !MainQueue.isCurrent {
      problems += ofMainActor.map {
        $0.facts.problem(.singletonNeedsMainActor(isOfStart: isOfStart))
      }
    }
    guard problems.isEmpty else { throw AlchemicError(problems) }
  }

  mutating func make(_ factories: [Factory]) throws -> Outcome {
    try outcome.make(factories, in: model)
    guard outcome.mistakes.isEmpty else { throw AlchemicError(outcome.mistakes.merged) }
    return outcome
  }
}
