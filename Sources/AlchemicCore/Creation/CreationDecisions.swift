import AlchemicRuntime

/// The decisions that ``CreationCoordinator`` makes under its lock: which creator creates which
/// object, and which creators wait for which.
///
/// A creator is a thread, or one creation of a task. No creator sees an unfinished object of
/// another creator, so the only decision is which creators wait. This is a value, without locks and
/// threads.
struct CreationDecisions {
  /// The result for a creator that needs an object.
  enum Claim: Hashable {
    /// The object exists.
    case present
    /// The object exists, and the caller has not finished it.
    case unfinished
    /// There is no object, and the caller cannot create one. `AcSet` or a task may store one.
    case unset
    /// A task creates the object, and the caller is a thread.
    case awaited(by: ThreadID)
    /// The caller creates the object, and then finishes or abandons it.
    case make
    /// The caller is already creating the object, or no creator in a cycle of waits can start over.
    case cycle
    /// Waiting would never end. The caller abandons its creations, and then starts over.
    case startOver
  }

  /// What a creator waits for.
  enum Awaited: Equatable {
    /// The object of a slot, which is created by one creator after the other.
    case slot(Slot)
    /// The end of one creation.
    case end(of: ThreadID)
  }

  private struct Wait {
    let awaited: Awaited
    /// Whether the creator can abandon its creations and start over.
    var canStartOver = false
  }

  /// The waits of each creator. A thread has one; a creation of a task may await several objects at
  /// once.
  private var waits = [ThreadID: [Wait]]()
  /// The threads that must abandon their creations. Each has the slot for which it waited, and the
  /// store that owns the slot. There are few.
  private(set) var startingOver: [(thread: ThreadID, slot: Slot, owner: AnyObject)] = [] {
    didSet { noteStartsOver(!startingOver.isEmpty) }
  }
  /// Called with whether there are any.
  private let noteStartsOver: @Sendable (Bool) -> Void
  private var hasChanged = false
  /// The tasks to resume because of the changes.
  private var woken: [TaskWaiters] = []

  init(noteStartsOver: @escaping @Sendable (Bool) -> Void = { _ in }) {
    self.noteStartsOver = noteStartsOver
  }

  // MARK: Changes

  /// Moves a slot, whose state the caller has read, to a state without a creator.
  @inline(never)
  mutating func end(_ slot: Slot, as state: CreationState) {
    if let creator = slot.knownState.creator, !creator.isTask, let component = slot.component,
      component.leave(creator)
    {
      woken += component.takeWaitingTasks()
    }
    slot.state = state
    slot.moves &+= 1
    if !waits.isEmpty || !startingOver.isEmpty { hasChanged = true }
    if let tasks = slot.tasks {
      tasks.endCreation()
      if !tasks.waiting.isEmpty { woken.append(tasks.waiting.takeAll()) }
    }
  }

  /// Records that components have changed: waiting creators may have to wait for others.
  mutating func didJoinComponents(waking tasks: [TaskWaiters]) {
    woken += tasks
    hasChanged = true
  }

  /// Returns whether waiting threads have to check again, once for each change.
  ///
  /// - Parameter tasks: Receives the tasks that have to check again.
  mutating func takeChange(waking tasks: inout [TaskWaiters]) -> Bool {
    defer { hasChanged = false }
    if !woken.isEmpty { swap(&woken, &tasks) }
    return hasChanged
  }

  /// Records that a creator begins to create an object.
  private func begin(_ slot: Slot, by creator: ThreadID) {
    slot.state = .making(by: creator)
    if creator.isTask { slot.usingTasks.begin(creator) } else { slot.component?.enter(creator) }
  }

  /// Records that a weak object was deallocated. The next one was not set, nor taken by a stop.
  func lose(_ slot: Slot) { (slot.state, slot.setter, slot.isStopping) = (.absent, nil, false) }

  // MARK: Claims

  /// Returns the result for a thread that needs an object; nil if the thread has to wait.
  ///
  /// - Parameters:
  ///   - adopted: The creation of a task that the thread continues with the task's product.
  ///   - canStartOver: Returns whether the thread can abandon its creations and start over.
  ///   - ready: Takes the object. Returns false if a weak object has been deallocated.
  mutating func claim(
    _ slot: Slot, canMake: Bool, adopting adopted: ThreadID? = nil,
    by me: ThreadID, canStartOver: () -> Bool, ready: () -> Bool
  ) -> Claim? {
    if !waits.isEmpty { waits[me] = nil }
    // Within a read, which cannot throw, no creation can have been abandoned, so objects that are
    // created there are valid.
    if isStartingOver(me), canStartOver() { return .startOver }
    switch slot.state {
    case .present:
      if ready() { return .present }
      lose(slot)
    case .unfinished(let creator) where creator == me:
      if ready() { return .unfinished }
      // A weak factory does not retain its object, which was deallocated before it was finished.
      end(slot, as: .absent)
    case .making(let creator) where creator == me: return .cycle
    case .making(let creator) where creator.isTask && creator != adopted:
      // A thread that waited for a task would be unavailable to all other tasks.
      return .awaited(by: creator)
    case .absent, .making, .unfinished: break
    }
    if case .absent = slot.knownState, !canMake { return .unset }
    guard let blocker = blocker(of: slot, for: me) else {
      begin(slot, by: me)
      return .make
    }
    return wait(me, for: slot, blocker, canStartOver())
  }

