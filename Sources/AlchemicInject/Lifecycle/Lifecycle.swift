import AlchemicCore

// This folder has the start, what waits for it or comes after it, and the model that answers here.

/// From "not started" by way of "starting" to "ready", and what waits for that.
///
/// Decides under its lock and acts outside: the user's initializers, blocks and observers run
/// without it.
final class Lifecycle: Sendable {
  /// The one of the main model.
  static let main = Lifecycle()

  enum Stage {
    case idle
    /// Declarations are gathered and checked: nothing can be asked for.
    case building
    /// Singletons are made: what they ask for can be had.
    case creating
    case ready
  }

  final class State {
    var stage = Stage.idle
    /// Counts the resets, so that a start sees that it was overtaken by one.
    var generation = 0
    var model: Model?
    /// Whether the start has made the singletons: from then on the model may be extended.
    var hasSingletons = false
    /// The thread that extends the model.
    var discoverer: ThreadID?
    /// What was found after the start, and did not fit the model.
    var refused = KnownTypes()
    /// The thread that starts.
    var starter: ThreadID?
    /// Whether `AlchemicAutostart` began the start that runs or is done.
    var isStartedAtLoad = false
    /// What the last start threw; nil if it did not, or if another one has begun.
    var failure: (any Error)?
    /// Why there will be no start, if the program was launched so.
    var prevention: String?
    /// The resolvers of all main models there were: see ``PublishedResolvers`` for why they are
    /// kept.
    var published: [PublishedResolvers] = []
    var queuedSets = Queue<QueuedSet>()
    /// Whether sets go to the model at once: when those that came before have been applied.
    var takesSets = false
    /// What the start that runs has applied: if it fails, the next one applies it again.
    var setsOfStart: [QueuedSet] = []
    var readyBlocks = Queue<ReadyBlock>()
    /// The tasks that wait for the end of a start.
    var waiters = TaskWaiters()
    /// The tasks that make what is awaited, by their numbers.
    var awaiting: [(number: Int, task: Task<SingletonCreation, any Error>)] = []

    init() {}

    /// What a reset leaves.
    convenience init(resetting former: State) {
      self.init()
      generation = former.generation + 1
      published = former.published
    }

    /// What a failed start leaves: what others gave waits for the next one.
    convenience init(failing former: State, with error: any Error) {
      self.init()
      failure = error
      (generation, prevention) = (former.generation, former.prevention)
      (discoverer, published, awaiting) = (former.discoverer, former.published, former.awaiting)
      let sets = former.setsOfStart + former.queuedSets.all
      queuedSets = Queue(sets.filter { !$0.isOfStart })
      readyBlocks = Queue(former.readyBlocks.all.filter { !$0.isOfStart })
    }
  }

  /// An `AcSet` that came before the start.
  struct QueuedSet: Sendable {
    let thread: ThreadID
    /// Whether the start itself did it: the next one does it again.
    let isOfStart: Bool
    /// Stores the object. It is handed over, once, to the thread that starts the model.
    let apply: UnsafeTransfer<(Model) throws -> Void>
  }

  /// A block that waits until the model is ready.
  struct ReadyBlock: Sendable {
    /// Whether the start itself added it: the next one adds it again.
    let isOfStart: Bool
    let run: @Sendable () throws -> Void
  }

  let state = Locked(State())
  let answering = MainResolvers()

  // MARK: Starting

  /// Starts on this thread.
  func start(_ build: () throws -> Model) throws {
    try run(begin(), build) { creation in try creation.makeAll() }
  }

  /// Starts and awaits what has to be awaited. All else is done where the caller is.
  nonisolated(nonsending) func startAwaiting(_ build: () throws -> Model) async throws {
    let generation = try begin()
    let begin = ContinuousClock.now
    do {
      let prepared = try asStarter(generation) { try prepare(generation, build) }
      var creation = try await makeAwaited(prepared, generation)
      try asStarter(generation) {
        try conclude(generation, creation.model, creation.makeOthers(), since: begin)
      }
    } catch {
      // Whatever else went wrong then, this is why.
      let reason: any Error = Task.isCancelled ? CancellationError() : error
      fail(with: reason, ifStill: generation)
      throw isCurrent(generation) ? reason : Self.interrupted()
    }
  }

  /// The start that awaits in this task; nil elsewhere.
  @TaskLocal static var generationOfTask: Int?

  /// Makes what has to be awaited, in a task of its own, which a reset cancels.
  ///
  /// - Parameter isOfStart: Whether it is the start that makes them.
  func makeAwaited(
    _ creation: SingletonCreation, _ generation: Int, isOfStart: Bool = true
  ) async throws -> SingletonCreation {
    try Task.checkCancellation()
    if creation.awaitsNothing { return creation }
    let task = Self.$generationOfTask.withValue(isOfStart ? generation : nil) {
      Task {
        var creation = creation
        try await creation.makeAwaited()
        return creation
      }
    }
    let number = TaskWaiters.nextNumber()
    defer {
      let ended = state.withLock { state in
        state.awaiting.firstIndex { $0.number == number }.map { state.awaiting.remove(at: $0) }
      }
      withExtendedLifetime(ended) {}
    }
    let made = try await withTaskCancellationHandler {
      do { try change(generation) { $0.awaiting.append((number, task)) } } catch { task.cancel() }
      return try await task.value
    } onCancel: {
      task.cancel()
    }
    try Task.checkCancellation()
    return made
  }

  private func isCurrent(_ generation: Int) -> Bool {
    state.withLock { $0.generation == generation }
  }

