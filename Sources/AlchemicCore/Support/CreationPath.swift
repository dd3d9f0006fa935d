import CAlchemicRuntime

/// What runs user code on a thread right now: creations and injections, innermost first.
///
/// The frames live on the thread's own stack and are linked through one thread-local slot, so
/// knowing the path costs two stores a creation and no text.
package enum CreationPath {
  /// One creation or one injection.
  struct Frame {
    enum Subject {
      case factory(Unmanaged<AnyObjectFactory>)
      case property(Unmanaged<AnyObject>, index: Int, Place)
    }
    let subject: Subject
    let depth: Int
    let outer: UnsafePointer<Frame>?
  }

  private static var innermost: UnsafePointer<Frame>? {
    get {
      alchemic_thread_slot().pointee.map { UnsafePointer($0.assumingMemoryBound(to: Frame.self)) }
    }
    set { alchemic_thread_slot().pointee = UnsafeMutableRawPointer(mutating: newValue) }
  }

  /// Runs `body` as part of `subject`.
  static func within<Result>(_ subject: Frame.Subject, _ body: () throws -> Result) rethrows
    -> Result
  {
    let outer = innermost
    let frame = Frame(subject: subject, depth: (outer?.pointee.depth ?? 0) + 1, outer: outer)
    return try withUnsafePointer(to: frame) { pointer in
      innermost = pointer
      defer { innermost = outer }
      return try body()
    }
  }

  /// How many creations are under way on this thread.
  static var depth: Int { innermost?.pointee.depth ?? 0 }

  /// How often `factory` is being made on this thread, at most `limit`.
  static func occurrences(of factory: AnyObjectFactory, limit: Int) -> Int {
    var count = 0
    forEach { frame in
      if case .factory(let other) = frame.subject,
        other.toOpaque() == Unmanaged.passUnretained(factory).toOpaque()
      {
        count += 1
      }
      return count < limit
    }
    return count
  }

  /// The path in words, innermost first.
  package static func steps() -> [Problem.Step] {
    var steps: [Problem.Step] = []
    forEach { frame in
      switch frame.subject {
      case .factory(let factory): steps.append(factory.takeUnretainedValue().facts.step)
      case .property(let host, let index, let place):
        if let subject = host.takeUnretainedValue() as? any PathSubject {
          steps.append(subject.step(ofProperty: index, at: place))
        }
      }
      return true
    }
    return steps
  }

  /// The part of the path from the innermost creation out to `factory`, innermost first.
  static func steps(to factory: AnyObjectFactory) -> [Problem.Step] {
    var steps: [Problem.Step] = []
    forEach { frame in
      switch frame.subject {
      case .property(let host, let index, let place):
        if let subject = host.takeUnretainedValue() as? any PathSubject {
          steps.append(subject.step(ofProperty: index, at: place))
        }
      case .factory(let other):
        steps.append(other.takeUnretainedValue().facts.step)
        return other.toOpaque() != Unmanaged.passUnretained(factory).toOpaque()
      }
      return true
    }
    return steps
  }

  private static func forEach(_ body: (Frame) -> Bool) {
    var next = innermost
    while let pointer = next, body(pointer.pointee) { next = pointer.pointee.outer }
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
  package func whileInjecting<Result>(
    property index: Int, at place: Place, _ body: () throws -> Result
  ) rethrows -> Result {
    let subject = CreationPath.Frame.Subject.property(
      Unmanaged.passUnretained(self as AnyObject), index: index, place)
    return try CreationPath.within(subject, body)
  }
}
