import Synchronization

/// When the objects of a path are finished that have each other.
extension CreationPath {
  /// Remembers that an object was taken before it was finished.
  static func takeUnfinished(_ object: UnfinishedObject) {
    var next = innermost
    while let frame = next {
      if frame.pointee.isMaking(object.factory)
        || frame.pointee.notes?.tentative.contains(where: { $0 === object.factory }) == true
      {
        return needObject(of: frame)
      }
      next = frame.pointee.outer
    }
    innermost?.pointee.noting.taken.append(object)
  }

  /// What is made in the innermost frame has, or is to have, the object of `frame`.
  private static func needObject(of frame: UnsafeMutablePointer<Frame>) {
    guard let innermost else { return }
    let notes = innermost.pointee.noting
    notes.outermostNeed = min(notes.outermostNeed, frame.pointee.depth)
  }

  /// Decides when the object of the innermost frame is finished: now, or together with the object of an
  /// outer frame that it has. Should that one fail, nothing may be left that has it. Where it has an
  /// object of another thread, now is when that one is finished.
  ///
  /// - Returns: What is finished with it; nil if it has to wait itself.
  /// - Throws: ``TakenObjectFailed``.
  static func settle(_ factory: AnyObjectFactory) throws -> [AnyObjectFactory]? {
    guard let frame = innermost, let notes = frame.pointee.notes else { return [] }
    var waiting = takeTentative()
    var goal: UnsafeMutablePointer<Frame>?
    if notes.outermostNeed < frame.pointee.depth {
      goal = frame.pointee.outer
      while let outer = goal, outer.pointee.depth > notes.outermostNeed {
        goal = outer.pointee.outer
      }
    } else if !notes.taken.isEmpty {
      switch CreationDesk.settle([factory] + waiting, notes.taken) {
      case .settled: notes.taken = []
      case .failed:
        notes.taken = []
        waiting.forEach { $0.giveUp() }
        throw TakenObjectFailed()
      case .notYet: goal = outerCreation(of: frame)
      }
    }
    guard let goal = goal?.pointee.noting else { return waiting }
    waiting.append(factory)
    // Usually nothing waits there yet, and the list is handed on as it is: a long web would else copy it
    // once for each of its objects.
    if goal.tentative.isEmpty {
      goal.tentative = waiting
    } else {
      goal.tentative += waiting
    }
    return nil
  }

  /// The next frame that makes a shared object.
  private static func outerCreation(
    of frame: UnsafeMutablePointer<Frame>
  ) -> UnsafeMutablePointer<Frame>? {
    var next = frame.pointee.outer
    while let outer = next {
      if case .factory(let factory) = outer.pointee.subject,
        factory.takeUnretainedValue().isShared
      {
        return outer
      }
      next = outer.pointee.outer
    }
    return nil
  }

  /// Takes what has the object of the innermost frame.
  static func takeTentative() -> [AnyObjectFactory] {
    guard let notes = innermost?.pointee.notes, !notes.tentative.isEmpty else { return [] }
    defer { notes.tentative = [] }
    return notes.tentative
  }

  /// Takes the injections that waited for the object of the innermost frame.
  static func takePostponed() -> [PostponedInjection] {
    guard let notes = innermost?.pointee.notes, !notes.postponed.isEmpty else { return [] }
    defer { notes.postponed = [] }
    return notes.postponed
  }

  /// Goes on with the injections that waited for the object of the innermost frame.
  @usableFromInline
  static func resumePostponed() throws { try PostponedInjection.resume(takePostponed()) }

  /// The number of the creation of `factory` on this thread, if a host is being injected within it:
  /// that can wait until the object exists.
  static func creationThatCanGoFirst(_ factory: AnyObjectFactory) -> UInt? {
    var injects = false
    var next = innermost
    while let frame = next {
      if case .property(_, _, _, isEager: true) = frame.pointee.subject { injects = true }
      if frame.pointee.isMaking(factory) {
        guard injects else { return nil }
        let notes = frame.pointee.noting
        if notes.number == 0 { notes.number = numbers.add(1, ordering: .relaxed).newValue }
        return notes.number
      }
      next = frame.pointee.outer
    }
    return nil
  }

  /// The creations on this thread for which ``creationThatCanGoFirst(_:)`` gives a number.
  static func creationsThatCanGoFirst() -> [ObjectIdentifier] {
    var creations: [ObjectIdentifier] = []
    var injects = false
    forEach { frame in
      switch frame.subject {
      case .property(_, _, _, isEager: true): injects = true
      case .factory(let factory) where injects:
        creations.append(ObjectIdentifier(factory.takeUnretainedValue()))
      default: break
      }
      return true
    }
    return creations
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
    var next = error.creation == nil ? nil : innermost
    while let frame = next {
      if let notes = frame.pointee.notes, notes.number == error.creation {
        notes.postponed.append(injection)
        // The host is not ready before that.
        needObject(of: frame)
        return true
      }
      next = frame.pointee.outer
    }
    return false
  }
}
