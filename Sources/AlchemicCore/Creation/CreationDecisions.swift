/// Which creator makes which object, and which creators wait for which: what
/// ``CreationCoordinator`` decides under its lock.
///
/// A creator is a thread, or one creation of a task. No creator sees an unfinished object of
/// another one, so all that has to be decided is which creators wait. A value without a lock and
/// without threads.
struct CreationDecisions {
  /// What a creator gets that needs an object.
  enum Claim: Hashable {
    /// It exists.
    case present
    /// It exists, and the caller itself has not finished it.
    case unfinished
    /// There is none, and the caller cannot make one: `AcSet` or a task may.
    case unset
    /// A task makes it, and the caller is a thread.
    case awaited(by: ThreadID)
    /// The caller makes it, and then finishes it or gives it up.
    case make
    /// The caller is making it already, or nobody on a circle of waits can start over.
    case cycle
    /// Waiting would never end. The caller gives up what it is making, and then makes it again.
    case startOver
  }

  private struct Wait {
    let slot: Slot
    /// Whether the creator can give up what it is making, and make it again.
    let canStartOver: Bool
  }

  /// The waits of each creator. A thread has one; a creation of a task may await several objects at
  /// once.
  private var waits = [ThreadID: [Wait]]()
  /// Threads that have to give up what they are making, each with the slot that it waited for, and
  /// what keeps that.
  private(set) var startingOver = [ThreadID: (slot: Slot, store: ObjectStore)]()
  private var hasChanged = false
  /// Tasks that waited for what has changed.
  private var woken: [TaskWaiters] = []

  // MARK: Changes

  /// Puts a slot into a state in which it has no creator.
  mutating func end(_ slot: Slot, as state: CreationState) {
    if let creator = slot.state.creator, !creator.isTask, let component = slot.component,
      component.leave(creator)
    {
      woken += component.takeWaitingTasks()
    }
    slot.state = state
    slot.moves &+= 1
    if !waits.isEmpty || !startingOver.isEmpty { hasChanged = true }
    if !slot.waitingTasks.isEmpty { woken.append(slot.waitingTasks.takeAll()) }
  }

  /// Components have changed: creators that wait may have to wait for others.
  mutating func didJoinComponents(waking tasks: [TaskWaiters]) {
    woken += tasks
    hasChanged = true
  }

  /// Returns whether waiting threads should look again; once.
  ///
  /// - Parameter tasks: Takes the tasks that should.
  mutating func takeChange(waking tasks: inout [TaskWaiters]) -> Bool {
    defer { hasChanged = false }
    if !woken.isEmpty { swap(&woken, &tasks) }
    return hasChanged
  }

  /// Makes an object the caller's to make.
  private func begin(_ slot: Slot, by creator: ThreadID) {
    slot.state = .making(by: creator)
    if !creator.isTask { slot.component?.enter(creator) }
  }

  // MARK: Claims

  /// Returns what a thread gets that needs an object; nil if the thread has to wait.
  ///
  /// - Parameters:
  ///   - adopted: The creation of a task with which the thread goes on, now that the product is
  ///     there.
  ///   - canStartOver: Whether the thread can give up what it is making, and make it again.
  ///   - ready: Takes the object; returns false if it is gone, since its factory holds it weakly.
  mutating func claim(
    _ slot: Slot, canMake: Bool, adopting adopted: ThreadID? = nil,
    by me: ThreadID, canStartOver: () -> Bool, ready: () -> Bool
  ) -> Claim? {
    if !waits.isEmpty { waits[me] = nil }
    // Below a read, which cannot throw, nothing can have been given up, so what is made there is as
    // it should be.
    if isStartingOver(me), canStartOver() { return .startOver }
    switch slot.state {
    case .present:
      if ready() { return .present }
      slot.state = .absent
    case .unfinished(let creator) where creator == me:
      if ready() { return .unfinished }
      // A weak factory does not keep its object, which is gone before it was finished.
      end(slot, as: .absent)
    case .making(let creator) where creator == me: return .cycle
    case .making(let creator) where creator.isTask && creator != adopted:
      // A thread that waited for a task would take it away from all others.
      return .awaited(by: creator)
    case .absent, .making, .unfinished: break
    }
    if case .absent = slot.state, !canMake { return .unset }
    guard let blocker = blocker(of: slot, for: me) else {
      begin(slot, by: me)
      return .make
    }
    return wait(me, for: slot, blocker, canStartOver())
  }

