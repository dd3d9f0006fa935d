import AlchemicRuntime
import Synchronization

/// Cycles of objects on a path: which objects are finished together, and which actions wait for
/// them.
extension CreationPath {
  // MARK: Unfinished objects

  /// Records that an unfinished object of this thread was used within the innermost frame.
  static func noteNeed(of factory: Factory) {
    let need =
      UnfinishedObjects.need(of: factory) ?? frame { $0.isMaking(factory) }?.depth
    if let need { noteNeed(ofFrameAt: need) }
  }

  private static func noteNeed(ofFrameAt depth: Int) {
    guard let notes = innermost?.noting else { return }
    notes.outermostNeed = min(notes.outermostNeed, depth)
  }

  /// The depth of the outer frame whose object must be finished together with the object of the
  /// innermost one; nil if there is none.
  static var outerNeed: Int? {
    guard let frame = innermost, let notes = frame.notes,
      notes.outermostNeed < frame.depth
    else { return nil }
    return notes.outermostNeed
  }

  /// Returns whether a property may store the value that was resolved within the innermost frame.
  ///
  /// An unfinished object may still be abandoned, and no other thread may see it. Only a host that
  /// this thread is creating may therefore store it.
  package static func mayStoreValue(in host: AnyObject?) -> Bool {
    guard let notes = innermost?.notes, notes.outermostNeed != .max else { return true }
    return host.map(isUnfinished) ?? false
  }

  /// Returns whether this thread is creating an object and has not finished it.
  ///
  /// - Complexity: O(*n*) in the creations that run on this thread.
  private static func isUnfinished(_ object: AnyObject) -> Bool {
    var slots = UnfinishedObjects.slot(of: object).map { [$0] } ?? []
    forEach { frame in
      if case .shared(let slot) = frame.subject { slots.append(slot) }
      return true
    }
    // Compared outside the lock, because the last reference to a weak object may be released here.
    let objects = CreationCoordinator.look {
      slots.map { $0.state.creator == .current ? $0.object.current : nil }
    }
    return zip(slots, objects).contains { slot, reference in
      reference.flatMap { slot.factory.product.object(of: $0) } === object
    }
  }

  // MARK: Actions that wait until an object is finished

  /// Postpones an injection until the objects that were used within the innermost frame are
  /// finished.
  ///
  /// - Returns: False if no unfinished object was used.
  package static func postponeUntilFinished(_ injection: PostponedInjection) -> Bool {
    let need = innermost?.notes?.outermostNeed
    return wait(injection, for: frame { $0.depth == need })
  }

  /// Postpones an action until the innermost shared object that this thread creates is finished.
  ///
  /// - Returns: False if this thread creates no shared object.
  package static func waitUntilCreated(_ action: PostponedInjection) -> Bool {
    wait(action, for: frame(where: \.makesSharedObject))
  }

  private static func wait(_ action: PostponedInjection, for frame: Frame?) -> Bool {
    frame?.noting.waitingForFinish.append(action)
    return frame != nil
  }

  /// Removes and returns the actions that wait until the object of the innermost frame is finished.
  static func takeWaitingForFinish() -> [PostponedInjection] {
    guard let notes = innermost?.notes, !notes.waitingForFinish.isEmpty else { return [] }
    defer { notes.waitingForFinish = [] }
    return notes.waitingForFinish
  }

  /// Moves the actions that wait for the innermost frame to an outer frame.
  static func passOnWaitingForFinish(toFrameAt depth: Int) {
    let waiting = takeWaitingForFinish()
    if waiting.isEmpty { return }
    frame { $0.depth == depth }?.noting.waitingForFinish += waiting
  }

  // MARK: Postponed injections

  /// Removes and returns the injections that wait for the object of the innermost frame.
  static func takePostponed() -> [PostponedInjection] {
    guard let notes = innermost?.notes, !notes.postponed.isEmpty else { return [] }
    defer { notes.postponed = [] }
    return notes.postponed
  }

  /// Returns the number of the creation of `factory` on this thread if a host is being injected
  /// within it. That injection can wait until the object exists.
  static func creationThatCanGoFirst(_ factory: Factory) -> UInt? {
    var injects = false
    let creation = frame { frame in
      if case .property(_, _, _, isEager: true) = frame.subject { injects = true }
      return frame.isMaking(factory)
    }
    guard injects, let notes = creation?.noting else { return nil }
    if notes.number == 0 { notes.number = numbers.add(1, ordering: .relaxed).newValue }
    return notes.number
  }

  private static let numbers = Atomic<UInt>(0)

  /// Postpones an injection until the object that it needs exists.
  ///
  /// - Parameters:
  ///   - error: The error of the injection.
  ///   - injection: The functions that continue or abandon the injection.
  /// - Returns: Whether the injection can wait: this thread is creating the object now.
  package static func postpone(_ injection: PostponedInjection, after error: AlchemicError) -> Bool
  {
    guard let frame = frame(after: error) else { return false }
    frame.noting.postponed.append(injection)
    // The host is not ready before that object.
    noteNeed(ofFrameAt: frame.depth)
    return true
  }

  /// Passes the injections that wait for the innermost frame, whose creation fails, to the creation
  /// after which the same request succeeds.
  ///
  /// - Parameters:
  ///   - error: The error of the creation.
  ///   - mark: The number of unfinished objects when the creation began. Later ones wait too.
  /// - Returns: False if there is no such creation.
  static func handOver(after error: any Error, since mark: Int) -> Bool {
    guard let error = error as? AlchemicError, let frame = frame(after: error) else { return false }
    frame.noting.postponed += takePostponed()
    passOnWaitingForFinish(toFrameAt: frame.depth)
    UnfinishedObjects.keep(since: mark, needing: frame.depth)
    noteNeed(ofFrameAt: frame.depth)
    return true
  }

  /// Returns the frame of the creation after which the failed request would succeed.
  private static func frame(after error: AlchemicError) -> Frame? {
    error.creation.flatMap { number in frame { $0.notes?.number == number } }
  }

  // MARK: Starting over

  /// Whether this thread is creating a shared object.
  static var makesSharedObject: Bool { frame(where: \.makesSharedObject) != nil }

  /// Whether an error would stop the program: it would reach the read of a property.
  static var isOfRead: Bool { frame { !$0.canThrow } != nil }

  /// Whether this thread can abandon all shared objects that it is creating: an error reaches the
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

  /// Whether the code of the frame can throw. The read of a property stops the program instead.
  fileprivate var canThrow: Bool {
    switch subject {
    case .property(_, _, _, let isEager): isEager
    case .request(let request): request.canThrow
    case .read: false
    case .template, .shared, .invocation: true
    }
  }
}
