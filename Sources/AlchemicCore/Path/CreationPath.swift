public import AlchemicRuntime
public import CAlchemicRuntime

/// The creations and injections that run user code on a thread, innermost first.
///
/// The frames are on the thread's own stack, linked through one thread-local slot. A path therefore
/// costs two stores for each creation, and no text.
@usableFromInline
package enum CreationPath {
  /// A call of a function of the vocabulary, and its source location.
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
      /// A template creates a product.
      case template(Borrowed<Factory>)
      /// The shared object of a slot is created.
      case shared(Slot)
      /// A caller creates a product with its own arguments. No other caller gets the product.
      case invocation(Borrowed<Factory>)
      /// A property of a host. `isEager` is true if the host is being injected as a whole.
      case property(Borrowed<AnyObject>, index: Int, CodeLocation, isEager: Bool)
      case request(Request)
      /// The read of a property that is not identified yet. It cannot throw.
      case read
    }
    @usableFromInline let subject: Subject
    /// The request for which the subject is created, if the request has no frame of its own.
    @usableFromInline let request: UnsafePointer<Request>?
    @usableFromInline let depth: Int
    @usableFromInline let outer: UnsafeMutablePointer<Frame>?
    /// Owned by the frame; nil for most frames. Borrowed, so that a frame consists of plain words.
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
  /// - Parameter request: The user's request, if it has no frame of its own.
  /// - Throws: The error of `body`; `too-deep` if the thread's stack is nearly used up.
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

  /// Makes a frame the innermost one. The caller calls ``leave(_:)`` when the subject has ended.
  ///
  /// - Throws: `too-deep` if the thread's stack is nearly used up. Only deeper frames request the
  ///   bounds of the stack from the system.
  @inlinable @inline(__always)
  static func enter(_ frame: UnsafeMutablePointer<Frame>) throws {
    // The frame is read in place: passing it to a function would copy it even if the function is
    // not called.
    if frame.pointee.depth > harmlessDepth,
      alchemic_stack_is_short(frame.pointee.subject.isRequest ? 1 : 2)
    {
      throw tooDeep(frame)
    }
    alchemic_thread_slot().pointee = UnsafeMutableRawPointer(frame)
  }

  /// Makes the outer frame the innermost one.
  @inlinable @inline(__always)
  static func leave(_ frame: UnsafeMutablePointer<Frame>) {
    let outer = frame.pointee.outer
    alchemic_thread_slot().pointee = UnsafeMutableRawPointer(outer)
    if let notes = frame.pointee.ownedNotes { leave(notes, for: outer) }
  }

  /// Ends a frame that has notes.
  @usableFromInline
  static func leave(_ owned: Borrowed<FrameNotes>, for outer: UnsafeMutablePointer<Frame>?) {
    let notes = owned.take()
    // The object was not created.
    for injection in notes.postponed + notes.waitingForFinish { injection.cancel() }
    let need = notes.outermostNeed
    if let outer, need <= outer.pointee.depth {
      outer.pointee.noting.outermostNeed = min(outer.pointee.noting.outermostNeed, need)
    }
  }

  @usableFromInline static var harmlessDepth: Int { @inlinable get { 4 } }
}

extension CreationPath.Frame.Subject {
  /// A request may use a little more of the stack, so that the error is about the requested object.
  @inlinable
  var isRequest: Bool { if case .request = self { true } else { false } }
}

extension CreationPath.Frame {
  /// The notes of the frame, created on first use.
  var noting: FrameNotes {
    mutating get {
      if let notes { return notes }
      let notes = FrameNotes()
      ownedNotes = .retaining(notes)
      return notes
    }
  }

  var notes: FrameNotes? { ownedNotes?.object }

  /// The factory whose product is created; nil if no product is created.
  var factory: Factory? {
    switch subject {
    case .template(let factory), .invocation(let factory): factory.object
    case .shared(let slot): slot.factory
    case .property, .request, .read: nil
    }
  }

  /// Returns whether the frame creates a product of a factory, without arguments of a caller.
  func isMaking(_ factory: Factory) -> Bool {
    if case .invocation = subject { return false }
    return self.factory === factory
  }
}
