/// How far the shared object of a factory is: absent → making → unfinished → present, and from any
/// of these back to absent.
enum CreationState: Hashable, Sendable {
  /// There is no object, and nobody makes one.
  case absent
  /// A thread or a task runs the initializer.
  case making(by: ThreadID)
  /// The object exists. It, or an object that it has, is still being injected, so only its creator
  /// may have it.
  case unfinished(by: ThreadID)
  /// The object is finished: everybody may have it.
  case present

  /// The creator of the object until it is present.
  var creator: ThreadID? {
    switch self {
    case .making(let creator), .unfinished(let creator): creator
    case .absent, .present: nil
    }
  }
}
