import AlchemicCore
import AlchemicInject

/// The life of a program from its start to its stop.
enum ProgramRun {
  /// The main model is the current one for all of it, also in a task that has its own model.
  static func run(
    _ mode: ValidationMode, in profiles: Set<AlchemicProfile>, for timeout: Duration,
    _ configure: @escaping @Sendable (ModelBuilder) -> Void,
    _ operation: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await CurrentModel.withModel(nil) {
      try await runMain(mode, in: profiles, for: timeout, configure, operation)
    }
  }

  private static func runMain(
    _ mode: ValidationMode, in profiles: Set<AlchemicProfile>, for timeout: Duration,
    _ configure: @escaping @Sendable (ModelBuilder) -> Void,
    _ operation: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await Signals.during { signal in
      // A failed start has stopped its objects already. A second start has created none.
      let isStarted = Locked(false)
      let work = Task {
        try await Alchemic.start(mode, profiles: profiles, configure)
        isStarted.withLock { $0 = true }
        try await operation()
      }
      let isSignalled = Locked(false)
      await end(of: work, or: signal) { isSignalled.withLock { $0 = true } }
      let deadline = ContinuousClock.now + timeout
      work.cancel()
      var errors: [any Error] = []
      switch await LimitedTask.run(for: timeout / 2, { try await work.value }) {
      case .done: break
      case .failed(let error):
        if !isSignalled.withLock({ $0 }) || !(error is CancellationError) { errors.append(error) }
      case .late:
        errors.append(AlchemicError.late("The operation of Alchemic.run", after: timeout / 2))
      }
      if isStarted.withLock({ $0 }) {
        let call = Problem.Step("Alchemic.run", nil)
        do { try await Alchemic.stop(within: deadline - .now, by: call) } catch {
          errors.append(error)
        }
      }
      try throwFirst(of: errors)
    }
  }

  /// Waits until the work has ended, the signal has arrived, or the calling task is cancelled.
  ///
  /// - Parameter note: Called when the signal arrives, which may be later.
  private static func end(
    of work: Task<Void, any Error>, or signal: Task<Bool, Never>,
    noting note: @escaping @Sendable () -> Void
  ) async {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    Task {
      guard await signal.value else { return }
      note()
      end.finish()
    }
    Task {
      _ = await work.result
      end.finish()
    }
    for await _ in ends {}
  }

  /// Throws the problems of all errors if each consists of problems; otherwise the first error.
  private static func throwFirst(of errors: [any Error]) throws {
    let problems = errors.compactMap { ($0 as? AlchemicError)?.problems }
    if !problems.isEmpty, problems.count == errors.count {
      throw AlchemicError(problems.flatMap(\.self))
    }
    if let error = errors.first { throw error }
  }
}
