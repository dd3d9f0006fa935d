import CAlchemicRuntime

/// What runs user code on a thread right now: creations and injections, innermost first.
///
/// The frames live on the thread's own stack and are linked through one thread-local slot, so
/// knowing the path costs two stores a creation and no text.
package enum CreationPath {
  /// One creation, one injection, or one request.
  package struct Frame {
    package enum Subject {
      case factory(Unmanaged<AnyObjectFactory>)
      /// A property of a host; `isEager` if the host is being injected as a whole.
      case property(Unmanaged<AnyObject>, index: Int, Place, isEager: Bool)
      /// A function of the vocabulary.
      case request(StaticString, Place)
    }
    let subject: Subject
    let depth: Int
    let outer: UnsafeMutablePointer<Frame>?
    /// Injections that have to wait until the object of this frame exists.
    var postponed: [() throws -> Void] = []
  }

  private static var innermost: UnsafeMutablePointer<Frame>? {
    get { alchemic_thread_slot().pointee?.assumingMemoryBound(to: Frame.self) }
    set { alchemic_thread_slot().pointee = UnsafeMutableRawPointer(newValue) }
  }

  /// Runs `body` as part of `subject`.
  package static func within<Result>(
    _ subject: Frame.Subject, _ body: () throws -> Result
  ) rethrows -> Result {
    let outer = innermost
    var frame = Frame(subject: subject, depth: (outer?.pointee.depth ?? 0) + 1, outer: outer)
    return try withUnsafeMutablePointer(to: &frame) { pointer in
      innermost = pointer
      defer { innermost = outer }
      return try body()
    }
  }

  /// Takes the injections that waited for the object of the innermost frame.
  static func takePostponed() -> [() throws -> Void] {
    guard let frame = innermost, !frame.pointee.postponed.isEmpty else { return [] }
    defer { frame.pointee.postponed = [] }
    return frame.pointee.postponed
  }

  /// How many creations are under way on this thread.
  static var depth: Int { innermost?.pointee.depth ?? 0 }

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
    return steps
  }

  private static func step(of frame: Frame) -> Problem.Step? {
    switch frame.subject {
    case .factory(let factory): factory.takeUnretainedValue().facts.step
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

  /// The creation of `factory` on this thread, if a host is being injected within it: that can wait
  /// until the object exists.
  static func creationThatCanGoFirst(_ factory: AnyObjectFactory) -> UnsafeMutablePointer<Frame>? {
    var injects = false
    var next = innermost
    while let frame = next {
      if case .property(_, _, _, isEager: true) = frame.pointee.subject { injects = true }
      if frame.pointee.isMaking(factory) { return injects ? frame : nil }
      next = frame.pointee.outer
    }
    return nil
  }

  /// Whether `factory` is being made by an injection that is part of its own: without end.
  static func injectsItself(_ factory: AnyObjectFactory) -> Bool {
    var next = innermost
    // An unbroken chain of "this property of that new object".
    while let property = next, case .property(_, _, _, isEager: true) = property.pointee.subject,
      let host = property.pointee.outer, case .factory = host.pointee.subject
    {
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

extension CreationPath.Frame {
  fileprivate func isMaking(_ factory: AnyObjectFactory) -> Bool {
    if case .factory(let other) = subject {
      other.toOpaque() == Unmanaged.passUnretained(factory).toOpaque()
    } else {
      false
    }
  }
}

/// A host needs an object that is just being made, by way of a property: the property can wait.
package struct PostponedInjection: Error, CustomStringConvertible, @unchecked Sendable {
  // Proof: it is thrown and caught on one thread, within the creation that it points at.

  /// What to tell whoever cannot wait.
  let cycle: AlchemicError
  let creation: UnsafeMutablePointer<CreationPath.Frame>

  /// Runs `injection` as soon as the object exists.
  ///
  /// Called by the thread that makes it, while it does: the frame is on its stack.
  package func resume(with injection: @escaping () throws -> Void) {
    creation.pointee.postponed.append(injection)
  }

  package var description: String { cycle.description }
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
  ) rethrows -> Result {
    let subject = CreationPath.Frame.Subject.property(
      Unmanaged.passUnretained(self as AnyObject), index: index, place, isEager: isEager)
    return try CreationPath.within(subject, body)
  }
}