  /// Returns the result for a task that needs an object; nil if the task has to wait.
  ///
  /// - Parameters:
  ///   - creation: The creation of the object, if the task has to create it.
  ///   - outer: The creations that need the object, one within the other.
  ///   - ready: As for a thread.
  mutating func claim(
    _ slot: Slot, as creation: ThreadID, within outer: [ThreadID],
    ready: () -> Bool
  ) -> Claim? {
    if case .present = slot.state {
      if ready() { return .present }
      lose(slot)
    }
    guard let blocker = blocker(of: slot, for: creation) else {
      begin(slot, by: creation)
      return .make
    }
    return wait(outer, for: .slot(slot), blocker) ? nil : .cycle
  }

  /// Makes the creations of a task wait, unless the wait would never end.
  ///
  /// - Parameter blocker: The creator for which they wait.
  /// - Returns: Whether they wait.
  mutating func wait(
    _ creations: [ThreadID], for awaited: Awaited, _ blocker: ThreadID
  ) -> Bool {
    if circle(from: blocker, to: creations) != nil { return false }
    for creation in creations { waits[creation, default: []].append(Wait(awaited: awaited)) }
    return true
  }

  /// Ends the waits of a task's creations.
  mutating func stopWaiting(_ creations: [ThreadID], for awaited: Awaited) {
    for creation in creations {
      var left = waits[creation] ?? []
      if let index = left.firstIndex(where: { $0.awaited == awaited }) { left.remove(at: index) }
      waits[creation] = left.isEmpty ? nil : left
    }
  }

  /// Returns the creator for which another one waits; nil if its wait is over.
  private func blocker(of awaited: Awaited, for creator: ThreadID) -> ThreadID? {
    switch awaited {
    case .slot(let slot): blocker(of: slot, for: creator)
    case .end(let creation): creation
    }
  }

  /// Returns the creator for which another one has to wait before it can use or create an object.
  func blocker(of slot: Slot, for creator: ThreadID) -> ThreadID? {
    // The slot of a wait was read when the wait began.
    switch slot.knownState {
    case .present: nil
    case .making(let other) where !(other.isTask && !creator.isTask): other
    case .unfinished(let other): other
    // A thread never waits for a task: it continues with the product of that task.
    case .absent, .making: creator.isTask ? nil : slot.component?.holder(otherThan: creator)
    }
  }

  // MARK: Cycles

  /// Makes a thread wait, unless the wait would never end.
  ///
  /// A cycle of waits needs an edge that the graph does not contain. One thread in the cycle
  /// abandons its creations, so that the others continue. It starts over when the object for which
  /// it waited has no other creator.
  private mutating func wait(
    _ me: ThreadID, for slot: Slot, _ blocker: ThreadID, _ canStartOver: Bool
  ) -> Claim? {
    if let circle = circle(from: blocker, to: [me]) {
      if canStartOver {
        abandon(me, waitingFor: slot)
        return .startOver
      }
      let others = circle.compactMap { other -> (ThreadID, Slot)? in
        for wait in waits[other] ?? [] {
          if wait.canStartOver, case .slot(let slot) = wait.awaited { return (other, slot) }
        }
        return nil
      }
      guard let (other, awaited) = others.first else { return .cycle }
      abandon(other, waitingFor: awaited)
      hasChanged = true
    }
    waits[me] = [Wait(awaited: .slot(slot), canStartOver: canStartOver)]
    return nil
  }

  /// Returns the creators on a path of waits between two creators, without the last one; nil if
  /// there is no such path.
  private func circle(from start: ThreadID, to goals: [ThreadID]) -> [ThreadID]? {
    var seen: Set<UInt> = []
    func way(from creator: ThreadID) -> [ThreadID]? {
      if goals.contains(creator) { return [] }
      guard seen.insert(creator.key).inserted else { return nil }
      for wait in waits[creator] ?? [] {
        if let next = blocker(of: wait.awaited, for: creator), let rest = way(from: next) {
          return [creator] + rest
        }
      }
      return nil
    }
    return goals.isEmpty ? nil : way(from: start)
  }

  // MARK: Starting over

  /// Records that a thread has to abandon its creations.
  private mutating func abandon(_ thread: ThreadID, waitingFor slot: Slot) {
    startingOver.removeAll { $0.thread == thread }
    startingOver.append((thread, slot, slot.owner.object))
  }

  /// Returns whether a thread has to abandon its creations.
  func isStartingOver(_ thread: ThreadID) -> Bool {
    !startingOver.isEmpty && startingOver.contains { $0.thread == thread }
  }

  /// Allows a thread that has abandoned its creations to start over when the object for which it
  /// waited has no other creator.
  ///
  /// - Parameter owner: Receives the owner of that object's slot, to be released outside the lock.
  /// - Returns: Nil if the thread must wait; false if it need not start over.
  mutating func startOver(_ me: ThreadID, releasing owner: inout AnyObject?) -> Bool? {
    guard let awaited = startingOver.first(where: { $0.thread == me }) else { return false }
    owner = awaited.owner
    if blocker(of: awaited.slot, for: me) != nil { return nil }
    startingOver.removeAll { $0.thread == me }
    return true
  }
}
