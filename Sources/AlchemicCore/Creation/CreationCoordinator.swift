import AlchemicRuntime

/// Where creators agree on who makes which shared object, and wait for one another.
///
/// There is one lock for the whole process, held for a few instructions and never while user code
/// runs. One, because whether a wait would ever end depends on the threads of all models together.
/// Reading an object that exists does not take it. ``CreationDecisions`` decides.
package enum CreationCoordinator {
  /// The lock also guards what the factories keep.
  static let lock = Locked(CreationDecisions())

  /// Decides for the calling thread, again and again while `body` returns nil: then the thread has
  /// to wait.
  @inline(__always)
  private static func decide<Result>(
    _ body: (inout CreationDecisions, ThreadID) -> Result?
  ) -> Result {
    let schedule = schedule
    schedule?.willDecide()
    var woken: [TaskWaiters] = []
    let result = lock.wait(by: schedule.map { schedule in { schedule.waitForChange() } }) {
      decisions in
      let result = body(&decisions, .current)
      // Tasks are resumed when this thread goes on. One that waits has ended nothing but, perhaps,
      // a weak object.
      if decisions.takeChange(waking: &woken) {
        lock.announceChange()
        schedule?.didChange()
      }
      return result
    }
    if !woken.isEmpty { wake(&woken) }
    if let schedule { schedule.didDecide((result as? CreationDecisions.Claim).hashValue) }
    return result
  }

  /// Resumes tasks, outside the lock.
  @inline(never)
  private static func wake(_ tasks: inout [TaskWaiters]) {
    for index in tasks.indices { tasks[index].resumeAll(with: .success(())) }
  }

  // MARK: Creating

  /// Waits until the object exists, or makes it the caller's to make.
  ///
  /// - Parameters:
  ///   - adopted: The creation of a task with which the calling thread goes on.
  ///   - ready: Takes the object; returns false if it is gone, since its factory holds it weakly.
  @inline(__always)
  static func claim(
    _ slot: Slot, canMake: Bool, adopting adopted: ThreadID? = nil,
    ready: () -> Bool
  ) -> CreationDecisions.Claim {
    decide { decisions, me in
      decisions.claim(
        slot, canMake: canMake, adopting: adopted, by: me,
        canStartOver: { CreationPath.canStartOver }, ready: ready)
    }
  }

  /// Stores the object that the caller has made and is about to inject.
  ///
  /// - Returns: How often another object was stored there; nil if this one is not stored, since an
  ///   `AcSet` or a reset came meanwhile.
  static func storeUnfinished(_ object: AnyObject?, in slot: Slot) -> UInt? {
    decide { _, me in
      guard slot.state == .making(by: me) else { return .some(nil) }
      _ = slot.exchange(for: object)
      slot.state = .unfinished(by: me)
      return .some(slot.version)
    }
  }

  /// How the creation of an object ends.
  enum Ending {
    /// The object is present. The factory has had so many others before.
    case finished(version: UInt)
    /// Another one was set meanwhile, or the model was cleared.
    case overtaken
    /// The caller has to give up what it is making, and to start over.
    case startOver
  }

  /// Makes objects of the caller's available to every thread, all at one moment.
  ///
  /// - Parameters:
  ///   - slot: The one whose creation ends with this.
  ///   - others: Those that are finished with it.
  ///   - object: The object to put in place; nil if that was done.
  ///   - other: Takes the object that was set meanwhile; returns false if it is gone.
  @inline(__always)
  static func finish(
    _ slot: Slot, with others: [Slot], storing object: AnyObject??, other: () -> Bool
  ) -> Ending {
    decide { decisions, me in
      if decisions.isStartingOver(me), CreationPath.canStartOver { return .startOver }
      for other in others where other.state.creator == me { decisions.end(other, as: .present) }
      if slot.state.creator == me {
        if let object { _ = slot.exchange(for: object) }
        decisions.end(slot, as: .present)
        return .finished(version: slot.version)
      }
      // A weak slot may have been given an object that is gone already.
      if slot.state == .present, !other() { slot.state = .absent }
      return .overtaken
    }
  }

  /// Gives up creations: each creator that waits gets a try of its own.
  ///
  /// - Parameter creator: The one that began them.
  @inline(never)
  static func abandon(_ slots: [Slot], by creator: ThreadID = .current) {
    // Released outside the lock: the end of an object is user code.
    var left: [AnyObject] = []
    decide { decisions, _ in
      for slot in slots where slot.state.creator == creator {
        decisions.end(slot, as: .absent)
        if let object = slot.exchange(for: nil) { left.append(object) }
      }
    }
    withExtendedLifetime(left) {}
  }

  /// Returns whether the calling thread, which has given up everything, is to make it again; waits
  /// until it can.
  @inline(never)
  static func startOver() -> Bool {
    var store: ObjectStore?
    defer { withExtendedLifetime(store) {} }
    return decide { $0.startOver($1, releasing: &store) }
  }

  // MARK: Objects that exist

  /// Stores another object, and empties every resolver that answers with the old one.
  ///
  /// Where hosts follow it, notifying them begins here: other threads that store meanwhile leave it
  /// to the caller.
  ///
  /// - Parameter object: The reference that keeps the new object; nil for none.
  /// - Returns: The reference that kept the old object, to be released outside every lock; and what
  ///   changed besides.
  @inline(never)
  static func store(
    _ object: consuming AnyObject?, in slot: Slot
  ) -> (old: AnyObject?, replacement: Replacement) {
    var kept = object
    let replacement = decide { decisions, _ in
      kept = slot.exchange(for: kept.take())
      slot.version += 1
      var replacement = Replacement(in: slot, number: slot.version)
      decisions.end(slot, as: .present)
      for index in slot.answers.indices {
        let answer = slot.answers[index]
        answer.with {
          $0.empty(leaving: &replacement.released)
          // A host that begins to follow after this sees in the version that there is another
          // object.
          if $0.followers.reference != nil { replacement.followed.add(answer, in: slot) }
        }
      }
      if case .none = replacement.followed { return replacement }
      let notifier = slot.notifier
      if notifier.with({ $0.begin() }) { replacement.notifier = notifier }
      return replacement
    }
    return (kept, replacement)
  }

  /// Forgets the object of a slot, and empties every resolver that answers with it.
  ///
  /// - Parameter left: Takes the object and the answers, to be released outside the lock.
  static func clear(_ slot: Slot, leaving left: inout [AnyObject]) {
    decide { decisions, _ in
      if case .absent = slot.state { return }
      slot.version += 1
      decisions.end(slot, as: .absent)
      for index in slot.answers.indices {
        slot.answers[index].with { $0.empty(leaving: &left) }
      }
      if let object = slot.exchange(for: nil) { left.append(object) }
    }
  }

  /// Changes the components of a model's factories.
  static func joinComponents<Result>(
    of graph: DependencyGraph, in store: ObjectStore,
    _ body: () -> (result: Result, joins: Bool)
  ) -> Result {
    decide { decisions, _ in
      let (result, joins) = body()
      if joins { decisions.didJoinComponents(waking: store.joinComponents(of: graph)) }
      return result
    }
  }

  /// Reads, or changes, what the lock guards and nobody waits for.
  static func look<Result>(_ body: () -> Result) -> Result { lock.withLock { _ in body() } }
}
