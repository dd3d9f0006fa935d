import AlchemicCore

// The start of a library that uses Alchemic inside.
extension Alchemic {
  /// Starts as `start(profiles:_:)` does, unless Alchemic is started or is starting.
  ///
  /// A library calls it in its public functions, so that its users need not know of Alchemic:
  ///
  /// ```swift
  /// public func rates() throws -> [Rate] {
  ///   try Alchemic.startIfNeeded()
  ///   return try (AcGet() as RateService).rates
  /// }
  /// ```
  ///
  /// If several threads call it, one of them starts. The others return without waiting, because a
  /// request waits for what it needs. In a task with its own model, for example in a test, the
  /// library uses that model, and nothing starts.
  ///
  /// A program that starts Alchemic itself does so before it uses the library.
  ///
  /// - Throws: As `start(profiles:_:)`, except `started-twice`. The next call then starts again.
  /// - Complexity: O(1) after the start: a lock, about 20 ns.
  @available(
    *, noasync,
    message: "in an async function, write: try await Alchemic.startIfNeeded()"
  )
  public static func startIfNeeded(fileID: StaticString = #fileID, line: UInt = #line) throws {
    let location = CodeLocation(fileID: fileID, line: line)
    guard let generation = try Lifecycle.main.beginFirstUse(at: location) else { return }
    try Lifecycle.main.run(generation, buildOfFirstUse) { creation in try creation.makeAll() }
  }

  /// Starts as the synchronous form does, and awaits the singletons that asynchronous functions
  /// create. If a start is running already, waits for its end, except within the creation of an
  /// object.
  ///
  /// - Throws: As the synchronous form; the error of the start for which it waits;
  ///   `CancellationError` if the task is cancelled meanwhile.
  public nonisolated(nonsending) static func startIfNeeded(
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws {
    let location = CodeLocation(fileID: fileID, line: line)
    if let generation = try Lifecycle.main.beginFirstUse(at: location) {
      try await Lifecycle.main.runAwaiting(generation, buildOfFirstUse)
    } else if Lifecycle.main.isStartingElsewhere {
      try await Lifecycle.main.started()
    }
  }

  private static func buildOfFirstUse() throws -> Model {
    try build({ _ in }, observer: EventHub.main)
  }
}

extension Lifecycle {
  /// Begins a start, unless the calling task has its own model, or a start has begun before.
  fileprivate func beginFirstUse(at location: CodeLocation) throws(AlchemicError) -> Int? {
    guard CurrentModel.scoped == nil, isIdle, ProgramLaunch.permitsStart(of: { _ in }) else {
      return nil
    }
    while isIdle {
      do { return try begin(firstUse: location) } catch {
        // Another thread was faster, and its start may have failed since.
        if error.problems.first?.id != .startedTwice { throw error }
      }
    }
    return nil
  }

  /// Whether other code than the calling one starts. An object that is being created does not wait
  /// for the start, because the start may need the object.
  fileprivate var isStartingElsewhere: Bool {
    CurrentModel.scoped == nil && !CreationPath.makesObject && AwaitedPath.creations().isEmpty
      && state.withLock { $0.isStarting && !$0.isStartedHere }
  }
}
