import AlchemicCore

// What is loaded after the start.
extension Lifecycle {
  /// Who extends a model.
  private struct Turn {
    let model: Model
    let generation: Int
    /// What is left in its image.
    let refused: KnownTypes
  }

  /// What a turn has added.
  private struct Growth {
    let revision: ModelRevision
    /// Those that other factories answer now.
    let resolvers: [Resolver]
    /// The last host that may have seen the model as it was.
    let latestHost: UInt64

    /// How the new singletons are made, when the aspects have looked.
    func creation(in model: Model) -> SingletonCreation {
      revision.notifyAspects(of: model)
      return SingletonCreation(of: model, addedBy: revision)
    }
  }

  /// Where singletons can be made.
  private enum Reach {
    case thisThread
    case anyThread
  }

  /// Extends the model by what is found now, makes the new singletons, and tells those who follow.
  ///
  /// Declaring, checking and publishing are one thread's turn, which others wait for; no lock is
  /// held while declarations run. What comes after may be done by several threads at once.
  ///
  /// - Parameter includesRefused: Whether what did not fit before is tried again.
  func discover(
    includingRefused includesRefused: Bool, _ configure: (ModelBuilder) -> Void
  ) throws -> [FactoryFacts] {
    let begin = ContinuousClock.now
    let turn = try takeTurn(includingRefused: includesRefused)
    guard let growth = try publish(in: turn, configure, on: .thisThread) else { return [] }
    var creation = growth.creation(in: turn.model)
    try conclude(growth, in: turn, creation.makeAll(), since: begin)
    return growth.revision.added
  }

  /// Does the same, and awaits what has to be awaited. All else is done where the caller is.
  nonisolated(nonsending) func discoverAwaiting(
    includingRefused includesRefused: Bool, _ configure: (ModelBuilder) -> Void
  ) async throws -> [FactoryFacts] {
    let begin = ContinuousClock.now
    let turn = try takeTurn(includingRefused: includesRefused)
    guard let growth = try publish(in: turn, configure, on: .anyThread) else { return [] }
    var creation = growth.creation(in: turn.model)
    do {
      creation = try await makeAwaited(creation, turn.generation, isOfStart: false)
    } catch {
      // A reset is the reason for whatever else went wrong then.
      try requireCurrent(turn)
      throw error
    }
    try conclude(growth, in: turn, creation.makeOthers(), since: begin)
    return growth.revision.added
  }

  /// Tells everybody of what is there now.
  @inline(never)
  private func conclude(
    _ growth: Growth, in turn: Turn, _ singletons: SingletonCreation.Outcome,
    since begin: ContinuousClock.Instant
  ) throws {
    try requireCurrent(turn)
    let revision = growth.revision
    TransientRegistry.notifyFollowers(of: growth.resolvers, upTo: growth.latestHost, in: turn.model)
    (revision.addedWarnings + singletons.waiting).forEach { EventHub.main.announce(.warning($0)) }
    EventHub.main.announce(
      .didDiscover(
        factories: revision.added.count, singletons: singletons.made,
        duration: ContinuousClock.now - begin))
  }

  /// - Returns: Nil if there is nothing new.
  private func publish(
    in turn: Turn, _ configure: (ModelBuilder) -> Void, on reach: Reach
  ) throws -> Growth? {
    // Released when the turn is over.
    var released: [AnyObject] = []
    defer { withExtendedLifetime(released) {} }
    let builder = ModelBuilder(extending: turn.model, leavingOut: turn.refused)
    var refused = KnownTypes()
    defer { endTurn(turn, refusing: refused) }
    builder.discover()
    let found = builder.known
    configure(builder)
    var isMisplaced = false
    do {
      guard let candidate = builder.buildExtension() else { return nil }
      try requireCurrent(turn)
      let publication = try turn.model.publish(candidate) { () throws(AlchemicError) in
        if case .anyThread = reach { return }
        isMisplaced = true
        try SingletonCreation(of: turn.model, addedBy: candidate.revision).requireOneThread()
        isMisplaced = false
      }
      released = publication.released
      return Growth(
        revision: candidate.revision, resolvers: publication.resolvers,
        latestHost: FollowerSequence.latest)
    } catch {
      // What only has to be awaited fits: who asks again with `await` gets it.
      if !isMisplaced { refused = found }
      throw error
    }
  }

  /// Waits until nobody else extends the model, and says that this thread does.
  private func takeTurn(includingRefused includesRefused: Bool) throws(AlchemicError) -> Turn {
    let me = ThreadID.current
    var waitsFor: Int?
    let result: Result<Turn, AlchemicError> = state.wait { state in
      if let waitsFor, waitsFor != state.generation {
        return .failure(Self.interrupted(isDiscovery: true))
      }
      waitsFor = state.generation
      guard state.hasSingletons, let model = state.model else {
        let isIdle = state.stage == .idle
        return .failure(isIdle ? state.notStarted(Self.discover) : Self.refused(.isStarting))
      }
      if state.discoverer == me {
        return .failure(Self.refused(.isDiscovering))
      }
      if state.discoverer != nil { return nil }
      state.discoverer = me
      let refused = includesRefused ? KnownTypes() : state.refused
      return .success(Turn(model: model, generation: state.generation, refused: refused))
    }
    return try result.get()
  }

  private func endTurn(_ turn: Turn, refusing refused: KnownTypes) {
    state.withLock { state in
      guard state.generation == turn.generation else { return }
      state.discoverer = nil
      if state.model === turn.model { state.refused = state.refused.union(refused) }
    }
    state.announceChange()
  }

  /// Makes sure that the model is still the one that answers.
  @inline(never)
  private func requireCurrent(_ turn: Turn) throws(AlchemicError) {
    try state.withLock { state throws(AlchemicError) in
      guard state.generation == turn.generation else {
        throw Self.interrupted(isDiscovery: true)
      }
      // A start whose blocks were still running has failed.
      guard state.model === turn.model else { throw state.notStarted(Self.discover) }
    }
  }

  private static let discover = "Alchemic.discover()"

  private static func refused(_ fact: Problem.Fact) -> AlchemicError {
    AlchemicError(Problem(fact, discover, path: CreationPath.steps()))
  }
}
