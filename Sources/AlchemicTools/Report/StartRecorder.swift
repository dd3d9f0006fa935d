import AlchemicCore
import AlchemicInject
import AlchemicRuntime

/// Records the next start, until the start has finished or failed.
///
/// ```swift
/// let recorder = StartRecorder()
/// do { try Alchemic.start() } catch { print(recorder.report) }
/// ```
///
/// The recorder records from its creation on, so create it before the call that starts Alchemic. A
/// reset, or the deinit of the recorder, ends the recording.
public final class StartRecorder: Sendable {
  private let recording = StartRecording()

  /// Begins to record.
  public convenience init() { self.init { _ in } }

  /// - Parameter whenEnded: Called with the report when the start has finished or failed, on the
  ///   starting thread.
  init(whenEnded: @escaping @Sendable (StartReport) -> Void) {
    recording.observe(whenEnded)
  }

  deinit { recording.cancel() }

  /// The report on everything that was recorded until now.
  ///
  /// - Complexity: O(*n* log *n*) in the number of created objects, and as for `Model.graph`.
  public var report: StartReport { recording.report }
}

extension StartReport {
  /// Records the start within an operation.
  ///
  /// - Parameter operation: Starts Alchemic.
  /// - Throws: The error of the operation. To report on such a start, use a ``StartRecorder``.
  public static func recording(_ operation: () throws -> Void) rethrows -> StartReport {
    let recorder = StartRecorder()
    try operation()
    return recorder.report
  }

  /// Records the start within an asynchronous operation, which runs on the caller's actor.
  ///
  /// - Parameter operation: Starts Alchemic.
  /// - Throws: The error of the operation. To report on such a start, use a ``StartRecorder``.
  public nonisolated(nonsending) static func recording(
    _ operation: nonisolated(nonsending) () async throws -> Void
  ) async rethrows -> StartReport {
    let recorder = StartRecorder()
    try await operation()
    return recorder.report
  }
}

/// The events of a start, with their times.
final class StartRecording: Sendable {
  private struct State {
    var phases: [(phase: StartPhase, begin: ContinuousClock.Instant)] = []
    var creations: [Creation] = []
    /// The model; nil before the phase in which it creates objects.
    var model: Model?
    var begin: ContinuousClock.Instant?
    var end: ContinuousClock.Instant?
    var outcome = StartReport.Outcome.absent
    var observation: AlchemicObservation?
  }

  /// The creation of an object.
  struct Creation: Sendable {
    let factory: FactoryFacts
    let lane: Lane
    let end: ContinuousClock.Instant
    let duration: Duration
  }

  /// A thread or a task. Its creations are nested, or follow each other.
  enum Lane: Hashable {
    case thread(ThreadID)
    case task(Int)

    static var current: Lane {
      withUnsafeCurrentTask { $0.map { .task($0.hashValue) } } ?? .thread(.current)
    }
  }

  private let state = Locked(State())

  func observe(_ whenEnded: @escaping @Sendable (StartReport) -> Void) {
    let observation = Alchemic.observeTimes { [self] event, time in
      if record(event, at: time) {
        cancel()
        whenEnded(report)
      }
    } end: { [self] in
      interrupt()
    }
    state.withLock { $0.observation = observation }
  }

  func cancel() { state.withLock { $0.observation }?.cancel() }

  /// Returns whether the event is the end of the start.
  private func record(_ event: AlchemicEvent, at time: ContinuousClock.Instant) -> Bool {
    switch event {
    case .didBeginPhase(let phase):
      // On the starting thread, which does not wait for the model in this phase.
      let model = phase == .creation ? CurrentModel.main : nil
      begin(phase, model, at: time)
    case .didCreateObject(let factory, let duration):
      let lane = Lane.current
      state.withLock { state in
        // Before the first phase, another start is running, or has finished.
        if state.phases.isEmpty || state.end != nil { return }
        state.creations.append(
          Creation(factory: factory, lane: lane, end: time, duration: duration))
      }
    case .didFinishStarting(_, _, let duration): return end(.finished, at: time, after: duration)
    case .didFailStarting(let error, let duration):
      return end(.failed(error), at: time, after: duration)
    case .didStoreObject, .didInject, .didDiscover, .didStop, .warning: break
    }
    return false
  }

  private func begin(_ phase: StartPhase, _ model: Model?, at time: ContinuousClock.Instant) {
    state.withLock { state in
      if state.end != nil { return }
      state.phases.append((phase, time))
      state.begin = state.begin ?? time
      state.outcome = .running
      if let model { state.model = model }
    }
  }

  private func end(
    _ outcome: StartReport.Outcome, at time: ContinuousClock.Instant, after duration: Duration
  ) -> Bool {
    state.withLock { state in
      guard state.end == nil, let begin = state.begin else { return false }
      state.end = time
      // The first phase begins a little after the start.
      let start = min(begin, time - duration)
      state.phases[0].begin = start
      state.begin = start
      state.outcome = outcome
      return true
    }
  }

  /// Records that the observation has ended. Only a reset ends it during a start.
  private func interrupt() {
    state.withLock { state in
      guard case .running = state.outcome, state.end == nil else { return }
      state.end = .now
      state.outcome = .interrupted
    }
  }

  var report: StartReport {
    let now = ContinuousClock.now
    let (phases, creations, model, begin, end, outcome) = state.withLock {
      ($0.phases, $0.creations, $0.model, $0.begin ?? now, $0.end ?? now, $0.outcome)
    }
    let ends = phases.dropFirst().map(\.begin) + [end]
    return StartReport(
      outcome: outcome, duration: end - begin,
      phases: zip(phases, ends).map { phase, end in
        StartReport.Phase(
          phase: phase.phase, begin: phase.begin - begin, duration: end - phase.begin)
      },
      creations: creations, since: begin, in: model)
  }
}
