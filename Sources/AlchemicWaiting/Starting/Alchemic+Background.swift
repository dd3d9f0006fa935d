public import AlchemicCore
public import AlchemicInject

// The start on a thread of its own.
extension Alchemic {
  /// Starts on a new thread, and returns without waiting: see `start(profiles:_:)`.
  ///
  /// The start awaits singletons that must be awaited. The main actor creates its singletons as
  /// soon as it is free. ``started()`` waits for the end of the start, and `AcWhenReady` runs a
  /// block after it. A request waits until the model is built. A request for a singleton that does
  /// not exist yet creates it, or waits for it. A request for an object that must be awaited fails
  /// until the object exists.
  ///
  /// - Parameters:
  ///   - profiles: As for `start(_:profiles:_:)`.
  ///   - configure: Adds factories, as for `start(_:profiles:_:)`. It runs on the new thread.
  /// - Throws: ``AlchemicError`` with `started-twice`. If the start itself fails, ``started()``
  ///   throws its error, and the error of every later request contains it.
  public static func startInBackground(
    profiles: Set<AlchemicProfile> = [],
    _ configure: @escaping @Sendable (ModelBuilder) -> Void = { _ in }
  ) throws {
    guard ProgramLaunch.permitsStart(in: profiles, of: configure) else { return }
    try Lifecycle.main.startInBackground {
      try buildMain(configure, in: profiles)
    } whenFailed: { _ in
    }
  }

  /// Starts in the background while the program is loaded. If the start fails, writes the error to
  /// standard error.
  package static func startAtLoad(arguments: [String]) throws {
    guard ProgramLaunch.permitsStart(by: arguments, of: { _ in }) else { return }
    try Lifecycle.main.startInBackground(isAtLoad: true) {
      try buildMain { _ in }
    } whenFailed: { error in
      ProgramLaunch.report("\(error)")
    }
  }

  /// Reports that the program is loaded without a start, because a library would begin it.
  package static func refuseStartAtLoad() {
    let reason = Wording.note(.isInLibrary)
    ProgramLaunch.report(reason)
    Lifecycle.main.refuseStart(because: reason)
  }
}

extension Lifecycle {
  /// Records the reason why no start was attempted. Calls that wait for a start throw it until
  /// another start begins.
  fileprivate func refuseStart(because reason: String) {
    let refusal = StartRefusal(reason)
    var (former, waiters) = state.withLock { state -> ((any Error)?, TaskWaiters) in
      guard state.stage == .idle else { return (nil, TaskWaiters()) }
      defer { state.failure = refusal }
      return (state.failure, state.waiters.takeAll())
    }
    waiters.resumeAll(with: .failure(refusal))
    // `former` is released outside the lock, because it may be an error of the user.
    withExtendedLifetime(former) {}
  }
}
