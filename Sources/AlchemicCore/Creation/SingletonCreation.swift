import AlchemicRuntime

/// Makes the singletons of a start, but for those that are lazy or weak, and those that need a
/// reference that was not set: these are made on request.
///
/// First come those that have to be awaited, then those of the main actor, then all others: what
/// not everybody can make is there when the others' initializers ask for it.
package struct SingletonCreation: Sendable {
  package let model: Model
  /// In no order: each waits for those that it needs.
  private let awaited: [Factory]
  /// Each after what it needs.
  private let atOnce: [Factory]
  /// Those of them that only the main actor can make, or that need what it makes.
  private let there: Set<ObjectIdentifier>
  /// What of these, and of what they need, the main actor has to make.
  private let ofMainActor: [Factory]
  private var outcome = Outcome()
  /// Whether the start makes these, and not a discovery after it.
  private let isOfStart: Bool

  /// - Parameter revision: The revision of which only those are made that are new in it; nil for
  ///   all.
  package init(of model: Model, addedBy revision: ModelRevision? = nil) {
    self.model = model
    isOfStart = revision == nil
    let graph = revision?.graph ?? model.graph
    let added = revision?.addedFactories.identities
    let waitingFor = graph.waitingForReferences { model.store.isPresent($0) }
    let all = graph.creationOrder.filter {
      $0.facts.isMadeAtStart && added?.contains(ObjectIdentifier($0)) != false
    }
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
      outcome.waiting.append(
        .waitsForReference(singleton: factory.facts.name, reference: reference))
    }
  }

  /// What making singletons came to.
  package struct Outcome: Sendable {
    /// How many were made.
    package fileprivate(set) var made = 0
    /// Those that wait for a reference.
    package fileprivate(set) var waiting: [ModelWarning] = []
    /// What only shows when properties are looked at.
    fileprivate var mistakes: [Problem] = []
    private var known: Set<String> = []

    /// Adds what came of making a factory's object.
    ///
    /// - Throws: The error if no other object can be made after it.
    fileprivate mutating func add(_ factory: Factory, _ error: (any Error)?) throws {
      guard let error else { return made += 1 }
      guard let error = error as? AlchemicError else { throw error }
      if error.isOfUnsetReference {
        // What only running shows: a closure that asks by itself, a name given to a wrapper.
        let reference = error.problems.first?.subject ?? ""
        waiting.append(.waitsForReference(singleton: factory.facts.name, reference: reference))
      } else if error.isOfDeclarations {
        // What was given to wrappers is known only now: there may be more of these.
        mistakes += error.problems.filter { known.insert($0.mistake).inserted }
      } else {
        throw error
      }
    }

    /// Makes them on this thread, in their order.
    fileprivate mutating func make(_ factories: [Factory], in model: Model) throws {
      for factory in factories {
        var failure: (any Error)?
        do { try factory.prepare(in: model) } catch { failure = error }
        try add(factory, failure)
      }
    }
  }

  // MARK: On one thread

  /// Makes all of them on this thread, each after what its initializer needs.
  ///
  /// - Throws: ``AlchemicError`` with `needs-await` and `needs-main-actor` for all that cannot be
  ///   made so, before anything is made; that of the first whose own code threw; else with all
  ///   mistakes that show when properties are looked at.
  package mutating func makeAll() throws -> Outcome {
    try requireOneThread()
    return try make(atOnce)
  }

  /// Makes sure that this thread can make all of them.
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
    guard outcome.mistakes.isEmpty else { throw AlchemicError(outcome.mistakes) }
    return outcome
  }

  // MARK: By tasks

  /// Makes those that have to be awaited, at the same time as far as they do not need each other,
  /// and then those of the main actor.
  ///
  /// - Throws: ``AlchemicError`` of the first whose own code threw; what else is being made is
  ///   cancelled, and awaited.
  package mutating func makeAwaited() async throws {
    let model = model
    try await withThrowingTaskGroup(of: (Factory, (any Error)?).self) { group in
      for factory in awaited {
        group.addTask {
          do { try await factory.prepareAwaiting(in: model) } catch { return (factory, error) }
          return (factory, nil)
        }
      }
      for try await (factory, error) in group { try outcome.add(factory, error) }
    }
    let ofMainActor = atOnce.filter { there.contains(ObjectIdentifier($0)) }
    guard !ofMainActor.isEmpty else { return }
    outcome = try await MainActor.run { [outcome] in
      var outcome = outcome
      try outcome.make(ofMainActor, in: model)
      return outcome
    }
  }

  /// Whether ``makeAwaited()`` has nothing to do.
  package var awaitsNothing: Bool {
    awaited.isEmpty && there.isEmpty
  }

  /// Makes all others on this thread, after ``makeAwaited()``.
  ///
  /// - Throws: As ``makeAll()``.
  package mutating func makeOthers() throws -> Outcome {
    try make(there.isEmpty ? atOnce : atOnce.filter { !there.contains(ObjectIdentifier($0)) })
  }
}

extension Model {
  /// Makes what has to be awaited before a factory's own object can be made, at the same time as
  /// far as these do not need each other.
  func prepareNeeds(of factory: Factory) async throws {
    let needs = graph.awaitedNeeds(of: factory).filter { !store.isSettled($0) }
    if needs.count <= 1 {
      try await needs.first?.prepareAwaiting(in: self)
      return
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for needed in needs { group.addTask { try await needed.prepareAwaiting(in: self) } }
      try await group.waitForAll()
    }
  }
}
