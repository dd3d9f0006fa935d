import AlchemicCore

// The extension of the model by types that were loaded after the start.
extension Lifecycle {
  /// The turn of a thread that extends the model. Only one thread has a turn at a time.
  struct Turn {
    let model: Model
    let (generation, resets): (Int, Int)
    /// The types that earlier turns refused. This turn ignores them.
    let refused: KnownTypes
  }

  /// The result of a turn.
  struct Growth {
    let revision: ModelRevision
    /// The resolvers whose factories have changed.
    let resolvers: [Resolver]
    /// The sequence number of the last host that may have values of the previous revision.
    let latestHost: UInt64

    /// Notifies the aspects, and returns an object that creates the new singletons.
    func creation(in model: Model) -> SingletonCreation {
      revision.notifyAspects(of: model)
      return SingletonCreation(of: model, addedBy: revision)
    }
  }

  /// The threads on which singletons can be created.
  enum Reach {
    case thisThread
    case anyThread
  }

  /// Extends the model by the newly discovered types, creates the new singletons, and notifies the
  /// followers.
  ///
  /// One thread at a time has the turn for declaration, validation and publication, and other
  /// threads wait for their turns. No lock is held while declarations run. The creation and the
  /// notifications need no turn, so several threads may do them at once.
  ///
  /// - Parameters:
  ///   - includesRefused: Whether to try the types again that earlier calls refused.
  ///   - configure: Adds further factories.
  /// - Returns: The new factories.
  /// - Throws: As ``Alchemic/discover(includingRefused:_:)``.
  func discover(
    includingRefused includesRefused: Bool, _ configure: (ModelBuilder) -> Void
  ) throws -> [FactoryFacts] {
    let begin = ContinuousClock.now
    let turn = try takeTurn(includingRefused: includesRefused)
    return try CurrentModel.asMain {
      guard let growth = try publish(in: turn, configure, on: .thisThread) else { return [] }
      var creation = growth.creation(in: turn.model)
      try conclude(growth, in: turn, creation.makeAll(), since: begin)
      return growth.revision.added
    }
  }

  /// Notifies the followers and the observers of the extension.
  @inline(never)
  func conclude(
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

  /// Builds an extension of the model, and publishes it.
  ///
  /// - Returns: Nil if nothing is new.
  func publish(
    in turn: Turn, _ configure: (ModelBuilder) -> Void, on reach: Reach
  ) throws -> Growth? {
    // These objects are released after the turn.
    var released: [AnyObject] = []
    defer { withExtendedLifetime(released) {} }
    let builder = ModelBuilder(extending: turn.model, leavingOut: turn.refused)
    var refused = KnownTypes()
    defer { endTurn(turn, refusing: refused) }
    CurrentTest.part?.limit(builder)
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
      // Types whose only problem is that they must be awaited are not refused: a later call with
      // `await` can add them.
      if !isMisplaced { refused = found }
      throw error
    }
  }

  /// Waits until no other thread has the turn to extend the model, and begins the turn of this
  /// thread.
  ///
  /// - Throws: ``AlchemicError`` with `not-started`, or with `start-interrupted` if a reset
  ///   happened meanwhile.
  func takeTurn(includingRefused includesRefused: Bool) throws(AlchemicError) -> Turn {
    let me = ThreadID.current
    var waitsFor: Int?
    let result: Result<Turn, AlchemicError> = state.wait { state in
      if let waitsFor, waitsFor != state.resets {
        return .failure(Self.interrupted(isDiscovery: true))
      }
      waitsFor = state.resets
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
      return .success(
        Turn(
          model: model, generation: state.generation, resets: state.resets, refused: refused))
    }
    return try result.get()
  }

  private func endTurn(_ turn: Turn, refusing refused: KnownTypes) {
    state.withLock { state in
      guard state.resets == turn.resets else { return }
      state.discoverer = nil
      if state.model === turn.model { state.refused = state.refused.union(refused) }
    }
    state.announceChange()
  }

  /// Checks that the model is still the current one.
  @inline(never)
  func requireCurrent(_ turn: Turn) throws(AlchemicError) {
    try state.withLock { state throws(AlchemicError) in
      guard state.resets == turn.resets else {
        throw Self.interrupted(isDiscovery: true)
      }
      // The turn began while the start still ran blocks of `AcWhenReady`, and the start has failed
      // since.
      guard state.model === turn.model else { throw state.notStarted(Self.discover) }
    }
  }

  private static let discover = "Alchemic.discover()"

  private static func refused(_ fact: Problem.Fact) -> AlchemicError {
    AlchemicError(Problem(fact, discover, path: CreationPath.steps()))
  }
}
