import AlchemicCore
import AlchemicInject

extension Lifecycle {
  /// Starts on a new thread, and returns without waiting.
  ///
  /// - Parameter isAtLoad: Whether `AlchemicAutostart` starts.
  /// - Throws: `started-twice`. Calls that wait for the start throw the error of the start itself.
  func startInBackground(
    isAtLoad: Bool = false, _ build: @escaping @Sendable () throws -> Model,
    whenFailed: @escaping @Sendable (any Error) -> Void
  ) throws {
    let generation = try begin(isAtLoad: isAtLoad)
    BackgroundThread.run { [self] in
      do {
        try run(generation, build) { creation in
          try makeAwaitedHere(&creation, generation)
          return try creation.makeOthers()
        }
      } catch { whenFailed(error) }
    }
  }

  /// Creates the singletons that must be awaited, and blocks the thread meanwhile.
  @inline(never)
  private func makeAwaitedHere(_ creation: inout SingletonCreation, _ generation: Int) throws {
    if creation.awaitsNothing { return }
    creation = try TaskThread.run { [creation] () async throws in
      try await self.makeAwaited(creation, generation)
    }
  }
}
