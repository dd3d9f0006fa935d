/// Who waits for whom, and how each goes on: what ``CreationDesk`` decides under its lock.
///
/// Without a lock, and without threads but for their names, so that a test can take every turn there is.
struct CreationTable {
  /// What a thread that needs an object gets.
  enum Claim {
    /// - Parameter unfinished: What it is while its own properties are still being injected.
    case ready(unfinished: UnfinishedObject?)
    /// There is none, and who asks cannot make one: `AcSet` or a task may.
    case unset
    /// A task makes it.
    case awaited(by: ThreadID)
    /// The caller makes it, and then calls `finish` or `abandon`.
    case make
    /// - Parameter own: What the caller is making, for which everybody on the way waits.
    case cycle(own: AnyObjectFactory)
  }

  private struct Wait {
    let factory: AnyObjectFactory
    /// Creations of the waiting thread that could go on if it did not insist on waiting here.
    let yielding: [ObjectIdentifier]
  }

  private var waits = [ThreadID: Wait]()
  private var hasChanged = false
  /// Tasks that waited for what has moved.
  private var woken: [TaskWaiters] = []

  /// A factory has an object now that all can have, or has none any more: others may wait for that.
  mutating func noteMove(of factory: AnyObjectFactory) {
    if !waits.isEmpty { hasChanged = true }
    factory.moves &+= 1
    if !factory.waitingTasks.isEmpty { woken.append(factory.waitingTasks.takeAll()) }
  }

  /// Whether threads that wait should look again; once.
  ///
  /// - Parameter tasks: Those that should.
  mutating func takeChange(waking tasks: inout [TaskWaiters]) -> Bool {
    defer { hasChanged = false }
    if !woken.isEmpty { swap(&woken, &tasks) }
    return hasChanged
  }

  /// What the thread waits for.
  func awaited(by thread: ThreadID) -> AnyObjectFactory? { waits[thread]?.factory }

  /// What a thread gets that needs an object; nil if it has to wait.
  ///
  /// - Parameters:
  ///   - yielding: The caller's creations that can go first, if what it needs the object for is put off.
  ///   - ready: Takes what is there; false if nobody but the factory knows of it any more.
  mutating func claim(
    _ factory: AnyObjectFactory, canMake: Bool, by me: ThreadID,
    yielding: () -> [ObjectIdentifier], ready: () -> Bool
  ) -> Claim? {
    var own = factory
    let step = factory.progress.next(for: me) { _ in
      guard let circle = circle(through: factory, to: me) else { return .no }
      own = circle.own
      if circle.passesObject { return .untilTaken }
      return circle.othersYield && !yielding().contains(ObjectIdentifier(own))
        ? .untilPostponed : .forGood
    }
    switch step {
    case .take:
      stopWaiting(me)
      let unfinished =
        factory.progress == .present
        ? nil : UnfinishedObject(factory: factory, attempt: factory.attempt)
      if ready() { return .ready(unfinished: unfinished) }
      factory.progress = .absent
      return make(factory, canMake: canMake, by: me)
    case .cycle:
      stopWaiting(me)
      return .cycle(own: own)
    case .make:
      stopWaiting(me)
      return make(factory, canMake: canMake, by: me)
    case .needsAwait(let maker):
      stopWaiting(me)
      return .awaited(by: maker)
    case .wait:
      wait(me, for: factory, yielding: yielding())
      return nil
    }
  }

  /// Makes it the caller's to make, if that is possible at all.
  private func make(_ factory: AnyObjectFactory, canMake: Bool, by me: ThreadID) -> Claim {
    guard canMake else { return .unset }
    factory.beginMaking(by: me)
    return .make
  }

  @inline(never)
  private mutating func wait(
    _ me: ThreadID, for factory: AnyObjectFactory, yielding: [ObjectIdentifier] = []
  ) {
    // That this thread waits may be what lets another one take an object that exists.
    if waits[me]?.factory !== factory { hasChanged = true }
    waits[me] = Wait(factory: factory, yielding: yielding)
  }

  private mutating func stopWaiting(_ me: ThreadID) {
    if !waits.isEmpty { forgetWait(of: me) }
  }

  // Waiting is rare, and what asks whether to wait is there for each kind of factory.
  @inline(never)
  private mutating func forgetWait(of me: ThreadID) { waits[me] = nil }

  /// A way from an object that a thread needs back to that thread.
  private struct Circle {
    /// What that thread owns, at the end of the way.
    var own: AnyObjectFactory
    /// Whether somebody on the way waits for an object that exists.
    var passesObject = false
    /// Whether somebody on the way could go on without what they wait for.
    var othersYield = false
  }

  /// Whether the owner of `factory` waits, perhaps by way of others, for `me`.
  @inline(never)
  private func circle(through factory: AnyObjectFactory, to me: ThreadID) -> Circle? {
    var circle = Circle(own: factory)
    // Others may wait in a circle of their own, which one of them is about to leave.
    for _ in 0...waits.count {
      guard let owner = circle.own.progress.owner else { return nil }
      if owner == me { return circle }
      guard let wait = waits[owner] else { return nil }
      if wait.yielding.contains(ObjectIdentifier(circle.own)) { circle.othersYield = true }
      circle.own = wait.factory
      if !wait.factory.progress.isMaking { circle.passesObject = true }
    }
    return nil
  }

