/// Queries of a path.
extension CreationPath {
  /// Whether a creation that begins now is outside injections, and too shallow for an endless one.
  @inlinable
  @inline(__always)
  static var isOrdinary: Bool {
    guard let frame = innermost else { return true }
    if case .property(_, _, _, isEager: true) = frame.subject { return false }
    return frame.depth < suspiciousDepth
  }

  /// The depth from which a creation checks whether a template is created within itself.
  @usableFromInline static var suspiciousDepth: Int { @inlinable get { 100 } }

  /// The number of nested creations of one template that probably never end.
  static let suspiciousRepeats = 50

  /// The frame of the user's own request, or the outermost frame of another kind.
  static var outermost: Frame? {
    var frame = innermost
    while let outer = frame?.outer { frame = outer }
    return frame
  }

  /// Whether the innermost frame has notes.
  @inline(__always)
  static var hasNotes: Bool { innermost?.notes != nil }

  /// Whether this thread is creating an object, for which other threads may wait.
  package static var makesObject: Bool {
    frame { $0.factory != nil } != nil
  }

  /// Returns whether an injection within a creation of `factory` creates it again, endlessly.
  static func injectsItself(_ factory: Factory) -> Bool {
    var next = innermost
    // Follows an unbroken chain of properties of new objects.
    while let property = next, case .property(_, _, _, isEager: true) = property.subject,
      // A shared object in the chain exists already, so the next injection uses it.
      let host = property.outer, case .template = host.subject
    {
      if host.isMaking(factory) { return true }
      next = host.outer
    }
    return false
  }

  /// Calls `body` with each frame, innermost first, while it returns true.
  @inline(never)
  static func forEach(_ body: (Frame) -> Bool) { _ = frame { !body($0) } }

  /// Returns the innermost frame that satisfies a condition.
  @inline(never)
  static func frame(where condition: (Frame) -> Bool) -> Frame? {
    var next = innermost
    while let frame = next, !condition(frame) { next = frame.outer }
    return next
  }
}
