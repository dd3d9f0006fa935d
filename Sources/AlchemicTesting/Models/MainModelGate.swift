import AlchemicCore
import AlchemicInject
import Synchronization
import Testing

/// Lets one test at a time use the main model, in the order in which the tests request it.
final class MainModelGate: Sendable {
  /// The gate of the main model. A main model that one test starts is not the parent of the models
  /// of other tests.
  static let main: MainModelGate = {
    let gate = MainModelGate { ProgramLaunch.writeError("alchemic: \($0)") }
    ProgramModel.findMain {
      gate.isHeldByTask ? CurrentModel.main : gate.whileFree { RunningTest.main }
    }
    return gate
  }()

  /// The time for which a test holds the gate.
  private final class Turn: Sendable {
    let gate: MainModelGate
    private let isOver = Atomic<Bool>(false)

    init(of gate: MainModelGate) { self.gate = gate }

    /// False after the end of the turn, for example in a task that the test started and that still
    /// runs.
    var isRunning: Bool { !isOver.load(ordering: .acquiring) }

    func end() { isOver.store(true, ordering: .releasing) }
  }

  private struct Waiter {
    let number: Int
    let test: String
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    /// The test that holds the gate; nil if none does.
    var holder: String?
    /// The module of that test.
    var module: String?
    /// The number of turns so far.
    var turns = 0
    var waiting: [Waiter] = []
    /// Reports a turn that takes longer than `patience`.
    var watch: Task<Void, Never>?

    mutating func begin(_ test: String) {
      holder = test
      turns += 1
      watch?.cancel()
      watch = nil
    }
  }

  /// The turn of which the task is part.
  @TaskLocal private static var turn: Turn?

  private let state = Locked(State())
  private let patience: Duration
  private let report: @Sendable (String) -> Void

  /// - Parameters:
  ///   - patience: The time for which other tests wait for one test before a message is reported.
  ///   - report: Receives the message, at most once for each turn.
  init(patience: Duration = .seconds(10), report: @escaping @Sendable (String) -> Void) {
    self.patience = patience
    self.report = report
  }

  /// Whether the task is part of the test that holds the gate.
  var isHeldByTask: Bool {
    guard let turn = Self.turn, turn.gate === self else { return false }
    return turn.isRunning
  }

  /// The module of the test that holds the gate; nil if none does.
  var module: String? { state.withLock { $0.holder == nil ? nil : $0.module } }

  /// The number of tests that wait.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Runs an operation while no other test holds the gate. If the test of the calling task holds
  /// it, runs the operation immediately.
  ///
  /// - Parameter test: The name of the test in the message about tests that wait.
  /// - Throws: `CancellationError` if the task is cancelled while it waits; otherwise the error of
  ///   the operation.
  nonisolated(nonsending) func run(
    _ test: String, _ operation: nonisolated(nonsending) () async throws -> Void
  ) async throws {
    if isHeldByTask { return try await operation() }
    try await enter(test)
    let module = Test.current?.id.moduleName
    state.withLock { $0.module = module }
    let turn = Turn(of: self)
    defer {
      turn.end()
      leave()
    }
    try await Self.$turn.withValue(turn, operation: operation)
  }

  /// Returns the result of `body` if no test holds the gate meanwhile; otherwise nil.
  func whileFree<Result>(_ body: () throws -> Result?) rethrows -> Result? {
    func turnsIfFree() -> Int? { state.withLock { $0.holder == nil ? $0.turns : nil } }
    guard let turns = turnsIfFree() else { return nil }
    let result = try body()
    return turnsIfFree() == turns ? result : nil
  }

  private nonisolated(nonsending) func enter(_ test: String) async throws {
    let number = TaskWaiters.nextNumber()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Void, any Error>? in
          // A cancellation sets the flag before it searches the waiters, so none is lost.
          if Task.isCancelled { return .failure(CancellationError()) }
          if state.holder == nil {
            state.begin(test)
            return .success(())
          }
          state.waiting.append(Waiter(number: number, test: test, continuation: continuation))
          if state.watch == nil { state.watch = watch(turn: state.turns) }
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
      }
      waiter?.continuation.resume(throwing: CancellationError())
    }
  }

  private func leave() {
    let next = state.withLock { state -> Waiter? in
      guard let next = state.waiting.first else {
        state.holder = nil
        state.watch?.cancel()
        state.watch = nil
        return nil
      }
      state.waiting.removeFirst()
      state.begin(next.test)
      if !state.waiting.isEmpty { state.watch = watch(turn: state.turns) }
      return next
    }
    next?.continuation.resume()
  }

  private func watch(turn: Int) -> Task<Void, Never> {
    Task.detached { [self] in
      guard (try? await Task.sleep(for: patience)) != nil else { return }
      let message = state.withLock { state -> String? in
        guard state.turns == turn, let first = state.waiting.first, let holder = state.holder else {
          return nil
        }
        let others = state.waiting.count - 1
        return "the test '\(first.test)'\(others > 0 ? " and \(others) more wait" : " waits") for "
          + "the main model, which the test '\(holder)' has held for \(patience) or longer"
      }
      if let message { report(message) }
    }
  }
}
