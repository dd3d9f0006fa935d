import AlchemicCore

// What comes before the model is ready: it is kept, or it waits.
extension Lifecycle {
  /// The model, for a request.
  ///
  /// A request that comes while another thread builds the model waits until it is built: until then
  /// no user code runs but declarations and aspects. One that comes from a thread whose own sets
  /// are not applied yet waits for these, so that a thread sees what it has set; unless it is
  /// making an object meanwhile, for which others may wait.
  ///
  /// - Returns: Nil if nothing is started.
  func model() -> Model? {
    if let model = answering.current?.model { return model }
    let me = ThreadID.current
    let found: Model?? = state.wait { state in
      switch state.stage {
      case .idle: return .some(nil)
      case .building: return state.starter == me ? .some(nil) : nil
      case .creating, .ready:
        let waitsForOwnSets =
          !state.takesSets && state.starter != me && !CreationPath.makesObject
          && state.queuedSets.all.contains { $0.thread == me }
        return waitsForOwnSets ? nil : .some(state.model)
      }
    }
    return found ?? nil
  }

  /// Why a request finds no model.
  func notStarted(_ caller: String) -> AlchemicError {
    state.withLock { $0.notStarted(caller) }
  }

  /// Remembers that the program was launched not to start.
  func prevent(by argument: String) {
    var waiters = state.withLock { state in
      defer { state.waiters = TaskWaiters() }
      state.prevention = argument
      return state.waiters
    }
    waiters.resumeAll(with: .failure(notStarted("Alchemic.started()")))
  }

  /// Remembers why a start was not even tried: for who waits for it, until somebody else starts.
  func refuseStart(because reason: String) {
    struct Refusal: Error, CustomStringConvertible { let description: String }
    let former = state.withLock { state -> (any Error)? in
      guard state.stage == .idle else { return nil }
      defer { state.failure = Refusal(description: reason) }
      return state.failure
    }
    // Released outside the lock: it may be an error of the user's.
    withExtendedLifetime(former) {}
  }

  /// Applies a set now, or when the model starts.
  func set(_ apply: @escaping (Model) throws -> Void) throws {
    let model: Model? = state.withLock { state in
      let queued = QueuedSet(
        thread: .current, isOfStart: state.isStartedHere, apply: UnsafeTransfer(apply))
      guard state.takesSets else {
        state.queuedSets.append(queued)
        return nil
      }
      // Should the start fail, the next one applies it.
      if state.stage == .creating, !queued.isOfStart { state.setsOfStart.append(queued) }
      return state.model
    }
    if let model { try apply(model) }
  }

  /// Runs the block now, or when the model is ready.
  func whenReady(_ block: @escaping @Sendable () throws -> Void) rethrows {
    let isReady = state.withLock { state in
      if state.stage == .ready { return true }
      state.readyBlocks.append(ReadyBlock(isOfStart: state.isStartedHere, run: block))
      return false
    }
    if isReady { try block() }
  }

  /// Waits until the model is ready.
  ///
  /// - Throws: What the start threw; `not-started` if there will be none; `CancellationError`.
  func started() async throws {
    try await TaskWaiters.wait { body in
      state.withLock { state in
        let end = state.end
        body(&state.waiters, end)
      }
    }
  }
}

extension Lifecycle.State {
  /// Whether this is part of the start.
  fileprivate var isStartedHere: Bool {
    starter == .current || (stage == .creating && Lifecycle.generationOfTask == generation)
  }

  /// How a wait for the start ends that begins now; nil if it has to wait.
  fileprivate var end: Result<Void, any Error>? {
    if stage == .ready { return .success(()) }
    if let failure { return .failure(failure) }
    return prevention.map { _ in .failure(notStarted("Alchemic.started()")) }
  }

  /// Why a request finds no model.
  @inline(never)
  func notStarted(_ caller: String) -> AlchemicError {
    let fact: Problem.Fact =
      failure.map { .startFailed($0) } ?? prevention.map { .startPrevented(by: $0) } ?? .notStarted
    return AlchemicError(Problem(fact, caller, path: CreationPath.steps()))
  }
}
