public import AlchemicRuntime
public import CAlchemicRuntime

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
    @usableFromInline let location: CodeLocation
    /// False if the function stops the program instead.
    @usableFromInline let canThrow: Bool
    /// Whether the function passes arguments of its caller's.
    @usableFromInline let isInvocation: Bool

    @inlinable
    package init(
      _ function: StaticString, _ location: CodeLocation, canThrow: Bool = true,
      isInvocation: Bool = false
    ) {
      self.function = function
      self.location = location
      self.canThrow = canThrow
      self.isInvocation = isInvocation
    }
  }

  /// One creation, one injection, or one request.
  @usableFromInline
  package struct Frame {
    @usableFromInline
    package enum Subject {
      /// A template makes a product.
      case template(Borrowed<Factory>)
      /// The shared object of a slot is made.
      case shared(Slot)
      /// A caller makes a product with arguments of its own, which no other caller gets.
      case invocation(Borrowed<Factory>)
      /// A property of a host; `isEager` if the host is being injected as a whole.
      case property(Borrowed<AnyObject>, index: Int, CodeLocation, isEager: Bool)
      case request(Request)
      /// The read of a property of which nothing more is known yet: it cannot throw.
      case read
    }
    @usableFromInline let subject: Subject
    /// The request for which the subject is made, where that has no frame of its own.
    @usableFromInline let request: UnsafePointer<Request>?
    @usableFromInline let depth: Int
    @usableFromInline let outer: UnsafeMutablePointer<Frame>?
    /// Owned by the frame; most have none. Borrowed, so that a frame is nothing but a few words.
    @usableFromInline var ownedNotes: Borrowed<FrameNotes>?

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
    return try withUnsafeMutablePointer(to: &frame) { frame in
      try enter(frame)
      defer { leave(frame) }
      return try body()
    }
  }

  /// Makes a frame the innermost one. For who calls ``leave(_:)`` when its subject is done.
  ///
  /// - Throws: `too-deep` if the thread's stack is nearly used up. Where it lies is asked of the
  ///   system, so not by a program that never comes this far.
  @inlinable @inline(__always)
  static func enter(_ frame: UnsafeMutablePointer<Frame>) throws {
    // The frame is read where it lies: to hand it to a function would copy it, also where that is
    // not called.
    if frame.pointee.depth > harmlessDepth,
      alchemic_stack_is_short(frame.pointee.subject.isRequest ? 1 : 2)
    {
      throw tooDeep(frame)
    }
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
  static func leave(_ owned: Borrowed<FrameNotes>, for outer: UnsafeMutablePointer<Frame>?) {
    let notes = owned.take()
    // The object never came to be.
    for injection in notes.postponed + notes.waitingForFinish { injection.cancel() }
    let need = notes.outermostNeed
    if let outer, need <= outer.pointee.depth {
      outer.pointee.noting.outermostNeed = min(outer.pointee.noting.outermostNeed, need)
    }
  }

  @usableFromInline static var harmlessDepth: Int { @inlinable get { 4 } }
}

extension CreationPath.Frame.Subject {
  /// A request is let go on a little farther, so that what is too deep is what it asks for.
  @inlinable
  var isRequest: Bool { if case .request = self { true } else { false } }
}

extension CreationPath.Frame {
  /// What there is to remember of it, from now on.
  var noting: FrameNotes {
    mutating get {
      if let notes { return notes }
      let notes = FrameNotes()
      ownedNotes = .retaining(notes)
      return notes
    }
  }

  var notes: FrameNotes? { ownedNotes?.object }

  /// The factory whose product is made; nil if none is.
  var factory: Factory? {
    switch subject {
    case .template(let factory), .invocation(let factory): factory.object
    case .shared(let slot): slot.factory
    case .property, .request, .read: nil
    }
  }

  /// Whether a factory makes its own product here, not one for a caller that passed arguments.
  func isMaking(_ factory: Factory) -> Bool {
    if case .invocation = subject { return false }
    return self.factory === factory
  }
}
