public import CAlchemicRuntime
import Synchronization

/// What runs user code on a thread right now: creations and injections, innermost first.
///
/// The frames live on the thread's own stack and are linked through one thread-local slot, so
/// knowing the path costs two stores a creation and no text.
@usableFromInline
package enum CreationPath {
  /// A function of the vocabulary that is called, and where.
  @usableFromInline
  package struct Request {
    @usableFromInline let function: StaticString
    @usableFromInline let place: Place

    @inlinable
    package init(_ function: StaticString, _ place: Place) {
      self.function = function
      self.place = place
    }
  }

  /// One creation, one injection, or one request.
  @usableFromInline
  package struct Frame {
    @usableFromInline
    package enum Subject {
      case factory(Unmanaged<AnyObjectFactory>)
      /// The same for an object that a caller makes with arguments of its own, and nobody else gets.
      case invocation(Unmanaged<AnyObjectFactory>)
      /// A property of a host; `isEager` if the host is being injected as a whole.
      case property(Unmanaged<AnyObject>, index: Int, Place, isEager: Bool)
      case request(Request)
    }
    @usableFromInline let subject: Subject
    /// The request for which the subject is made, where that has no frame of its own.
    @usableFromInline let request: UnsafePointer<Request>?
    @usableFromInline let depth: Int
    @usableFromInline let outer: UnsafeMutablePointer<Frame>?
    /// Owned by the frame; most have none. Unmanaged, so that a frame is nothing but a few words.
    @usableFromInline var ownedNotes: Unmanaged<FrameNotes>?

    @inlinable
    init(
      subject: Subject, request: UnsafePointer<Request>?, outer: UnsafeMutablePointer<Frame>?
    ) {
      self.subject = subject
      self.request = request
      self.outer = outer
      depth = (outer?.pointee.depth ?? 0) + 1
      ownedNotes = nil
    }
  }

  @inlinable
  static var innermost: UnsafeMutablePointer<Frame>? {
    alchemic_thread_slot().pointee?.assumingMemoryBound(to: Frame.self)
  }

  /// Runs `body` as part of `subject`.
  ///
  /// - Parameter request: The request of the user's, if it has no frame of its own.
  /// - Throws: What `body` throws; `too-deep` if the thread's stack is nearly used up.
  @inlinable @inline(__always)
  package static func within<Result>(
    _ subject: Frame.Subject, for request: UnsafePointer<Request>? = nil,
    _ body: () throws -> Result
  ) throws -> Result {
    var frame = Frame(subject: subject, request: request, outer: innermost)
    try frame.requireStack()
    return try withUnsafeMutablePointer(to: &frame) { frame in
      enter(frame)
      defer { leave(frame) }
      return try body()
    }
  }

  /// Makes a frame the innermost one. For who calls ``leave(_:)`` when its subject is done.
  @inlinable @inline(__always)
  static func enter(_ frame: UnsafeMutablePointer<Frame>) {
    alchemic_thread_slot().pointee = UnsafeMutableRawPointer(frame)
  }

  /// Goes back to the frame around it.
  @inlinable @inline(__always)
  static func leave(_ frame: UnsafeMutablePointer<Frame>) {
    let outer = frame.pointee.outer
    alchemic_thread_slot().pointee = UnsafeMutableRawPointer(outer)
    if let notes = frame.pointee.ownedNotes { leave(notes, for: outer) }
  }

  /// Ends a frame of which there was something to remember.
  @usableFromInline
  static func leave(_ owned: Unmanaged<FrameNotes>, for outer: UnsafeMutablePointer<Frame>?) {
    let notes = owned.takeRetainedValue()
    // The object never came to be.
    for injection in notes.postponed { injection.cancel() }
    for factory in notes.tentative { factory.giveUp() }
    let need = notes.outermostNeed
    if let outer, need <= outer.pointee.depth {
      outer.pointee.noting.outermostNeed = min(outer.pointee.noting.outermostNeed, need)
    }
    if !notes.taken.isEmpty { outer?.pointee.noting.taken += notes.taken }
  }

  @usableFromInline static var harmlessDepth: Int { @inlinable get { 4 } }

  /// There is no stack left for `frame`.
  @usableFromInline
  static func tooDeep(_ frame: Frame) -> AlchemicError {
    let depth = "\(frame.depth)"
    switch frame.subject {
    case .factory(let factory), .invocation(let factory):
      let facts = factory.takeUnretainedValue().facts
      return AlchemicError(
        Problem(
          .tooDeep, facts.name, detail: depth, candidates: [facts.candidate],
          path: (frame.request.map { [step(of: $0.pointee)] } ?? []) + steps()))
    case .property, .request:
      let path = steps(of: frame) + steps()
      return AlchemicError(
        Problem(.tooDeep, path.first?.subject ?? "", detail: depth, path: path))
    }
  }

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

  /// Whether a creation that begins now is not part of an injection, nor of one so deep that it may have no
  /// end.
  @inlinable
  static var isOrdinary: Bool {
    guard let frame = innermost else { return true }
    if case .property(_, _, _, isEager: true) = frame.pointee.subject { return false }
    return frame.pointee.depth < suspiciousDepth
  }

  /// From here on it is looked whether a template is made within itself.
  @usableFromInline static var suspiciousDepth: Int { @inlinable get { 100 } }

  /// Goes on with the injections that waited for the object of the innermost frame.
  @usableFromInline
  static func resumePostponed() throws { try PostponedInjection.resume(takePostponed()) }

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
      steps += self.steps(of: frame)
      return true
    }
    return steps + AwaitedPath.steps()
  }

  /// What a path says of one frame, innermost first.
  private static func steps(of frame: Frame) -> [Problem.Step] {
    [step(of: frame), frame.request.map { step(of: $0.pointee) }].compactMap { $0 }
  }

  private static func step(of frame: Frame) -> Problem.Step? {
    switch frame.subject {
    case .factory(let factory), .invocation(let factory):
      factory.takeUnretainedValue().facts.step
    case .property(let host, let index, let place, _):
      (host.takeUnretainedValue() as? any PathSubject)?.step(ofProperty: index, at: place)
    case .request(let request): step(of: request)
    }
  }

  private static func step(of request: Request) -> Problem.Step {
    Problem.Step("\(request.function)", request.place)
  }

  /// The part of the path from the innermost creation out to `factory`, innermost first.
  static func steps(to factory: AnyObjectFactory) -> [Problem.Step] {
    var steps: [Problem.Step] = []
    forEach { frame in
      let isLast = frame.isMaking(factory)
      steps += isLast ? [step(of: frame)].compactMap { $0 } : self.steps(of: frame)
      return !isLast
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
  @inlinable
  var isRequest: Bool { if case .request = self { true } else { false } }
}

extension CreationPath.Frame {
  /// - Throws: `too-deep` if the thread's stack is nearly used up. Where it lies is asked of the system, so not by
  ///   a program that never comes this far.
  @inlinable @inline(__always)
  func requireStack() throws {
    if depth > CreationPath.harmlessDepth, alchemic_stack_is_short(subject.isRequest ? 1 : 2) {
      throw CreationPath.tooDeep(self)
    }
  }

  /// What there is to remember of it, from now on.
  fileprivate var noting: FrameNotes {
    mutating get {
      if let notes { return notes }
      let notes = FrameNotes()
      ownedNotes = .passRetained(notes)
      return notes
    }
  }

  fileprivate var notes: FrameNotes? { ownedNotes?.takeUnretainedValue() }

  fileprivate func isMaking(_ factory: AnyObjectFactory) -> Bool {
    if case .factory(let other) = subject {
      other.toOpaque() == Unmanaged.passUnretained(factory).toOpaque()
    } else {
      false
    }
  }
}
