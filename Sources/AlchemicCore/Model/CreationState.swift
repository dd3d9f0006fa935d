/// The progress of a factory's shared object: absent → making → unfinished → present. `unfinished`
/// may be skipped, `AcSet` leads to present, and a failure or a reset leads back to absent.
package enum CreationState: Hashable, Sendable {
  /// There is no object, and no creation runs.
  case absent
  /// A thread or a task runs the initializer.
  case making(by: ThreadID)
  /// The object exists. It, or an object that it refers to, is still being injected, so only its
  /// creator may use it.
  case unfinished(by: ThreadID)
  /// The object is finished, and every thread may use it.
  case present

  /// The thread or task that creates the object; nil if the object is absent or present.
  package var creator: ThreadID? {
    switch self {
    case .making(let creator), .unfinished(let creator): creator
    case .absent, .present: nil
    }
  }
}
