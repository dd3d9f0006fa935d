public import AlchemicRuntime
public import CAlchemicRuntime

/// The creations and injections that run user code on a thread, innermost first.
///
/// The frames are on the thread's own stack, linked through one thread-local slot. A path therefore
/// costs two stores for each creation, and no text.
@usableFromInline
package enum CreationPath {
  /// A call of an `Ac…` function, and its source location.
  @usableFromInline
  package struct Request {
    @usableFromInline let function: StaticString
    @usableFromInline let location: CodeLocation
    /// False if the function stops the program instead.
    @usableFromInline let canThrow: Bool
    @usableFromInline let form: Problem.RequestForm

    @inlinable
    package init(
      _ function: StaticString, _ location: CodeLocation, canThrow: Bool = true,
      form: Problem.RequestForm = .other
    ) {
      self.function = function
      self.location = location
      self.canThrow = canThrow
      self.form = form
    }
  }

  /// A request on the stack of the function that makes it, valid while the function runs.
  @usableFromInline
  package struct RequestReference {
    @usableFromInline let address: UnsafePointer<Request>

    @inlinable package init(_ address: UnsafePointer<Request>) { self.address = address }

    @inlinable var request: Request { address.pointee }
  }

  /// One creation, one injection, or one request. Its contents are on the thread's stack while the
  /// subject runs.
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

    @usableFromInline
    struct Contents {
      @usableFromInline let subject: Subject
      @usableFromInline let request: RequestReference?
      @usableFromInline let depth: Int
      @usableFromInline let outer: Frame?
      /// The notes, owned by the frame; nil for most frames. Borrowed, so that a frame consists of
      /// plain words.
      // `Optional` in full has no implicit default value. The initializer would obtain that by a
      // call.
      @usableFromInline var ownedNotes: Optional<Borrowed<FrameNotes>>

      /// The contents of a new frame within the innermost one.
      @inlinable @inline(__always)
      init(_ subject: Subject, for request: RequestReference?) {
        self.subject = subject
        self.request = request
        outer = innermost
        depth = (outer?.depth ?? 0) + 1
        ownedNotes = nil
      }
    }

    @usableFromInline let contents: UnsafeMutablePointer<Contents>

    @inlinable @inline(__always)
    init(_ contents: UnsafeMutablePointer<Contents>) { self.contents = contents }

    @inlinable var subject: Subject { contents.pointee.subject }
    /// The request for which the subject is created, if the request has no frame of its own.
    var request: Request? { contents.pointee.request?.request }
    @inlinable var depth: Int { contents.pointee.depth }
    @inlinable var outer: Frame? { contents.pointee.outer }
  }

  @inlinable static var innermost: Frame? {
    alchemic_thread_slot().pointee.map { Frame($0.assumingMemoryBound(to: Frame.Contents.self)) }
  }

  /// Runs `body` as part of `subject`.
  ///
  /// - Parameter request: The user's request, if it has no frame of its own.
  /// - Throws: The error of `body`; `too-deep` if the thread's stack is nearly used up.
  @inlinable @inline(__always)
  package static func within<Result>(
    _ subject: Frame.Subject, for request: RequestReference? = nil,
    _ body: () throws -> Result
  ) throws -> Result {
    var contents = Frame.Contents(subject, for: request)
    return try withUnsafeMutablePointer(to: &contents) { contents in
      let frame = Frame(contents)
      try enter(frame)
      defer { leave(frame) }
      return try body()
    }
  }

  /// Makes a frame the innermost one. The caller calls ``leave(_:)`` when the subject has ended.
  ///
  /// - Throws: `too-deep` if the thread's stack is nearly used up. Only frames beyond a harmless
  ///   depth check the stack.
  @inlinable @inline(__always)
  static func enter(_ frame: Frame) throws {
    if frame.depth > harmlessDepth, alchemic_stack_is_short(frame.subject.isRequest ? 1 : 2) {
      throw tooDeep(frame)
    }
    alchemic_thread_slot().pointee = UnsafeMutableRawPointer(frame.contents)
  }

  /// Makes the outer frame the innermost one.
  @inlinable @inline(__always)
  static func leave(_ frame: Frame) {
    let outer = frame.outer
    alchemic_thread_slot().pointee = UnsafeMutableRawPointer(outer?.contents)
    if let notes = frame.contents.pointee.ownedNotes { leave(notes, for: outer) }
  }

  /// Ends a frame that has notes.
  @usableFromInline
  static func leave(_ owned: Borrowed<FrameNotes>, for outer: Frame?) {
    let notes = owned.take()
    // The object was not created.
    for injection in notes.postponed + notes.waitingForFinish { injection.cancel() }
    let need = notes.outermostNeed
    if let outer, need <= outer.depth {
      outer.noting.outermostNeed = min(outer.noting.outermostNeed, need)
    }
  }

  @usableFromInline static var harmlessDepth: Int { @inlinable get { 4 } }
}

extension CreationPath.Frame.Subject {
  /// A request may use a little more of the stack, so that the error names the requested object.
  @inlinable
  var isRequest: Bool { if case .request = self { true } else { false } }
}

extension CreationPath.Frame {
  /// The notes of the frame, created on first use.
  var noting: FrameNotes {
    if let notes { return notes }
    let notes = FrameNotes()
    contents.pointee.ownedNotes = .retaining(notes)
    return notes
  }

  var notes: FrameNotes? { contents.pointee.ownedNotes?.object }

  /// The factory whose product is created; nil if no product is created.
  var factory: Factory? {
    switch subject {
    case .template(let factory), .invocation(let factory): factory.object
    case .shared(let slot): slot.factory
    case .property, .request, .read: nil
    }
  }

  /// Returns whether the frame creates a product of a factory without arguments of a caller.
  func isMaking(_ factory: Factory) -> Bool {
    if case .invocation = subject { return false }
    return self.factory === factory
  }
}
