/// What is asked about a path.
extension CreationPath {
  /// Whether a creation that begins now is not part of an injection, nor of one so deep that it may
  /// have no end.
  @inlinable
  static var isOrdinary: Bool {
    guard let frame = innermost else { return true }
    if case .property(_, _, _, isEager: true) = frame.pointee.subject { return false }
    return frame.pointee.depth < suspiciousDepth
  }

  /// From here on it is looked whether a template is made within itself.
  @usableFromInline static var suspiciousDepth: Int { @inlinable get { 100 } }

  /// Whether the innermost frame has something to remember.
  static var hasNotes: Bool { innermost?.pointee.ownedNotes != nil }

  /// Whether this thread is making an object: others may wait for it.
  package static var makesObject: Bool {
    frame { $0.factory != nil } != nil
  }

  /// Whether `factory` is being made by an injection that is part of its own: without end.
  static func injectsItself(_ factory: Factory) -> Bool {
    var next = innermost
    // An unbroken chain of "this property of that new object".
    while let property = next, case .property(_, _, _, isEager: true) = property.pointee.subject,
      // A shared object on the way exists already, so the next one will take it.
      let host = property.pointee.outer, case .template = host.pointee.subject
    {
      if host.pointee.isMaking(factory) { return true }
      next = host.pointee.outer
    }
    return false
  }

  /// Goes through the frames, innermost first, as long as `body` returns true.
  static func forEach(_ body: (Frame) -> Bool) { _ = frame { !body($0) } }

  /// The innermost frame for which a condition holds.
  static func frame(where condition: (Frame) -> Bool) -> UnsafeMutablePointer<Frame>? {
    var next = innermost
    while let frame = next, !condition(frame.pointee) { next = frame.pointee.outer }
    return next
  }
}
