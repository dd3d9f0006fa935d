import AlchemicCore

// Calls before the model is ready. They are queued, or they wait.
extension Lifecycle {
  /// Returns the model for a request.
  ///
  /// A request waits while another thread builds the model. Before the model is built, no user code
  /// runs except declarations and aspects.
  ///
  /// If the calling thread has called `AcSet` and the object is not stored yet, a request waits
  /// until it is stored, so that a thread reads the objects that it has set. A request does not
  /// wait while its thread is creating an object, because other threads may wait for that object.
  ///
  /// - Returns: Nil if nothing is started, or if this thread is building the model.
  func model() -> Model? {
    if let model = CurrentModel.answeringMain { return model }
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

  /// Returns the error of a request that finds no model.
  func notStarted(_ caller: String) -> AlchemicError {
    state.withLock { $0.notStarted(caller) }
  }

  /// Records that a launch argument or variable prevents the start, and ends all waits for the
  /// start.
  package func prevent(by argument: String) {
    var waiters = state.withLock { state in
      state.prevention = argument
      return state.waiters.takeAll()
    }
    waiters.resumeAll(with: .failure(notStarted("Alchemic.started()")))
  }

  /// Applies an `AcSet` now, or when the model starts.
  func set(_ apply: @escaping (Model) throws -> Void) throws {
    let model: Model? = state.withLock { state in
      let queued = QueuedSet(
        thread: .current, isOfStart: state.isStartedHere, apply: UnsafeTransfer(apply))
      guard state.takesSets else {
        state.queuedSets.append(queued)
        return nil
      }
      // If this start fails, the next one applies it again.
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
}

extension Lifecycle.State {
  package var isStarting: Bool { stage == .building || stage == .creating }

  /// Whether the calling code is part of the start.
  package var isStartedHere: Bool {
    starter == .current || (stage == .creating && Lifecycle.generationOfTask == generation)
  }

  /// The result of a wait that begins now; nil if the caller must wait.
  var end: Result<Void, any Error>? {
    if stage == .ready { return .success(()) }
    if let failure { return .failure(failure) }
    return prevention.map { _ in .failure(notStarted("Alchemic.started()")) }
  }

  /// Returns the error of a request that finds no model.
  @inline(never)
  func notStarted(_ caller: String) -> AlchemicError {
    let fact: Problem.Fact =
      failure.map { .startFailed($0) } ?? prevention.map { .startPrevented(by: $0) }
      ?? .notStarted(since: stage == .idle ? endedBy : nil)
    return AlchemicError(Problem(fact, caller, path: CreationPath.steps()))
  }
}

/// The reason why a start was not attempted. Here and not in the part that refuses: every program
/// links what makes a type an error.
package final class StartRefusal: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
