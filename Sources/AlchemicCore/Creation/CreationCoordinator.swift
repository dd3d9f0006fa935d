/// Where creators agree on who makes which shared object, and wait for one another.
///
/// There is one lock for the whole process, held for a few instructions and never while user code runs. One, because
/// whether a wait would ever end depends on the threads of all models together. Reading an object that exists does not
/// take it. ``CreationDecisions`` decides.
package enum CreationCoordinator {
  /// The lock also guards what the factories keep.
  static let lock = Locked(CreationDecisions())

  /// Decides for the calling thread, again and again while `body` returns nil: then the thread has to wait.
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
      // Tasks are resumed when this thread goes on. One that waits has ended nothing but, perhaps, a weak object.
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
    _ factory: AnyObjectFactory, canMake: Bool, adopting adopted: ThreadID? = nil,
    ready: () -> Bool
  ) -> CreationDecisions.Claim {
    decide { decisions, me in
      decisions.claim(
        factory, canMake: canMake, adopting: adopted, by: me,
        canStartOver: { CreationPath.canStartOver }, ready: ready)
    }
  }

  /// Stores the object that the caller has made and is about to inject.
  ///
  /// - Returns: How often another object was stored there; nil if this one is not stored, since an `AcSet` or a
  ///   reset came meanwhile.
  static func storeUnfinished(_ factory: AnyObjectFactory, _ store: () -> Void) -> UInt? {
    var number: UInt?
    decide { _, me in
      guard factory.state == .making(by: me) else { return }
      store()
      factory.state = .unfinished(by: me)
      number = factory.version
    }
    return number
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

  /// Makes objects of the caller's available to everybody, all at one moment.
  ///
  /// - Parameters:
  ///   - factory: The one whose creation ends with this.
  ///   - others: Those that are finished with it.
  ///   - store: Puts the object in place, if that was not done.
  ///   - other: Takes the object that was set meanwhile; returns false if it is gone.
  @inline(__always)
  static func finish(
    _ factory: AnyObjectFactory, with others: [AnyObjectFactory], store: () -> Void,
    other: () -> Bool
  ) -> Ending {
    decide { decisions, me in
      if decisions.isStartingOver(me), CreationPath.canStartOver { return .startOver }
      for other in others where other.state.creator == me { decisions.end(other, as: .present) }
      if factory.state.creator == me {
        store()
        decisions.end(factory, as: .present)
        return .finished(version: factory.version)
      }
      // A weak factory may have been given an object that is gone already.
      if factory.state == .present, !other() { factory.state = .absent }
      return .overtaken
    }
  }

  /// Gives up creations: each creator that waits gets a try of its own.
  ///
  /// - Parameter creator: The one that began them.
  @inline(never)
  static func abandon(_ factories: [AnyObjectFactory], by creator: ThreadID = .current) {
    // Released outside the lock: the end of an object is user code.
    var left: [Any] = []
    decide { decisions, _ in
      for factory in factories where factory.state.creator == creator {
        decisions.end(factory, as: .absent)
        factory.takeObject(leaving: &left)
      }
    }
    withExtendedLifetime(left) {}
  }

  /// Returns whether the calling thread, which has given up everything, is to make it again; waits until it can.
  @inline(never)
  static func startOver() -> Bool {
    var awaited: AnyObjectFactory?
    defer { withExtendedLifetime(awaited) {} }
    return decide { $0.startOver($1, releasing: &awaited) }
  }

  // MARK: Objects that exist

  /// Stores another object, and empties every wire that shows the old one.
  ///
  /// Where hosts follow it, notifying them begins here: other threads that store meanwhile leave it to the caller.
  ///
  /// - Parameter swap: Puts the new object in place and takes the old one out.
  @inline(never)
  static func store(_ factory: AnyObjectFactory, _ swap: () -> Void) -> Replacement {
    decide { decisions, _ in
      swap()
      factory.version += 1
      decisions.end(factory, as: .present)
      var replacement = Replacement(factory: .passUnretained(factory), number: factory.version)
      for index in factory.mirrors.indices {
        let mirror = factory.mirrors[index]
        mirror._withUnsafeGuaranteedRef { wire in
          wire.empty(leaving: &replacement.released)
          // A host that begins to follow after this sees in the version that there is another object.
          if wire.attachment.isThere { replacement.followed.add(mirror, of: factory) }
        }
      }
      if case .none = replacement.followed { return replacement }
      let teller = factory.teller
      if teller._withUnsafeGuaranteedRef({ $0.begin() }) { replacement.teller = teller }
      return replacement
    }
  }

  /// Forgets the object of a factory, and empties every wire that shows it.
  ///
  /// - Parameter left: Takes the object and what the wires held, to be released outside the lock.
  static func clear(_ factory: AnyObjectFactory, leaving left: inout [Any]) {
    decide { decisions, _ in
      if case .absent = factory.state { return }
      factory.version += 1
      decisions.end(factory, as: .absent)
      for wire in factory.mirrors {
        wire._withUnsafeGuaranteedRef { $0.empty(leaving: &left) }
      }
      factory.takeObject(leaving: &left)
    }
  }

  /// Lets a wire keep its answer if what it consists of has not changed meanwhile, nor where it comes from.
  static func fill(
    _ wire: AnyWire, from factories: [AnyObjectFactory], if stamp: Stamp,
    and isCurrent: () -> Bool, store: () -> Void
  ) {
    look {
      guard stamp.holds, isCurrent() else { return }
      mirror(factories, in: wire)
      store()
    }
  }

  /// Registers a wire with the factories, whether or not it has an answer yet.
  ///
  /// - Parameter factories: Those from which the wire draws now.
  /// - Returns: A number that grows with every object that one of them gets, and when they become others.
  static func watch(_ wire: AnyWire, from factories: () -> [AnyObjectFactory]) -> UInt {
    look {
      let factories = factories()
      mirror(factories, in: wire)
      return wire.changes &+ versions(of: factories)
    }
  }

  /// How many objects these have had together; under the lock.
  static func versions(of factories: [AnyObjectFactory]) -> UInt {
    factories.reduce(0) { $0 &+ $1.version }
  }

  private static func mirror(_ factories: [AnyObjectFactory], in wire: AnyWire) {
    guard !wire.isMirror else { return }
    wire.isMirror = true
    for factory in factories { factory.mirrors.append(Unmanaged.passUnretained(wire)) }
  }

  /// Changes the components of a model's factories.
  static func joinComponents<Result>(
    of graph: DependencyGraph, _ body: () -> (result: Result, joins: Bool)
  ) -> Result {
    decide { decisions, _ in
      let (result, joins) = body()
      if joins { decisions.didJoinComponents(waking: graph.joinComponents()) }
      return result
    }
  }

  /// Reads, or changes, what the lock guards and nobody waits for.
  static func look<Result>(_ body: () -> Result) -> Result { lock.withLock { _ in body() } }
}