  /// Keeps the object that the caller has made and is about to inject.
  ///
  /// - Returns: How often another object was stored there; nil if this one is not kept, since an `AcSet` came
  ///   meanwhile.
  func keep(_ factory: AnyObjectFactory, by me: ThreadID, _ store: () -> Void) -> UInt? {
    guard factory.progress == .making(by: me) else { return nil }
    store()
    factory.progress = .stored(by: me)
    return factory.version
  }

  /// Keeps an object that needs nothing more, for everybody; unless an `AcSet` came meanwhile.
  mutating func keepFinished(_ factory: AnyObjectFactory, by me: ThreadID, _ store: () -> Void) {
    guard factory.progress.isOwned(by: me) else { return }
    store()
    factory.progress = .present
    noteMove(of: factory)
  }

  /// Makes the object available to everybody.
  ///
  /// - Parameter ready: Takes what is there; false if nobody but the factory knows of it any more.
  mutating func finish(_ factory: AnyObjectFactory, by me: ThreadID, _ ready: () -> Bool) {
    if factory.progress.isOwned(by: me) {
      factory.progress = .present
      factory.needs = []
      noteMove(of: factory)
    }
    // A weak factory may have been given another object meanwhile, which is gone already.
    if factory.progress == .present, !ready() { factory.progress = .absent }
  }

  /// Gives up a creation: whoever waits gets a try of their own.
  mutating func abandon(_ factory: AnyObjectFactory, by me: ThreadID, _ take: () -> Void) {
    guard factory.progress.isOwned(by: me) else { return }
    factory.progress = .absent
    factory.needs = []
    noteMove(of: factory)
    take()
  }
}

// MARK: Finishing together with others

/// An object that was taken while its own properties were still being injected.
struct UnfinishedObject {
  let factory: AnyObjectFactory
  /// Which creation of the factory's it is of.
  let attempt: UInt
}

/// An object that was taken from another thread before it was finished was given up there.
struct TakenObjectFailed: Error {}

extension CreationTable {
  /// How the creation of an object ends that has unfinished objects of other threads.
  enum Settlement {
    /// They are finished, and it is with them.
    case settled
    /// One of them was given up.
    case failed
    /// One of them needs what the caller has still to make: all that can be said is that it is not
    /// finished yet.
    case notYet
  }

  private enum Verdict {
    case complete([AnyObjectFactory])
    case waits(for: AnyObjectFactory)
    case failed
  }

  /// How it ends; nil if the caller has to wait.
  ///
  /// Threads whose objects have one another finish together: when each is complete, whoever sees it
  /// first finishes all.
  ///
  /// - Parameters:
  ///   - members: The object, and what else of the caller's has it.
  ///   - needs: What was taken.
  mutating func settle(
    _ members: [AnyObjectFactory], _ needs: [UnfinishedObject], by me: ThreadID
  ) -> Settlement? {
    // Another thread finished it with its own, or an `AcSet` came meanwhile.
    guard let factory = members.first(where: { $0.progress.isOwned(by: me) }) else {
      stopWaiting(me)
      return .settled
    }
    if factory.progress == .stored(by: me) {
      // All or none: each of the others has the first.
      let first = UnfinishedObject(factory: factory, attempt: factory.attempt)
      for member in members where member.progress == .stored(by: me) {
        member.progress = .complete(by: me)
        member.needs = needs + (member === factory ? [] : [first])
      }
      hasChanged = true
    }
    switch verdict(on: factory) {
    case .complete(let all):
      for factory in all {
        factory.progress = .present
        factory.needs = []
        noteMove(of: factory)
      }
      stopWaiting(me)
      return .settled
    case .waits(let unfinished):
      if let circle = circle(through: unfinished, to: me), !circle.passesObject {
        for member in members where member.progress == .complete(by: me) {
          member.progress = .stored(by: me)
          member.needs = []
        }
        stopWaiting(me)
        return .notYet
      }
      wait(me, for: unfinished)
      return nil
    case .failed:
      stopWaiting(me)
      return .failed
    }
  }

  /// Whether everything that the object has, and what that has, is complete.
  private func verdict(on factory: AnyObjectFactory) -> Verdict {
    var all = [factory]
    var unfinished: AnyObjectFactory?
    var index = 0
    while index < all.count {
      for need in all[index].needs {
        guard need.factory.attempt == need.attempt else { return .failed }
        switch need.factory.progress {
        case .present: continue
        case .absent, .making: return .failed
        case .stored: unfinished = unfinished ?? need.factory
        case .complete:
          if !all.contains(where: { $0 === need.factory }) { all.append(need.factory) }
        }
      }
      index += 1
    }
    return unfinished.map { .waits(for: $0) } ?? .complete(all)
  }
}
