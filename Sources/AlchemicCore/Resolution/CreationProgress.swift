/// How far the shared object of a factory is.
///
/// absent → making → stored → present, and from any back to absent; between stored and present it is
/// complete while it has an unfinished object of another thread. Values only: the waiting is
/// ``CreationTable``'s, and the lock ``CreationDesk``'s.
enum CreationProgress: Equatable, Sendable {
  /// There is none.
  case absent
  /// A thread runs its initializer.
  case making(by: ThreadID)
  /// The object exists and its own properties are being injected.
  case stored(by: ThreadID)
  /// It is injected, and has an object that another thread has not finished yet: with that it is there for
  /// everybody, or given up.
  case complete(by: ThreadID)
  /// It is there for everybody.
  case present

  /// What a thread that needs the object does next.
  enum Step: Equatable { case take, make, wait(for: ThreadID), needsAwait(by: ThreadID), cycle }

  /// Whether a thread waits, perhaps by way of others, for the one that asks.
  enum LeadsBack: Equatable {
    case no
    /// Every one on the way waits for an initializer to end: nobody can go on.
    case forGood
    /// One on the way waits for an object that exists already: it will take it.
    case untilTaken
    /// One on the way waits for the sake of an injection that can come later: it will put it off.
    case untilPostponed
  }

  /// Decides for the thread `me`.
  ///
  /// - Parameter leadsBack: Whether the given thread waits for `me`.
  func next(for me: ThreadID, leadsBack: (ThreadID) -> LeadsBack) -> Step {
    switch self {
    case .present: .take
    case .absent: .make
    // A thread that waited for a task would take it away from all others.
    case .making(let maker) where maker.isTask: .needsAwait(by: maker)
    case .making(let maker):
      maker == me || leadsBack(maker) == .forGood ? .cycle : .wait(for: maker)
    case .stored(let maker), .complete(let maker):
      // On the way through its own properties, or where waiting would never end, the object that
      // exists is the one that is meant: a cycle through properties keeps identity.
      maker == me || leadsBack(maker) != .no ? .take : .wait(for: maker)
    }
  }

  /// Whether the thread is the one that makes the object.
  func isOwned(by thread: ThreadID) -> Bool { owner == thread }

  /// The thread that makes the object, until it is there for everybody.
  var owner: ThreadID? {
    switch self {
    case .making(let maker), .stored(let maker), .complete(let maker): maker
    case .absent, .present: nil
    }
  }

  /// Whether there is no object yet: what needs it now cannot have it.
  var isMaking: Bool { if case .making = self { true } else { false } }
}
