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
      }
      return try body()
    }
  }

  private static let harmlessDepth = 16

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

  /// Remembers that an object was taken that this thread has not finished.
  static func takeUnfinished(_ factory: AnyObjectFactory) {
    var next = innermost
    while let frame = next {
      if frame.pointee.isMaking(factory)
        || frame.pointee.tentative.contains(where: { $0 === factory })
      {
        guard let innermost else { return }
        let need = min(innermost.pointee.outermostNeed, frame.pointee.depth)
        innermost.pointee.outermostNeed = need
        return
      }
      next = frame.pointee.outer
    }
  }

  /// Decides when the object of the innermost frame is finished: now, or together with the object of an
  /// outer frame that it has. Should that one fail, nothing may be left that has it.
  ///
  /// - Returns: What is finished with it; nil if it has to wait itself.
  static func settle(_ factory: AnyObjectFactory) -> [AnyObjectFactory]? {
    guard let frame = innermost else { return [] }
    var waiting: [AnyObjectFactory] = []
    swap(&waiting, &frame.pointee.tentative)
    guard frame.pointee.outermostNeed < frame.pointee.depth else { return waiting }
    var goal = frame.pointee.outer
    while let outer = goal, outer.pointee.depth > frame.pointee.outermostNeed {
      goal = outer.pointee.outer
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

/// The rest of a host's injection, which needs an object that is just being made.
package struct PostponedInjection {
  /// Goes on, once the object exists.
  let resume: () throws -> Void
  /// Gives up: the host will be injected another time.
  let cancel: () -> Void

  package init(resume: @escaping () throws -> Void, cancel: @escaping () -> Void) {
    self.resume = resume
    self.cancel = cancel
  }

  /// Goes on with each; if one fails, the rest gives up.
  static func resume(_ injections: [PostponedInjection]) throws {
    for (position, injection) in injections.enumerated() {
      do {
        try injection.resume()
      } catch {
        injections[(position + 1)...].forEach { $0.cancel() }
        throw error
      }
    }
  }
}

/// Something with properties, of which a path may name one.
package protocol PathSubject: AnyObject, Sendable {
  /// The property as a message names it.
  ///
  /// - Parameters:
  ///   - index: Its position; -1 if it is not known.
  ///   - place: Where it is declared.
  func step(ofProperty index: Int, at place: Place) -> Problem.Step
}

extension PathSubject {
  /// Runs `body`; whatever it makes is needed by this property.
  ///
  /// - Parameter isEager: Whether the host is being injected as a whole.
  package func whileInjecting<Result>(
    property index: Int, at place: Place, isEager: Bool = false, _ body: () throws -> Result
  ) throws -> Result {
    let subject = CreationPath.Frame.Subject.property(
      Unmanaged.passUnretained(self as AnyObject), index: index, place, isEager: isEager)
    return try CreationPath.within(subject, body)
  }
}
