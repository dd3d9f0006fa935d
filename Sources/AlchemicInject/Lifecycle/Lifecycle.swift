package import AlchemicCore
import AlchemicRuntime

// This folder contains the start, the calls that wait for it, later discoveries, and the current
// model.

/// The lifecycle of a model, from "not started" through "starting" to "ready", and the calls that
/// wait for it.
///
/// It makes its decisions under its lock and acts outside the lock. Initializers, blocks and
/// observers of the user run without the lock.
package final class Lifecycle: Sendable {
  /// The lifecycle of the main model.
  package static let main = Lifecycle()

  package enum Stage {
    case idle
    /// Declarations are collected and validated. No request is answered.
    case building
    /// Singletons are created. Requests are answered.
    case creating
    case ready
  }

  package final class State {
    package var stage = Stage.idle
    /// The number of starts and resets. By this number, a start detects a reset that happened
    /// meanwhile, and a task knows whether it is part of the start that is running.
    package var generation = 0
    /// The number of resets. By this number, a discovery detects one that happened meanwhile.
    var resets = 0
    package var model: Model?
    /// Whether the start has created the singletons. If so, the model can be extended.
    var hasSingletons = false
    /// The thread that extends the model.
    var discoverer: ThreadID?
    /// The types that were discovered after the start and refused because of their problems.
    var refused = KnownTypes()
    /// The thread that starts.
    var starter: ThreadID?
    /// Whether `AlchemicAutostart` began the start that is running or has finished.
    var isStartedAtLoad = false
    /// The call of `startIfNeeded()` that began that start; nil for any other start.
    var firstUse: CodeLocation?
    /// The error of the last start, or the reason why it was not attempted; nil if it did not fail,
    /// or if another start has begun.
    package var failure: (any Error)?
    /// The launch argument or variable that prevents a start.
    var prevention: String?
    var queuedSets = Queue<QueuedSet>()
    /// Whether `AcSet` goes directly to the model. True when the queued ones have been applied.
    var takesSets = false
    /// The `AcSet`s that the current start has applied. If the start fails, the next start applies
    /// them again, except those with `isOfStart`.
    var setsOfStart: [QueuedSet] = []
    var readyBlocks = Queue<ReadyBlock>()
    /// The tasks that wait for the end of a start.
    package var waiters = TaskWaiters()
    /// The tasks that create asynchronous objects, by their numbers.
    var awaiting: [(number: Int, task: Task<SingletonCreation, any Error>)] = []

    /// The call that has ended the former model; nil if there was none.
    private(set) var endedBy: Problem.Step?

    /// Creates the state after a reset.
    convenience init(resetting former: State, by end: Problem.Step?) {
      self.init()
      endedBy = end
      (generation, resets) = (former.generation + 1, former.resets + 1)
    }

    /// Creates the state after a failed start. The next start uses each queued `AcSet` and each
    /// block, except those that code of the failed start has added.
    convenience init(failing former: State, with error: any Error) {
      self.init()
      failure = error
      (generation, prevention) = (former.generation, former.prevention)
      (discoverer, awaiting, resets) = (former.discoverer, former.awaiting, former.resets)
      let sets = former.setsOfStart + former.queuedSets.all
      queuedSets = Queue(sets.filter { !$0.isOfStart })
      readyBlocks = Queue(former.readyBlocks.all.filter { !$0.isOfStart })
    }
  }

  /// An `AcSet` before the model is ready.
  final class QueuedSet: Sendable {
    let thread: ThreadID
    /// Whether code of the start called `AcSet`. If that start fails, this entry is discarded,
    /// because the next start runs the code again.
    let isOfStart: Bool
    /// Stores the object. The thread that starts the model calls it. If the start fails, the next
    /// start calls it again.
    let apply: UnsafeTransfer<(Model) throws -> Void>

    init(thread: ThreadID, isOfStart: Bool, apply: UnsafeTransfer<(Model) throws -> Void>) {
      (self.thread, self.isOfStart, self.apply) = (thread, isOfStart, apply)
    }
  }

  /// A block that waits until the model is ready.
  final class ReadyBlock: Sendable {
    /// Whether code of the start added the block. If that start fails, the block is discarded,
    /// because the next start runs the code again.
    let isOfStart: Bool
    let run: @Sendable () throws -> Void

    init(isOfStart: Bool, run: @escaping @Sendable () throws -> Void) {
      (self.isOfStart, self.run) = (isOfStart, run)
    }
  }

  /// The generation of the start that awaits in this task; nil elsewhere.
  @TaskLocal static var generationOfTask: Int?

  package let state = Locked(State())
  /// The resolvers after the end of the start; nil before. During the start, each `AcSet` is
  /// recorded, because the next start applies it if this start fails. The state retains the model,
  /// and thus the resolvers, until they are no longer published.
  let ready = AtomicReference<PublishedResolvers>()

  private init() {}

  // MARK: Starting

  /// Whether nothing is started, and no start is running.
  package var isIdle: Bool { state.withLock { $0.stage == .idle } }

  /// Starts on this thread.
  func start(_ build: () throws -> Model) throws {
    try run(begin(), build) { creation in try creation.makeAll() }
  }

  @inline(never)
  package func begin(
    isAtLoad: Bool = false, firstUse: CodeLocation? = nil
  ) throws(AlchemicError) -> Int {
    // Otherwise, code of the start would be told from the main model, which is not published yet.
    TaskModels.checkNow()
    if let refusal = CurrentTest.part?.refusal() { throw AlchemicError(refusal) }
    while true {
      let (generation, failure) = try state.withLock {
        state throws(AlchemicError) -> (Int?, (any Error)?) in
        guard state.stage == .idle else {
          let fact = Problem.Fact.startedTwice(isOfLoad: state.isStartedAtLoad)
          let starter = state.firstUse.map {
            Problem.Candidate(
              name: "startIfNeeded()", product: "startIfNeeded()", location: $0)
          }
          throw AlchemicError(
            Problem(
              fact, "Alchemic", candidates: starter.map { [$0] } ?? [], path: CreationPath.steps()))
        }
        if let failure = state.failure {
          state.failure = nil
          return (nil, failure)
        }
        state.stage = .building
        state.generation += 1
        state.isStartedAtLoad = isAtLoad
        state.firstUse = firstUse
        return (state.generation, nil)
      }
      if let generation { return generation }
      // An error of the user is released outside the lock and before the start begins. Its deinit
      // may make a request, which would wait for that start.
      withExtendedLifetime(failure) {}
    }
  }

  package func run(
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
      let reason = endMade(by: generation, after: error)
      throw fail(with: reason, ifStill: generation, since: begin)
    }
  }

  /// Runs a part of the start that stays on one thread. The calling task may have its own model. It
  /// is not the current model for the code of the main model's objects.
  func asStarter<Result>(_ generation: Int, _ body: () throws -> Result) rethrows -> Result {
    note(starter: .current, of: generation)
    defer { note(starter: nil, of: generation) }
    return try CurrentModel.asMain(body)
  }

  @inline(never)
  private func note(starter: ThreadID?, of generation: Int) {
    state.withLock { state in
      if state.generation == generation, state.stage != .ready { state.starter = starter }
    }
  }

  /// Runs the part of the start before the singletons are created.
  @inline(never)
  func prepare(
    _ generation: Int, _ build: () throws -> Model
  ) throws -> SingletonCreation {
    let model = try build()
    EventHub.main.didBegin(.preparation)
    model.notifyAspects()
    if EventHub.main.isObserved { model.noteToldWarnings() }
    try install(model, generation)
    try applyQueuedSets(to: model, generation)
    EventHub.main.didBegin(.creation)
    return SingletonCreation(of: model)
  }

  /// Runs the part of the start after the singletons were created.
  @inline(never)
  func conclude(
    _ generation: Int, _ model: Model, _ singletons: SingletonCreation.Outcome,
    since begin: ContinuousClock.Instant
  ) throws {
    try change(generation) { state in state.hasSingletons = true }
    EventHub.main.didBegin(.readiness)
    try runReadyBlocks(generation)
    if EventHub.main.isObserved {
      // The warnings of the model contain the singletons that wait for a reference, as far as they
      // were known before the creation began.
      let known = model.warnings
      let told = Set(known.map(\.headline))
      let warnings = known + singletons.waiting.filter { !told.contains($0.headline) }
      warnings.forEach { announce(.warning($0), of: generation) }
      model.noteToldWarnings()
      announce(
        .didFinishStarting(
          factories: model.factories.count, singletons: singletons.made,
          duration: ContinuousClock.now - begin), of: generation)
    }
    var waiters = takeWaiters(generation)
    waiters.resumeAll(with: .success(()))
  }

  private func install(_ model: Model, _ generation: Int) throws(AlchemicError) {
    try change(generation) { state in
      state.stage = .creating
      state.model = model
      // Each function that takes the model out of the state ends it.
      model.home.lend()
    }
  }

  /// Returns the error of a start or a discovery if a reset happened meanwhile.
  @inline(never)
  static func interrupted(isDiscovery: Bool = false) -> AlchemicError {
    AlchemicError(Problem(.startInterrupted(isDiscovery: isDiscovery), "Alchemic"))
  }

  /// Changes the state, and wakes all threads that wait for a change.
  ///
  /// - Throws: `start-interrupted` if a reset happened since this start began.
  func change<Result>(
    _ generation: Int, _ body: (inout State) -> Result
  ) throws(AlchemicError) -> Result {
    defer { state.announceChange() }
    return try state.withLock { state throws(AlchemicError) in
      guard state.generation == generation else { throw Self.interrupted() }
      return body(&state)
    }
  }

  /// Applies, in order, the `AcSet`s that were called before the start and those that are called
  /// meanwhile. If one of them fails, the next start applies the others.
  private func applyQueuedSets(to model: Model, _ generation: Int) throws {
    while true {
      let next: QueuedSet? = try change(generation) { state in
        if let next = state.queuedSets.first { return next }
        state.takesSets = true
        TaskModels.publish(Borrowed(model.resolvers.published))
        return nil
      }
      guard let next else { return }
      do {
        try next.apply.value(model)
      } catch {
        // The start throws this error, so the next start does not repeat the `AcSet`.
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
    // These entries are released outside the lock.
    var applied: [QueuedSet] = []
    defer { withExtendedLifetime(applied) {} }
    while true {
      let next: ReadyBlock? = try change(generation) { state in
        if state.readyBlocks.isEmpty {
          state.stage = .ready
          ready.store(state.model.map { Borrowed($0.resolvers.published) })
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