  /// Starts on a thread of its own, and returns at once.
  ///
  /// - Parameter isAtLoad: Whether it is `AlchemicAutostart` that starts.
  /// - Throws: `started-twice`; what the start itself throws is thrown to those who wait for it.
  func startInBackground(
    isAtLoad: Bool = false, _ build: @escaping @Sendable () throws -> Model,
    whenFailed: @escaping @Sendable (any Error) -> Void
  ) throws {
    let generation = try begin(isAtLoad: isAtLoad)
    BackgroundThread.run { [self] in
      do {
        try run(generation, build) { creation in
          if creation.awaitsNothing { return try creation.makeOthers() }
          creation = try waitingForTask { [creation] in
            try await self.makeAwaited(creation, generation)
          }
          return try creation.makeOthers()
        }
      } catch { whenFailed(error) }
    }
  }

  private func begin(isAtLoad: Bool = false) throws(AlchemicError) -> Int {
    while true {
      let (generation, failure) = try state.withLock {
        state throws(AlchemicError) -> (Int?, (any Error)?) in
        guard state.stage == .idle else {
          let fact = Problem.Fact.startedTwice(isOfLoad: state.isStartedAtLoad)
          throw AlchemicError(Problem(fact, "Alchemic", path: CreationPath.steps()))
        }
        if let failure = state.failure {
          state.failure = nil
          return (nil, failure)
        }
        state.stage = .building
        state.isStartedAtLoad = isAtLoad
        return (state.generation, nil)
      }
      if let generation { return generation }
      // What the user's code threw is released outside the lock and before the start begins: its
      // deinit may request something, and would wait for that start.
      withExtendedLifetime(failure) {}
    }
  }

  private func run(
    _ generation: Int, _ build: () throws -> Model,
    _ create: (inout SingletonCreation) throws -> SingletonCreation.Outcome
  ) throws {
    let begin = ContinuousClock.now
    do {
      try asStarter(generation) {
        var creation = try prepare(generation, build)
        try conclude(generation, creation.model, create(&creation), since: begin)
      }
    } catch {
      fail(with: error, ifStill: generation)
      throw error
    }
  }

  /// Runs a part of the start that does not change its thread.
  private func asStarter<Result>(_ generation: Int, _ body: () throws -> Result) rethrows -> Result
  {
    note(starter: .current, of: generation)
    defer { note(starter: nil, of: generation) }
    return try body()
  }

  @inline(never)
  private func note(starter: ThreadID?, of generation: Int) {
    state.withLock { state in
      if state.generation == generation, state.stage != .ready { state.starter = starter }
    }
  }

  /// Everything until the singletons are made.
  @inline(never)
  private func prepare(
    _ generation: Int, _ build: () throws -> Model
  ) throws -> SingletonCreation {
    let model = try build()
    model.notifyAspects()
    try install(model, generation)
    try applyQueuedSets(to: model, generation)
    return SingletonCreation(of: model)
  }

  /// Everything after that.
  @inline(never)
  private func conclude(
    _ generation: Int, _ model: Model, _ singletons: SingletonCreation.Outcome,
    since begin: ContinuousClock.Instant
  ) throws {
    try change(generation) { state in state.hasSingletons = true }
    try runReadyBlocks(generation)
    (model.warnings + singletons.waiting).forEach { EventHub.main.announce(.warning($0)) }
    EventHub.main.announce(
      .didFinishStarting(
        factories: model.factories.count, singletons: singletons.made,
        duration: ContinuousClock.now - begin))
    var waiters = takeWaiters(generation)
    waiters.resumeAll(with: .success(()))
  }

  private func install(_ model: Model, _ generation: Int) throws(AlchemicError) {
    try change(generation) { state in
      state.stage = .creating
      state.model = model
      state.published.append(model.resolvers.published)
    }
  }

  /// What is thrown where a reset has overtaken something else.
  @inline(never)
  static func interrupted(isDiscovery: Bool = false) -> AlchemicError {
    AlchemicError(Problem(.startInterrupted(isDiscovery: isDiscovery), "Alchemic"))
  }

  /// Changes the state unless a reset has overtaken this start, and has everybody who waits look
  /// again.
  private func change<Result>(
    _ generation: Int, _ body: (inout State) -> Result
  ) throws(AlchemicError) -> Result {
    defer { state.announceChange() }
    return try state.withLock { state throws(AlchemicError) in
      guard state.generation == generation else { throw Self.interrupted() }
      return body(&state)
    }
  }

  /// Applies what was set before the start, and what is set meanwhile, in order. If one of them
  /// fails, the others are for the next start.
  private func applyQueuedSets(to model: Model, _ generation: Int) throws {
    while true {
      let next: QueuedSet? = try change(generation) { state in
        if let next = state.queuedSets.first { return next }
        state.takesSets = true
        answering.open(model.resolvers.published)
        return nil
      }
      guard let next else { return }
      do {
        try next.apply.value(model)
      } catch {
        // It was reported: the next start does without it.
        let failed = try change(generation) { state in state.queuedSets.popFirst() }
        withExtendedLifetime(failed) {}
        throw error
      }
      try change(generation) { state in
        state.queuedSets.popFirst().map { state.setsOfStart.append($0) }
      }
    }
  }

  private func runReadyBlocks(_ generation: Int) throws {
    // Released outside the lock.
    var applied: [QueuedSet] = []
    defer { withExtendedLifetime(applied) {} }
    while true {
      let next: ReadyBlock? = try change(generation) { state in
        if state.readyBlocks.isEmpty {
          state.stage = .ready
          answering.markReady()
          state.starter = nil
          swap(&applied, &state.setsOfStart)
          return nil
        }
        return state.readyBlocks.popFirst()
      }
      guard let next else { return }
      try next.run()
    }
  }
}
