import AlchemicRuntime

/// Creates the singletons of a start, except those that are lazy or weak, those that need an unset
/// reference, and those that primaries replace everywhere. Requests create these.
///
/// Creates asynchronous singletons first, then those of the main actor, then all others. Objects
/// that some threads cannot create therefore exist before other initializers request them.
package struct SingletonCreation: Sendable {
  package let model: Model
  /// In no order: each creation waits for those that it needs.
  let awaited: [Factory]
  /// In order: each singleton follows those that it needs.
  let atOnce: [Factory]
  /// The subset of `atOnce` that only the main actor can create, or that needs its products.
  let there: Set<ObjectIdentifier>
  /// The factories among `atOnce` and their needs whose functions the main actor must call.
  private let ofMainActor: [Factory]
  var outcome = Outcome()
  /// Whether a start creates them, and not a later discovery.
  private let isOfStart: Bool

  /// - Parameter revision: A revision of which only the added singletons are created; nil for all.
  package init(of model: Model, addedBy revision: ModelRevision? = nil) {
    self.model = model
    isOfStart = revision == nil
    let graph = revision?.graphOfAdded ?? model.graph
    let added = revision?.addedFactories.identities
    let waitingFor = graph.waitingForReferences(model.revision.traits.parts) {
      model.store.isPresent($0)
    }
    var all = graph.singletons
    if let added { all.removeAll { !added.contains(ObjectIdentifier($0)) } }
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
    /// Problems that only an inspection of properties with an object reveals.
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
        do { _ = try factory.sharedObject(in: model) } catch { failure = error }
        try add(factory, failure)
      }
    }
  }

  // MARK: On one thread

  /// Creates all singletons on this thread, each after the objects that its initializer needs.
  ///
  /// - Throws: ``AlchemicError`` with `needs-await` and `needs-main-actor` for all singletons that
  ///   this thread cannot create, before any creation; the error of the first singleton whose code
  ///   threw; otherwise all problems that the inspection of properties reveals.
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

  private mutating func make(_ factories: [Factory]) throws -> Outcome {
    try outcome.make(factories, in: model)
    guard outcome.mistakes.isEmpty else { throw AlchemicError(outcome.mistakes.merged) }
    return outcome
  }

  // MARK: After tasks

  /// Whether ``makeAwaited()`` has nothing to do.
  package var awaitsNothing: Bool {
    awaited.isEmpty && there.isEmpty
  }

  /// Creates all others on this thread, after ``makeAwaited()``.
  ///
  /// - Throws: As ``makeAll()``.
  package mutating func makeOthers() throws -> Outcome {
    try make(there.isEmpty ? atOnce : atOnce.filter { !there.contains(ObjectIdentifier($0)) })
  }
}
