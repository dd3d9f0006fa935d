/// Where threads agree on who makes which shared object, and wait for one another.
///
/// One lock for the whole process, held for a few instructions and never while user code runs; one
/// lock, because whether waiting would ever end is a question about all models' threads together.
/// Reading an object that exists does not come here.
enum CreationDesk {
  /// Who waits for which factory.
  struct Waiting {
    var threads: [ThreadID: AnyObjectFactory] = [:]
    var tasks = AwaitedCreations()
  }

  /// The lock also guards what the factories keep.
  static let lock = Locked(Waiting())

  /// Changes what others may wait for, and has them look again.
  private static func change<Result>(_ body: () -> Result) -> Result {
    var woken: TaskWaiters?
    defer { woken?.resumeAll(with: .success(())) }
    return lock.withLock { waiting in
      defer {
        woken = waiting.tasks.noteChange()
        lock.announceChange()
      }
      return body()
    }
  }

  /// What a thread that needs an object gets.
  enum Claim<Ready> {
    case ready(Ready)
    /// There is none, and who asks cannot make one: `AcSet` or a task may.
    case unset
    /// The caller makes it, and then calls `finish` or `abandon`.
    case make
    case cycle
  }

  /// Waits until the object is there, or makes it the caller's to make.
  ///
  /// - Parameter ready: What is there; nil if nobody but the factory knows of it any more.
  static func claim<Ready>(
    _ factory: AnyObjectFactory, canMake: Bool, ready: () -> Ready?
  ) -> Claim<Ready> {
    let me = ThreadID.current
    return lock.wait { waiting in
      let step = factory.progress.next(for: me) { leadsBack(from: $0, to: me, waiting.threads) }
      switch step {
      case .take:
        waiting.threads[me] = nil
        if let ready = ready() { return .ready(ready) }
        factory.progress = .absent
        return make(factory, canMake: canMake, by: me)
      case .cycle:
        waiting.threads[me] = nil
        return .cycle
      case .make:
        waiting.threads[me] = nil
        return make(factory, canMake: canMake, by: me)
      case .needsAwait:
        waiting.threads[me] = nil
        return .unset
      case .wait:
        // That this thread waits may be what lets another one take an object that exists.
        if waiting.threads.updateValue(factory, forKey: me) == nil { lock.announceChange() }
        return nil
      }
    }
  }

  /// Makes it the caller's to make, if that is possible at all; under the lock.
  private static func make<Ready>(
    _ factory: AnyObjectFactory, canMake: Bool, by me: ThreadID
  ) -> Claim<Ready> {
    guard canMake else { return .unset }
    factory.progress = .making(by: me)
    return .make
  }

  /// Whether `thread` waits, perhaps by way of others, for what `goal` makes.
  private static func leadsBack(
    from thread: ThreadID, to goal: ThreadID, _ waiting: [ThreadID: AnyObjectFactory]
  ) -> CreationProgress.LeadsBack {
    var current = thread
    var passesObject = false
    // Others may wait in a circle of their own, which one of them is about to leave.
    for _ in 0...waiting.count {
      guard let factory = waiting[current] else { return .no }
      switch factory.progress {
      case .making(let maker): current = maker
      case .stored(let maker):
        current = maker
        passesObject = true
      case .absent, .present: return .no
      }
      if current == goal { return passesObject ? .untilTaken : .forGood }
    }
    return .no
  }

  /// Keeps the object that the caller has made and is about to inject.
  ///
  /// - Returns: How often another object was stored there; nil if this one is not kept, since an `AcSet` came
  ///   meanwhile.
  static func keep(_ factory: AnyObjectFactory, _ store: () -> Void) -> UInt? {
    lock.withLock { _ in
      guard factory.progress == .making(by: .current) else { return nil }
      store()
      factory.progress = .stored(by: .current)
      return factory.version
    }
  }

  /// Makes the object available to everybody.
  ///
  /// - Returns: What is there now: not what was made if an `AcSet` came meanwhile. Nil if the model
  ///   was cleared meanwhile: nobody waits for the object any more. What `ready` returns, if it is there.
  static func finish<Ready>(_ factory: AnyObjectFactory, _ ready: () -> Ready?) -> Ready? {
    change {
      if factory.progress.isOwned(by: .current) { factory.progress = .present }
      guard factory.progress == .present else { return nil }
      if let ready = ready() { return ready }
      // A weak factory was given another object meanwhile, which is gone already.
      factory.progress = .absent
      return nil
    }
  }

  /// Gives up a creation: whoever waits gets a try of their own.
  ///
  /// - Parameters:
  ///   - maker: Who began it.
  ///   - take: Takes the half-made object out of the factory.
  /// - Returns: That object, to be let go outside the lock.
  static func abandon<Object>(
    _ factory: AnyObjectFactory, by maker: ThreadID = .current, _ take: () -> Object?
  ) -> Object? {
    change {
      guard factory.progress.isOwned(by: maker) else { return nil }
      factory.progress = .absent
      return take()
    }
  }

  /// Stores another object, and empties every wire that shows the old one.
  ///
  /// - Parameter swap: Puts the new object in place and returns the old one.
  static func store<Object>(
    _ factory: AnyObjectFactory, leaving progress: CreationProgress = .present,
    _ swap: () -> Object?
  ) -> Replacement {
    change {
      var released: [Any] = []
      let old = swap()
      factory.version += 1
      factory.progress = progress
      let wires = factory.mirrors.map { $0.takeUnretainedValue() }
      for wire in wires { if let old = wire.empty() { released.append(old) } }
      return Replacement(
        factory: factory, wires: wires, number: factory.version, old: old, released: released)
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
  static func wires(showing factory: AnyObjectFactory) -> [AnyWire] {
    lock.withLock { _ in factory.mirrors.map { $0.takeUnretainedValue() } }
  }

  /// Forgets which wires show the objects of these factories.
  static func forgetMirrors(of factories: [AnyObjectFactory]) {
    lock.withLock { _ in factories.forEach { $0.mirrors = [] } }
  }
}
