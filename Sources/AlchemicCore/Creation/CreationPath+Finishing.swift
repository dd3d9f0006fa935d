import AlchemicRuntime
import Synchronization

/// Objects of a path that have each other: which of them are finished together, and what waits for
/// them.
extension CreationPath {
  // MARK: Unfinished objects

  /// Notes that an unfinished object of this thread was taken within the innermost frame.
  static func noteNeed(of factory: Factory) {
    let need =
      UnfinishedObjects.need(of: factory) ?? frame { $0.isMaking(factory) }?.pointee.depth
    if let need { noteNeed(ofFrameAt: need) }
  }

  private static func noteNeed(ofFrameAt depth: Int) {
    guard let notes = innermost?.pointee.noting else { return }
    notes.outermostNeed = min(notes.outermostNeed, depth)
  }

  /// The depth of the frame further out whose object has to be finished with that of the innermost
  /// one; nil if there is none.
  static var outerNeed: Int? {
    guard let frame = innermost, let notes = frame.pointee.notes,
      notes.outermostNeed < frame.pointee.depth
    else { return nil }
    return notes.outermostNeed
  }

  /// Whether a property may keep what was found for it within the innermost frame.
  ///
  /// What is not finished may still be given up, and no other thread may see it; so only a host
  /// keeps it that this thread creates itself.
  package static func mayStoreValue(in host: AnyObject?) -> Bool {
    guard let notes = innermost?.pointee.notes, notes.outermostNeed != .max else { return true }
    return host.map(isUnfinished) ?? false
  }

  /// Whether this thread creates an object, and has not finished it.
  ///
  /// - Complexity: O(*n*) in the creations that run on this thread.
  private static func isUnfinished(_ object: AnyObject) -> Bool {
    var slots = UnfinishedObjects.slot(of: object).map { [$0] } ?? []
    forEach { frame in
      if case .shared(let slot) = frame.subject { slots.append(slot) }
      return true
    }
    // Compared outside the lock, where the last reference to a weak object may be released.
    let objects = CreationCoordinator.look {
      slots.map { $0.state.creator == .current ? $0.object.current : nil }
    }
    return zip(slots, objects).contains { slot, reference in
      reference.flatMap { slot.factory.product.object(of: $0) } === object
    }
  }

  // MARK: What waits until an object is finished

  /// Has an injection wait until what was taken within the innermost frame is finished.
  ///
  /// - Returns: False if nothing unfinished was taken.
  package static func postponeUntilFinished(_ injection: PostponedInjection) -> Bool {
    let need = innermost?.pointee.notes?.outermostNeed
    return wait(injection, for: frame { $0.depth == need })
  }

  /// Has something wait until the shared object is finished that is being created here.
  ///
  /// - Returns: False if none is.
  package static func waitUntilCreated(_ action: PostponedInjection) -> Bool {
    wait(action, for: frame(where: \.makesSharedObject))
  }

  private static func wait(
    _ action: PostponedInjection, for frame: UnsafeMutablePointer<Frame>?
  ) -> Bool {
    frame?.pointee.noting.waitingForFinish.append(action)
    return frame != nil
  }

  /// Takes what waits until the object of the innermost frame is finished.
  static func takeWaitingForFinish() -> [PostponedInjection] {
    guard let notes = innermost?.pointee.notes, !notes.waitingForFinish.isEmpty else { return [] }
    defer { notes.waitingForFinish = [] }
    return notes.waitingForFinish
  }

  /// Has it wait for another frame further out.
  static func passOnWaitingForFinish(toFrameAt depth: Int) {
    let waiting = takeWaitingForFinish()
    if waiting.isEmpty { return }
    frame { $0.depth == depth }?.pointee.noting.waitingForFinish += waiting
  }

  // MARK: Postponed injections

  /// Takes the injections that waited for the object of the innermost frame.
  static func takePostponed() -> [PostponedInjection] {
    guard let notes = innermost?.pointee.notes, !notes.postponed.isEmpty else { return [] }
    defer { notes.postponed = [] }
    return notes.postponed
  }

  /// The number of the creation of `factory` on this thread, if a host is being injected within it:
  /// that injection can wait until the object exists.
  static func creationThatCanGoFirst(_ factory: Factory) -> UInt? {
    var injects = false
    let creation = frame { frame in
      if case .property(_, _, _, isEager: true) = frame.subject { injects = true }
      return frame.isMaking(factory)
    }
    guard injects, let notes = creation?.pointee.noting else { return nil }
    if notes.number == 0 { notes.number = numbers.add(1, ordering: .relaxed).newValue }
    return notes.number
  }

  private static let numbers = Atomic<UInt>(0)

  /// Has an injection wait until the object exists that it needs.
  ///
  /// - Parameters:
  ///   - error: What the injection threw.
  ///   - injection: How to go on, or to give up.
  /// - Returns: Whether it can wait: the object is being made on this thread, now.
  package static func postpone(_ injection: PostponedInjection, after error: AlchemicError) -> Bool
  {
    guard let frame = frame(after: error) else { return false }
    frame.pointee.noting.postponed.append(injection)
    // The host is not ready before that.
    noteNeed(ofFrameAt: frame.pointee.depth)
    return true
  }

  /// Hands over what waits for the object of the innermost frame, whose creation fails, to the
  /// creation after which the same request succeeds.
  ///
  /// - Parameters:
  ///   - error: What the creation throws.
  ///   - mark: How many unfinished objects there were when it began: those that it has made wait
  ///     too.
  /// - Returns: False if the creation just fails.
  static func handOver(after error: any Error, since mark: Int) -> Bool {
    guard let error = error as? AlchemicError, let frame = frame(after: error) else { return false }
    frame.pointee.noting.postponed += takePostponed()
    passOnWaitingForFinish(toFrameAt: frame.pointee.depth)
    UnfinishedObjects.keep(since: mark, needing: frame.pointee.depth)
    noteNeed(ofFrameAt: frame.pointee.depth)
    return true
  }

  /// The frame of the creation after which a request would succeed that has failed.
  private static func frame(after error: AlchemicError) -> UnsafeMutablePointer<Frame>? {
    error.creation.flatMap { number in frame { $0.notes?.number == number } }
  }

  // MARK: Starting over

  /// Whether this thread is making a shared object.
  static var makesSharedObject: Bool { frame(where: \.makesSharedObject) != nil }

  /// Whether this thread can give up all shared objects that it is making: an error reaches the
  /// outermost creation.
  static var canStartOver: Bool {
    var (canStartOver, isOnTheWay) = (false, true)
    forEach { frame in
      if frame.makesSharedObject { canStartOver = isOnTheWay }
      if !frame.canThrow { isOnTheWay = false }
      return true
    }
    return canStartOver
  }
}

extension CreationPath.Frame {
  fileprivate var makesSharedObject: Bool {
    if case .shared = subject { true } else { false }
  }

  /// Whether what runs here can throw: a property that is read stops the program instead.
  fileprivate var canThrow: Bool {
    switch subject {
    case .property(_, _, _, let isEager): isEager
    case .request(let request): request.canThrow
    case .read: false
    case .template, .shared, .invocation: true
    }
  }
}
