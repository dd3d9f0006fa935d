import CAlchemicRuntime
import Synchronization

/// What runs user code on a thread right now: creations and injections, innermost first.
///
/// The frames live on the thread's own stack and are linked through one thread-local slot, so
/// knowing the path costs two stores a creation and no text.
package enum CreationPath {
  /// One creation, one injection, or one request.
  package struct Frame {
    package enum Subject {
      case factory(Unmanaged<AnyObjectFactory>)
      /// The same for an object that a caller makes with arguments of its own, and nobody else gets.
      case invocation(Unmanaged<AnyObjectFactory>)
      /// A property of a host; `isEager` if the host is being injected as a whole.
      case property(Unmanaged<AnyObject>, index: Int, Place, isEager: Bool)
      /// A function of the vocabulary.
      case request(StaticString, Place)
    }
    let subject: Subject
    let depth: Int
    let outer: UnsafeMutablePointer<Frame>?
    /// Injections that have to wait until the object of this frame exists.
    var postponed: [PostponedInjection] = []
    /// Tells this frame from all others, also from those that were here before; 0 until it is needed.
    var number: UInt = 0
    /// The depth of the outermost frame whose object was taken within this one before it was finished.
    var outermostNeed = Int.max
    /// Shared objects that have the object of this frame: they are finished with it, or given up with it.
    var tentative: [AnyObjectFactory] = []
    /// Objects of other threads that were taken within this frame before they were finished.
    var taken: [UnfinishedObject] = []
  }

  private static var innermost: UnsafeMutablePointer<Frame>? {
    get { alchemic_thread_slot().pointee?.assumingMemoryBound(to: Frame.self) }
    set { alchemic_thread_slot().pointee = UnsafeMutableRawPointer(newValue) }
  }

  /// Runs `body` as part of `subject`.
  ///
  /// - Throws: What `body` throws; `too-deep` if the thread's stack is nearly used up.
  package static func within<Result>(
    _ subject: Frame.Subject, _ body: () throws -> Result
  ) throws -> Result {
    let outer = innermost
    var frame = Frame(subject: subject, depth: (outer?.pointee.depth ?? 0) + 1, outer: outer)
    // Where the stack lies is asked of the system, so not by a program that never comes this far.
    if frame.depth > harmlessDepth, alchemic_stack_is_short(subject.isRequest ? 1 : 2) {
      throw tooDeep(frame)
    }
    return try withUnsafeMutablePointer(to: &frame) { pointer in
      innermost = pointer
      defer {
        innermost = outer
        // The object never came to be.
        for injection in pointer.pointee.postponed { injection.cancel() }
        for factory in pointer.pointee.tentative { factory.giveUp() }
        let need = pointer.pointee.outermostNeed
        if let outer, need <= outer.pointee.depth {
          outer.pointee.outermostNeed = min(outer.pointee.outermostNeed, need)
        }
        if !pointer.pointee.taken.isEmpty { outer?.pointee.taken += pointer.pointee.taken }
      }
      return try body()
    }
  }

  private static let harmlessDepth = 4

  /// There is no stack left for `frame`.
  private static func tooDeep(_ frame: Frame) -> AlchemicError {
    let depth = "\(frame.depth)"
    switch frame.subject {
    case .factory(let factory), .invocation(let factory):
      let facts = factory.takeUnretainedValue().facts
      return AlchemicError(
        Problem(
          .tooDeep, facts.name, detail: depth, candidates: [facts.candidate], path: steps()))
    case .property, .request:
      let path = (step(of: frame).map { [$0] } ?? []) + steps()
      return AlchemicError(
        Problem(.tooDeep, path.first?.subject ?? "", detail: depth, path: path))
    }
  }

  /// Remembers that an object was taken before it was finished.
  static func takeUnfinished(_ object: UnfinishedObject) {
    var next = innermost
    while let frame = next {
      if frame.pointee.isMaking(object.factory)
        || frame.pointee.tentative.contains(where: { $0 === object.factory })
      {
        return needObject(of: frame)
      }
      next = frame.pointee.outer
    }
    innermost?.pointee.taken.append(object)
  }

  /// What is made in the innermost frame has, or is to have, the object of `frame`.
  private static func needObject(of frame: UnsafeMutablePointer<Frame>) {
    guard let innermost else { return }
    innermost.pointee.outermostNeed = min(innermost.pointee.outermostNeed, frame.pointee.depth)
  }

  /// Decides when the object of the innermost frame is finished: now, or together with the object of an
  /// outer frame that it has. Should that one fail, nothing may be left that has it. Where it has an
  /// object of another thread, now is when that one is finished.
  ///
  /// - Returns: What is finished with it; nil if it has to wait itself.
  /// - Throws: ``TakenObjectFailed``.
  static func settle(_ factory: AnyObjectFactory) throws -> [AnyObjectFactory]? {
    guard let frame = innermost else { return [] }
    var waiting = takeTentative()
    var goal: UnsafeMutablePointer<Frame>?
    if frame.pointee.outermostNeed < frame.pointee.depth {
      goal = frame.pointee.outer
      while let outer = goal, outer.pointee.depth > frame.pointee.outermostNeed {
        goal = outer.pointee.outer
      }
    } else if !frame.pointee.taken.isEmpty {
      switch CreationDesk.settle([factory] + waiting, frame.pointee.taken) {
      case .settled: frame.pointee.taken = []
      case .failed:
        frame.pointee.taken = []
        waiting.forEach { $0.giveUp() }
        throw TakenObjectFailed()
      case .notYet: goal = outerCreation(of: frame)
      }
    }
    guard let goal else { return waiting }
    waiting.append(factory)
    // Usually nothing waits there yet, and the list is handed on as it is: a long web would else copy it
    // once for each of its objects.
    if goal.pointee.tentative.isEmpty {
      goal.pointee.tentative = waiting
    } else {
      goal.pointee.tentative += waiting
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
    guard let frame = innermost, !frame.pointee.tentative.isEmpty else { return [] }
    defer { frame.pointee.tentative = [] }
    return frame.pointee.tentative
  }

  /// Takes the injections that waited for the object of the innermost frame.
  static func takePostponed() -> [PostponedInjection] {
    guard let frame = innermost, !frame.pointee.postponed.isEmpty else { return [] }
    defer { frame.pointee.postponed = [] }
    return frame.pointee.postponed
  }

  /// How many creations are under way on this thread.
  static var depth: Int { innermost?.pointee.depth ?? 0 }

  /// Whether this thread is making an object: others may wait for it.
  package static var makesObject: Bool {
    var makesObject = false
    forEach { frame in
      switch frame.subject {
      case .factory, .invocation: makesObject = true
      case .property, .request: break
      }
      return !makesObject
    }
    return makesObject
  }

  /// How often `factory` is being made on this thread, at most `limit`.
  static func occurrences(of factory: AnyObjectFactory, limit: Int) -> Int {
    var count = 0
    forEach { frame in
      if frame.isMaking(factory) { count += 1 }
      return count < limit
    }
    return count
  }

  /// The path in words, innermost first.
  package static func steps() -> [Problem.Step] {
    var steps: [Problem.Step] = []
    forEach { frame in
      step(of: frame).map { steps.append($0) }
      return true
    }
    return steps + AwaitedPath.steps()
  }

  private static func step(of frame: Frame) -> Problem.Step? {
    switch frame.subject {
    case .factory(let factory), .invocation(let factory):
      factory.takeUnretainedValue().facts.step
    case .property(let host, let index, let place, _):
      (host.takeUnretainedValue() as? any PathSubject)?.step(ofProperty: index, at: place)
    case .request(let function, let place): Problem.Step("\(function)", place)
    }
  }

  /// The part of the path from the innermost creation out to `factory`, innermost first.
  static func steps(to factory: AnyObjectFactory) -> [Problem.Step] {
    var steps: [Problem.Step] = []
    forEach { frame in
      step(of: frame).map { steps.append($0) }
      return !frame.isMaking(factory)
    }
    return steps
  }

  /// The number of the creation of `factory` on this thread, if a host is being injected within it:
  /// that can wait until the object exists.
  static func creationThatCanGoFirst(_ factory: AnyObjectFactory) -> UInt? {
    var injects = false
    var next = innermost
    while let frame = next {
      if case .property(_, _, _, isEager: true) = frame.pointee.subject { injects = true }
      if frame.pointee.isMaking(factory) {
        if frame.pointee.number == 0 {
          frame.pointee.number = numbers.add(1, ordering: .relaxed).newValue
        }
        return injects ? frame.pointee.number : nil
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
      if frame.pointee.number == error.creation {
        frame.pointee.postponed.append(injection)
        // The host is not ready before that.
        needObject(of: frame)
        return true
      }
      next = frame.pointee.outer
    }
    return false
  }

  /// Whether `factory` is being made by an injection that is part of its own: without end.
  static func injectsItself(_ factory: AnyObjectFactory) -> Bool {
    var next = innermost
    // An unbroken chain of "this property of that new object".
    while let property = next, case .property(_, _, _, isEager: true) = property.pointee.subject,
      let host = property.pointee.outer, case .factory(let maker) = host.pointee.subject
    {
      // A shared object on the way exists already, so the next one will take it.
      if maker.takeUnretainedValue().isShared { return false }
      if host.pointee.isMaking(factory) { return true }
      next = host.pointee.outer
    }
    return false
  }

  private static func forEach(_ body: (Frame) -> Bool) {
    var next = innermost
    while let pointer = next, body(pointer.pointee) { next = pointer.pointee.outer }
  }
}

extension CreationPath.Frame.Subject {
  /// A request is let go on a little farther, so that what is too deep is what it asks for.
  fileprivate var isRequest: Bool { if case .request = self { true } else { false } }
}

extension CreationPath.Frame {
  fileprivate func isMaking(_ factory: AnyObjectFactory) -> Bool {
    if case .factory(let other) = subject {
      other.toOpaque() == Unmanaged.passUnretained(factory).toOpaque()
    } else {
      false
    }
  }
}
