import AlchemicRuntime
import Synchronization

/// Coordinates creators: which of them creates which shared object, and which of them wait.
///
/// The whole process has one lock, which is held for a few instructions and never while user code
/// runs. All models share it, because the threads of all models determine whether a wait ever ends.
/// A read of an existing object does not take it. ``CreationDecisions`` makes the decisions.
package enum CreationCoordinator {
  /// The lock also guards the contents of the slots.
  static let lock = Locked(
    CreationDecisions { startsOver.store($0, ordering: .relaxed) })

  /// Decides for the calling thread. Calls `body` until it returns a result. After each nil, the
  /// thread waits.
  ///
  /// - Parameter stalled: Called outside the lock if the thread has waited for seconds.
  @inline(__always)
  private static func decide<Result>(
    stalled: () -> Void = {}, _ body: (inout CreationDecisions, ThreadID) -> Result?
  ) -> Result {
    concluding { schedule, woken in
      lock.wait(
        by: schedule.map { schedule in { schedule.waitForChange() } }, stalled: stalled
      ) { decisions in
        let result = body(&decisions, .current)
        // A decision to wait changes nothing, except that a weak object may have ended.
        announceChange(in: &decisions, waking: &woken, schedule)
        return result
      }
    }
  }

  /// Changes state for the calling thread, which does not wait.
  @inline(__always)
  static func change<Result>(_ body: (inout CreationDecisions) -> Result) -> Result {
    concluding { schedule, woken in
      lock.withLock { decisions in
        let result = body(&decisions)
        announceChange(in: &decisions, waking: &woken, schedule)
        return result
      }
    }
  }

  /// Calls `decide`, and then resumes the tasks that it adds to its second argument.
  @inline(__always)
  private static func concluding<Result>(
    _ decide: ((any CreationSchedule)?, inout [TaskWaiters]) -> Result
  ) -> Result {
    let schedule = schedule
    schedule?.willDecide()
    var woken: [TaskWaiters] = []
    let result = decide(schedule, &woken)
    if !woken.isEmpty { wake(&woken) }
    if let schedule { didDecide(result as? CreationDecisions.Claim, schedule) }
    return result
  }

  @inline(never)
  private static func didDecide(
    _ claim: CreationDecisions.Claim?, _ schedule: any CreationSchedule
  ) {
    schedule.didDecide(claim.hashValue)
  }

  /// Wakes the threads that have to check again. The caller holds the lock.
  ///
  /// - Parameter woken: Receives the tasks that have to check again.
  @inline(__always)
  private static func announceChange(
    in decisions: inout CreationDecisions, waking woken: inout [TaskWaiters],
    _ schedule: (any CreationSchedule)?
  ) {
    guard decisions.takeChange(waking: &woken) else { return }
    lock.announceChange()
    schedule?.didChange()
  }

  /// Resumes tasks. The caller does not hold the lock.
  @inline(never)
  private static func wake(_ tasks: inout [TaskWaiters]) {
    for index in tasks.indices { tasks[index].resumeAll(with: .success(())) }
  }

  /// Whether a thread has to abandon its creations. That thread then takes the lock for each
  /// decision.
  private static let startsOver = Atomic<Bool>(false)

  /// Changes a slot that the calling thread uses alone. A test's schedule orders this too.
  ///
  /// - Returns: Nil if the thread must decide under the lock.
  @inline(__always)
  static func decideAlone<Result>(_ body: () -> Result?) -> Result? {
    // The thread has learnt of it under the lock.
    if startsOver.load(ordering: .relaxed) { return nil }
    guard let schedule else { return body() }
    schedule.willDecide()
    let result = body()
    schedule.didDecide(result == nil ? 0 : 1)
    return result
  }

  // MARK: Creating

  /// Waits until the object exists, or claims its creation for the caller.
  ///
  /// - Parameters:
  ///   - adopted: The creation of a task that the calling thread continues.
  ///   - stalled: Called outside the lock if the caller has waited for seconds.
  ///   - ready: Takes the object. Returns false if a weak object has been deallocated.
  @inline(__always)
  static func claim(
    _ slot: Slot, canMake: Bool, adopting adopted: ThreadID? = nil, stalled: () -> Void,
    ready: () -> Bool
  ) -> CreationDecisions.Claim {
    decide(stalled: stalled) { decisions, me in
      decisions.claim(
        slot, canMake: canMake, adopting: adopted, by: me,
        canStartOver: { CreationPath.canStartOver }, ready: ready)
    }
  }

  /// Stores an object that the caller has created and is about to inject.
  ///
  /// - Returns: The number of times that the slot was set or cleared; nil if the object is not
  ///   stored because of an `AcSet` or a reset since the creation began.
  static func storeUnfinished(_ object: AnyObject?, in slot: Slot) -> UInt? {
    decide { _, me in
      guard slot.state == .making(by: me) else { return .some(nil) }
      _ = slot.exchange(for: object)
      slot.state = .unfinished(by: me)
      return .some(slot.version)
    }
  }

  /// Returns whether a creator has claimed a slot, and no end has abandoned its creation.
  static func isCreating(_ slot: Slot, by creator: ThreadID = .current) -> Bool {
    slot.isMadeAlone(by: creator) || look { slot.state.creator == creator }
  }

  /// The result of ending a creation.
  enum Ending {
    /// The object is present. The slot has this version.
    case finished(version: UInt)
    /// Another object was set, or the model was cleared, during the creation.
    case overtaken
    /// The caller must abandon its creations and start over.
    case startOver
  }

  /// Makes objects of the caller available to every thread, all at the same time.
  ///
  /// - Parameters:
  ///   - slot: The slot whose creation ends.
  ///   - others: The slots whose objects are finished together with it.
  ///   - object: The object to store; nil if it is stored already.
  ///   - other: Takes an object that was set meanwhile. Returns false if it has been deallocated.
  @inline(__always)
  static func finish(
    _ slot: Slot, with others: [Slot], storing object: AnyObject??, other: () -> Bool
  ) -> Ending {
    decide { decisions, me in
      if decisions.isStartingOver(me), CreationPath.canStartOver { return .startOver }
      if !others.isEmpty { finish(others, of: me, in: &decisions) }
      if slot.state.creator == me {
        guard let object else {
          decisions.end(slot, as: .present)
          slot.publish()
          return .finished(version: slot.version)
        }
        _ = slot.exchange(for: object)
        decisions.end(slot, as: .present)
        if slot.isOfScope { slot.publish(object) }
        return .finished(version: slot.version)
      }
      // A weak slot may contain an object that has been deallocated already.
      if slot.state == .present, !other() { decisions.lose(slot) }
      return .overtaken
    }
  }

  @inline(never)
  private static func finish(
    _ others: [Slot], of creator: ThreadID, in decisions: inout CreationDecisions
  ) {
    for other in others where other.state.creator == creator {
      decisions.end(other, as: .present)
      other.publish()
    }
  }

  /// Abandons creations. Each waiting creator may then try to create the object itself.
  ///
  /// - Parameter creator: The creator that began them.
  @inline(never)
  static func abandon(_ slots: [Slot], by creator: ThreadID = .current) {
    // Released outside the lock, because a deinitializer is user code.
    var left: [AnyObject] = []
    change { decisions in
      for slot in slots where slot.state.creator == creator {
        if let object = empty(slot, .abandoned, in: &decisions) { left.append(object) }
      }
    }
    withExtendedLifetime(left) {}
  }

  /// Returns whether the calling thread, which has abandoned all its creations, has to start over.
  /// Waits until it can.
  @inline(never)
  static func startOver() -> Bool {
    var owner: AnyObject?
    defer { withExtendedLifetime(owner) {} }
    return decide { $0.startOver($1, releasing: &owner) }
  }

  // MARK: Objects that exist

  /// Stores another object, and empties every resolver that answers with the previous one.
  ///
  /// If hosts follow the object, their notification begins here: other threads that store an object
  /// meanwhile leave the notification to the caller.
  ///
  /// - Parameters:
  ///   - object: The reference that retains the new object; nil for none. Receives the one that
  ///     retained the previous object, to be released outside every lock.
  ///   - setter: The call that sets it.
  ///   - scope: The scope that keeps the object; nil if the model does.
  /// - Returns: The other effects; nil if the scope has ended.
  @inline(never)
  static func store(
    _ object: inout AnyObject?, in slot: Slot, by setter: CodeLocation, of scope: Scope?
  ) -> Replacement? {
    change { decisions in
      if scope?.isEnded == true { return nil }
      object = empty(slot, .set(by: setter), for: object.take(), in: &decisions)
      return Replacement(ofAnswersIn: slot)
    }
  }

  /// The same for an object with decorators.
  ///
  /// - Parameter layers: The slots of the decorators, which are emptied at the same time.
  /// - Returns: The other effects; those on the decorators come last.
  @inline(never)
  static func store(
    _ object: inout AnyObject?, in slot: Slot, by setter: CodeLocation, of scope: Scope?,
    emptying layers: [Slot]
  ) -> [Replacement]? {
    change { decisions in
      if scope?.isEnded == true { return nil }
      object = empty(slot, .set(by: setter), for: object.take(), in: &decisions)
      return [Replacement(ofAnswersIn: slot)]
        + layers.map { layer in
          let old = empty(layer, .unwrapped, in: &decisions)
          var replacement = Replacement(ofAnswersIn: layer)
          if let old { replacement.released.append(old) }
          return replacement
        }
    }
  }

  /// Calls `body` under the lock, and assigns components to the slots if it returns `joins`.
  static func joinComponents<Result>(
    of revision: ModelRevision, in store: ObjectStore,
    _ body: () -> (result: Result, joins: Bool)
  ) -> Result {
    change { decisions in
      let (result, joins) = body()
      if joins { decisions.didJoinComponents(waking: store.joinComponents(of: revision.graph)) }
      return result
    }
  }

  /// Reads or changes state that the lock guards. No creator waits for such a change.
  package static func look<Result>(_ body: () -> Result) -> Result { lock.withLock { _ in body() } }
}