  /// Returns what the creations of a task get that need an object; nil if they have to wait.
  ///
  /// - Parameters:
  ///   - creation: The one that makes the object, if the task is to make it.
  ///   - outer: Those that need it, one within the other.
  ///   - ready: As for a thread.
  mutating func claim(
    _ slot: Slot, as creation: ThreadID, within outer: [ThreadID],
    ready: () -> Bool
  ) -> Claim? {
    if case .present = slot.state {
      if ready() { return .present }
      slot.state = .absent
    }
    guard let blocker = blocker(of: slot, for: creation) else {
      begin(slot, by: creation)
      return .make
    }
    if circle(from: blocker, to: outer) != nil { return .cycle }
    let wait = Wait(slot: slot, canStartOver: false)
    for creation in outer { waits[creation, default: []].append(wait) }
    return nil
  }

  /// Ends the waits of a task's creations for an object.
  mutating func stopWaiting(_ creations: [ThreadID], for slot: Slot) {
    for creation in creations {
      var left = waits[creation] ?? []
      if let index = left.firstIndex(where: { $0.slot == slot }) { left.remove(at: index) }
      waits[creation] = left.isEmpty ? nil : left
    }
  }

  /// Returns the creator for which another one has to wait before it can have, or make, an object.
  func blocker(of slot: Slot, for creator: ThreadID) -> ThreadID? {
    switch slot.state {
    case .present: nil
    case .making(let other) where !(other.isTask && !creator.isTask): other
    case .unfinished(let other): other
    // A thread waits for no task: it goes on with that task's product.
    case .absent, .making: creator.isTask ? nil : slot.component?.holder(otherThan: creator)
    }
  }

  // MARK: Circles

  /// Has a thread wait, unless that would never end.
  ///
  /// A circle of waits needs an edge that the graph does not have. One thread on it gives up what
  /// it is making, so that the others go on; it starts over when the object that it waited for is
  /// free.
  private mutating func wait(
    _ me: ThreadID, for slot: Slot, _ blocker: ThreadID, _ canStartOver: Bool
  ) -> Claim? {
    if let circle = circle(from: blocker, to: [me]) {
      if canStartOver {
        startingOver[me] = (slot, slot.store)
        return .startOver
      }
      let others = circle.compactMap { other in
        waits[other]?.first { $0.canStartOver }.map { (other, $0.slot) }
      }
      guard let (other, awaited) = others.first else { return .cycle }
      startingOver[other] = (awaited, awaited.store)
      hasChanged = true
    }
    waits[me] = [Wait(slot: slot, canStartOver: canStartOver)]
    return nil
  }

  /// The creators from one to another along their waits, the last one left out; nil if there is no
  /// such way.
  private func circle(from start: ThreadID, to goals: [ThreadID]) -> [ThreadID]? {
    var seen: Set<ThreadID> = []
    func way(from creator: ThreadID) -> [ThreadID]? {
      if goals.contains(creator) { return [] }
      guard seen.insert(creator).inserted else { return nil }
      for wait in waits[creator] ?? [] {
        if let next = blocker(of: wait.slot, for: creator), let rest = way(from: next) {
          return [creator] + rest
        }
      }
      return nil
    }
    return goals.isEmpty ? nil : way(from: start)
  }

  // MARK: Starting over

  /// Whether a thread has to give up what it is making.
  func isStartingOver(_ thread: ThreadID) -> Bool {
    !startingOver.isEmpty && startingOver[thread] != nil
  }

  /// Lets a thread that has given up everything make it again, as soon as the object that it waited
  /// for is free.
  ///
  /// - Parameter store: Takes what kept the slot of that object, to be released outside the lock.
  /// - Returns: Nil if the thread has to wait; false if it does not have to start over.
  mutating func startOver(_ me: ThreadID, releasing store: inout ObjectStore?) -> Bool? {
    guard let awaited = startingOver[me] else { return false }
    store = awaited.store
    if blocker(of: awaited.slot, for: me) != nil { return nil }
    startingOver[me] = nil
    return true
  }
}
