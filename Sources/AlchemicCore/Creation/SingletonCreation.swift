/// Makes the singletons of a start, but for those that are lazy or weak, and those that need a reference that
/// was not set: these are made on request.
///
/// First come those that have to be awaited, then those of the main actor, then all others: what not
/// everybody can make is there when the others' initializers ask for it.
package struct SingletonCreation: Sendable {
  package let model: Model
  /// In no order: each waits for those that it needs.
  private let awaited: [AnyObjectFactory]
  /// Each after what it needs.
  private let atOnce: [AnyObjectFactory]
  /// Those of them that only the main actor can make, or that need what it makes.
  private let there: Set<ObjectIdentifier>
  /// What of these, and of what they need, the main actor has to make.
  private let ofMainActor: [AnyObjectFactory]
  private var outcome: Outcome
  /// What a problem says besides: whose singletons these are.
  private let hint: Problem.Hint

  /// - Parameter revision: The revision of which only those are made that are new in it; nil for all.
  package init(of model: Model, addedBy revision: ModelRevision? = nil) {
    self.model = model
    hint = revision == nil ? .isOfStart : .isOfDiscovery
    let graph = revision?.graph ?? model.graph
    let added = revision?.addedFactories.identities
    let waitingFor = graph.waitingForReferences()
    let all = graph.creationOrder.filter {
      $0.facts.isMadeAtStart && added?.contains(ObjectIdentifier($0)) != false
    }
    let ready =
      waitingFor.isEmpty ? all : all.filter { waitingFor[ObjectIdentifier($0)] == nil }
    awaited = graph.awaited(forAll: ready).filter { !$0.isSettled }
    atOnce = graph.awaitsAnything ? ready.filter { $0.facts.making != .awaited } : ready
    if graph.ofMainActor.isEmpty {
      there = []
      ofMainActor = []
    } else {
      there = atOnce.filter { graph.needsMainActor($0) }.identities
      ofMainActor = graph.madeOnMainActor(forAll: atOnce.filter { !$0.isSettled })
        .filter { !$0.isSettled }
    }
    outcome = Outcome(
      waiting: waitingFor.isEmpty
        ? []
        : all.compactMap { factory in
          waitingFor[ObjectIdentifier(factory)].map {
            .waitsForReference(singleton: factory.facts.name, reference: $0.facts.name)
          }
        })
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

    fileprivate init(
      made: Int = 0, waiting: [ModelWarning] = [], mistakes: [Problem] = []
    ) {
      (self.made, self.waiting, self.mistakes) = (made, waiting, mistakes)
    }

    fileprivate mutating func add(_ other: Outcome) {
      made += other.made
      waiting += other.waiting
      mistakes += other.mistakes.filter { known.insert($0.mistake).inserted }
    }
  }

  // MARK: On one thread

  /// Makes all of them on this thread, each after what its initializer needs.
  ///
  /// - Throws: ``AlchemicError`` with `needs-await` and `needs-main-actor` for all that cannot be made so,
  ///   before anything is made; that of the first whose own code threw; else with all mistakes that
  ///   show when properties are looked at.
  package mutating func makeAll() throws -> Outcome {
    try requireOneThread()
    return try make(atOnce)
  }

  /// Makes sure that this thread can make all of them.
  ///
  /// - Throws: ``AlchemicError`` with `needs-await` and `needs-main-actor`.
  package func requireOneThread() throws(AlchemicError) {
    var problems = awaited.map { problem(.needsAwait, $0) }
    if !ofMainActor.isEmpty, !MainQueue.isCurrent {
      problems += ofMainActor.map { problem(.needsMainActor, $0) }
    }
    guard problems.isEmpty else { throw AlchemicError(problems) }
  }

  private func problem(_ id: ProblemID, _ factory: AnyObjectFactory) -> Problem {
    Problem(id, factory.facts.name, candidates: [factory.facts.candidate], hint: hint)
  }

  private mutating func make(_ factories: [AnyObjectFactory]) throws -> Outcome {
    for factory in factories {
      do {
        try factory.prepare(in: model)
        outcome.made += 1
      } catch {
        outcome.add(try Self.outcome(of: factory, after: error))
      }
    }
    guard outcome.mistakes.isEmpty else { throw AlchemicError(outcome.mistakes) }
    return outcome
  }

  // MARK: By tasks

  /// Makes those that have to be awaited, at the same time as far as they do not need each other, and then
  /// those of the main actor.
  ///
  /// - Throws: ``AlchemicError`` of the first whose own code threw; what else is being made is cancelled,
  ///   and awaited.
  package mutating func makeAwaited() async throws {
    let model = model
    try await withThrowingTaskGroup(of: Outcome.self) { group in
      for factory in awaited {
        group.addTask {
          try await Self.outcome(of: factory) { try await factory.prepareAwaiting(in: model) }
        }
      }
      for try await one in group { outcome.add(one) }
    }
    let ofMainActor = atOnce.filter { there.contains(ObjectIdentifier($0)) }
    guard !ofMainActor.isEmpty else { return }
    outcome.add(
      try await MainActor.run {
        var outcome = Outcome()
        for factory in ofMainActor {
          outcome.add(try Self.outcome(of: factory) { try factory.prepare(in: model) })
        }
        return outcome
      })
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

  // MARK: One of them

  private static func outcome(
    of factory: AnyObjectFactory, making body: () throws -> Void
  ) throws -> Outcome {
    do {
      try body()
      return Outcome(made: 1)
    } catch {
      return try outcome(of: factory, after: error)
    }
  }

  private static func outcome(
    of factory: AnyObjectFactory, making body: () async throws -> Void
  ) async throws -> Outcome {
    do {
      try await body()
      return Outcome(made: 1)
    } catch {
      return try outcome(of: factory, after: error)
    }
  }

  private static func outcome(
    of factory: AnyObjectFactory, after error: any Error
  ) throws -> Outcome {
    guard let error = error as? AlchemicError else { throw error }
    if error.isOfUnsetReference {
      // What only running shows: a closure that asks by itself, a name given to a wrapper.
      let reference = error.problems.first?.subject ?? ""
      return Outcome(waiting: [
        .waitsForReference(singleton: factory.facts.name, reference: reference)
      ])
    }
    // What was given to wrappers is known only now: there may be more of these.
    if error.isOfDeclarations { return Outcome(mistakes: error.problems) }
    throw error
  }
}

extension Model {
  /// Makes every singleton on this thread: see ``SingletonCreation``.
  package func createSingletons() throws -> SingletonCreation.Outcome {
    var creation = SingletonCreation(of: self)
    return try creation.makeAll()
  }

  /// Makes what has to be awaited before a factory's own object can be made, at the same time as far as these
  /// do not need each other.
  func prepareNeeds(of factory: AnyObjectFactory) async throws {
    let needs = graph.awaitedNeeds(of: factory).filter { !$0.isSettled }
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
