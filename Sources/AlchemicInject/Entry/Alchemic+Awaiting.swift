public import AlchemicCore

// The start and later discoveries, in tasks.
extension Alchemic {
  /// Starts as the synchronous form does, and awaits the singletons that asynchronous functions
  /// create.
  ///
  /// The start creates these singletons first, and those that do not need each other concurrently.
  /// Then the main actor creates its singletons. The caller's actor creates all others.
  ///
  /// - Parameters:
  ///   - mode: As for the synchronous form.
  ///   - profiles: As for the synchronous form.
  ///   - configure: As for the synchronous form.
  /// - Throws: As the synchronous form; `CancellationError` if the task is cancelled meanwhile.
  ///   After that error, Alchemic is not started.
  public nonisolated(nonsending) static func start(
    _ mode: ValidationMode, profiles: Set<AlchemicProfile> = [],
    _ configure: (ModelBuilder) -> Void = { _ in }
  ) async throws {
    guard ProgramLaunch.permitsStart(in: profiles, of: configure) else { return }
    try await Lifecycle.main.runAwaiting(Lifecycle.main.begin()) {
      try build(configure, mode, in: profiles, observer: EventHub.main)
    }
  }

  /// Starts as the asynchronous `start(_:profiles:_:)` does, in the standard mode.
  public nonisolated(nonsending) static func start(
    profiles: Set<AlchemicProfile> = [], _ configure: (ModelBuilder) -> Void = { _ in }
  ) async throws {
    try await start(.standard, profiles: profiles, configure)
  }

  /// Starts as the asynchronous form of `start(_:profiles:_:)` does. This function has another name
  /// than that form.
  ///
  /// Use it at the top level of a `main.swift`. There, Swift selects the synchronous form of
  /// `start`, even after `await`.
  ///
  /// - Parameters:
  ///   - mode: As for the synchronous form.
  ///   - profiles: As for the synchronous form.
  ///   - configure: As for the synchronous form.
  /// - Throws: As the asynchronous form of `start(_:profiles:_:)`.
  public nonisolated(nonsending) static func startAsync(
    _ mode: ValidationMode = .standard, profiles: Set<AlchemicProfile> = [],
    _ configure: (ModelBuilder) -> Void = { _ in }
  ) async throws { try await start(mode, profiles: profiles, configure) }

  /// Waits until Alchemic is started, even if the start has not begun yet.
  ///
  /// Do not call this function in an initializer that the start calls: the start and the
  /// initializer would wait for each other.
  ///
  /// - Throws: The error of the start; ``AlchemicError`` with `not-started` if a launch argument or
  ///   the environment prevents the start; `CancellationError` if the task is cancelled.
  public static func started() async throws { try await Lifecycle.main.started() }

  /// Extends the model as the synchronous form does, and awaits the new singletons that
  /// asynchronous functions create.
  ///
  /// - Parameters:
  ///   - includesRefused: As for the synchronous form.
  ///   - configure: As for the synchronous form.
  /// - Returns: As the synchronous form.
  /// - Throws: As the synchronous form; `CancellationError` if the task is cancelled while it
  ///   creates the singletons. Then the model contains the new factories, and creates their objects
  ///   on request.
  @discardableResult
  public nonisolated(nonsending) static func discover(
    includingRefused includesRefused: Bool = false, _ configure: (ModelBuilder) -> Void = { _ in }
  ) async throws -> [FactoryFacts] {
    try await Lifecycle.main.discoverAwaiting(includingRefused: includesRefused, configure)
  }
}
