/// How far the shared object of a factory is.
///
/// absent → making → stored → present, and from any back to absent. Values only: the lock that
/// guards them and the waiting are ``CreationDesk``'s.
enum CreationProgress: Equatable, Sendable {
  /// There is none.
  case absent
  /// A thread runs its initializer.
  case making(by: ThreadID)
  /// The object exists and its own properties are being injected.
  case stored(by: ThreadID)
  /// It is there for everybody.
  case present

  /// What a thread that needs the object does next.
  enum Step: Equatable { case take, make, wait(for: ThreadID), cycle }

  /// Decides for the thread `me`.
  ///
  /// - Parameter leadsBack: Whether the given thread waits, perhaps by way of others, for `me`.
  func next(for me: ThreadID, leadsBack: (ThreadID) -> Bool) -> Step {
    switch self {
    case .present: .take
    case .absent: .make
    case .making(let maker):
      maker == me || leadsBack(maker) ? .cycle : .wait(for: maker)
    case .stored(let maker):
      // On the way through its own properties, or where waiting would never end, the object that
      // exists is the one that is meant: a cycle through properties keeps identity.
      maker == me || leadsBack(maker) ? .take : .wait(for: maker)
    }
  }
}
