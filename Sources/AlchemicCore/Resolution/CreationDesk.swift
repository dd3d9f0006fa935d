/// Where threads agree on who makes which shared object, and wait for one another.
///
/// One lock for the whole process, held for a few instructions and never while user code runs; one
/// lock, because whether waiting would ever end is a question about all models' threads together.
/// Reading an object that exists does not come here. What is decided is ``CreationTable``'s.
enum CreationDesk {
  /// Who waits for which factory.
  struct Waiting {
    var threads = CreationTable()
    var tasks = AwaitedCreations()
  }

  /// The lock also guards what the factories keep.
  static let lock = Locked(Waiting())

  /// Decides for the calling thread, and has those who wait look again if that may help them.
  private static func decide<Result>(
    _ body: (inout CreationTable, ThreadID) -> Result
  ) -> Result {
    var woken: [TaskWaiters] = []
    defer { if !woken.isEmpty { wake(&woken) } }
    return lock.withLock { waiting in
      let result = body(&waiting.threads, .current)
      if waiting.threads.takeChange(waking: &woken) { lock.announceChange() }
      return result
    }
  }

  /// Decides for the calling thread again and again until it need not wait.
  private static func waitToDecide<Result>(
    _ body: (inout CreationTable, ThreadID) -> Result?
  ) -> Result {
    var woken: [TaskWaiters] = []
    defer { if !woken.isEmpty { wake(&woken) } }
    return lock.wait { waiting in
      let result = body(&waiting.threads, .current)
      // Who goes on waiting has moved nothing, so nobody's wake-up waits here.
      if waiting.threads.takeChange(waking: &woken) { lock.announceChange() }
      return result
    }
  }

  /// Lets tasks go on, outside the lock.
  @inline(never)
  private static func wake(_ tasks: inout [TaskWaiters]) {
    for index in tasks.indices { tasks[index].resumeAll(with: .success(())) }
  }

  /// Waits until the object is there, or makes it the caller's to make.
  ///
  /// - Parameter ready: Takes what is there; false if nobody but the factory knows of it any more.
  static func claim(
    _ factory: AnyObjectFactory, canMake: Bool, ready: () -> Bool
  ) -> CreationTable.Claim {
    waitToDecide { table, me in
      table.claim(
        factory, canMake: canMake, by: me, yielding: CreationPath.creationsThatCanGoFirst,
        ready: ready)
    }
  }

  /// Keeps the object that the caller has made and is about to inject.
  ///
  /// - Returns: How often another object was stored there; nil if this one is not kept, since an `AcSet` came
  ///   meanwhile.
  static func keep(_ factory: AnyObjectFactory, _ store: () -> Void) -> UInt? {
    decide { table, me in table.keep(factory, by: me, store) }
  }

  /// Makes an object the caller's to make if there is none and nobody makes one.
  static func claimFirst(_ factory: AnyObjectFactory) -> Bool {
    lock.withLock { _ in
      guard case .absent = factory.progress else { return false }
      factory.beginMaking(by: .current)
      return true
    }
  }

  /// Keeps the object that the caller has made, which is finished, for everybody; unless an `AcSet` came
  /// meanwhile.
  static func keepFinished(_ factory: AnyObjectFactory, _ store: () -> Void) {
    decide { table, me in table.keepFinished(factory, by: me, store) }
  }

  /// Waits until what the caller took unfinished from other threads is finished, and finishes its own
  /// objects with it.
  ///
  /// - Parameters:
  ///   - members: What the caller has made, and everything else of its own that has it.
  ///   - needs: What was taken.
  static func settle(_ members: [AnyObjectFactory], _ needs: [UnfinishedObject])
    -> CreationTable.Settlement
  {
    waitToDecide { table, me in table.settle(members, needs, by: me) }
  }

  /// Makes the object available to everybody.
  ///
  /// - Parameter ready: Takes what is there now: not what was made if an `AcSet` came meanwhile. It is not
  ///   called if the model was cleared meanwhile: nobody waits for the object any more.
  @inline(never)
  static func finish(_ factory: AnyObjectFactory, _ ready: () -> Bool = { true }) {
    decide { table, me in table.finish(factory, by: me, ready) }
  }

  /// Gives up a creation: whoever waits gets a try of their own.
  ///
  /// - Parameters:
  ///   - maker: Who began it.
  ///   - take: Takes the half-made object out of the factory, for the caller to let go.
  static func abandon(
    _ factory: AnyObjectFactory, by maker: ThreadID = .current, _ take: () -> Void
  ) {
    decide { table, _ in table.abandon(factory, by: maker, take) }
  }

  /// Stores another object, and empties every wire that shows the old one.
  ///
  /// Where somebody follows it, telling them begins here: others that store meanwhile leave it to the caller.
  ///
  /// - Parameter swap: Puts the new object in place and takes the old one out.
  @inline(never)
  static func store(_ factory: AnyObjectFactory, _ swap: () -> Void) -> Replacement {
    decide { table, _ in
      swap()
      factory.version += 1
      factory.progress = .present
      if !factory.needs.isEmpty { factory.needs = [] }
      table.noteMove(of: factory)
      var replacement = Replacement(factory: .passUnretained(factory), number: factory.version)
      for index in factory.mirrors.indices {
        let mirror = factory.mirrors[index]
        mirror._withUnsafeGuaranteedRef { wire in
          wire.empty(leaving: &replacement.released)
          // Who begins to follow after this sees in the version that there is another object.
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
  /// - Parameters:
  ///   - left: Takes what the wires held, to be let go outside the lock.
  ///   - take: Takes the object out of the factory, for the caller to let go.
  static func clear(
    _ factory: AnyObjectFactory, leaving left: inout [Any], _ take: () -> Void
  ) {
    decide { table, _ in
      if case .absent = factory.progress { return }
      factory.version += 1
      factory.progress = .absent
      factory.needs = []
      table.noteMove(of: factory)
      for wire in factory.mirrors {
        wire._withUnsafeGuaranteedRef { $0.empty(leaving: &left) }
      }
      take()
    }
  }

  /// Lets a wire keep its answer if what it consists of has not changed meanwhile, nor where it comes from.
  static func fill(
    _ wire: AnyWire, from factories: [AnyObjectFactory], if stamp: Stamp,
    and isCurrent: () -> Bool, store: () -> Void
  ) {
    lock.withLock { _ in
      guard stamp.holds, isCurrent() else { return }
      mirror(factories, in: wire)
      store()
    }
  }

  /// Lets the factories know a wire, whether or not it has an answer yet.
  ///
  /// - Parameter factories: Those from which the wire draws now.
  /// - Returns: A number that grows with every object that one of them gets, and when they become others.
  static func watch(_ wire: AnyWire, from factories: () -> [AnyObjectFactory]) -> UInt {
    lock.withLock { _ in
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

  /// Looks at what the lock guards.
  static func look<Result>(_ body: () -> Result) -> Result { lock.withLock { _ in body() } }

  /// The wires that show the factory's object.
  static func wires(showing factory: AnyObjectFactory) -> [Unmanaged<AnyWire>] {
    lock.withLock { _ in factory.mirrors }
  }

  /// Whether any of these has an object, or will have one.
  static func haveObjects(_ factories: [AnyObjectFactory]) -> Bool {
    look {
      factories.contains { if case .absent = $0.progress { false } else { true } }
    }
  }

  /// Forgets which wires show the objects of these factories.
  static func forgetMirrors(of factories: [AnyObjectFactory]) {
    lock.withLock { _ in
      for factory in factories where !factory.mirrors.isEmpty { factory.mirrors = [] }
    }
  }
}
