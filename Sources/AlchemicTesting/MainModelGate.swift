import AlchemicCore
import CAlchemicRuntime

/// Lets one test at a time use the main model, in the order in which they arrive.
final class MainModelGate: Sendable {
  static let shared = MainModelGate()

  /// Whether the calling task has passed the gate.
  @TaskLocal static var isHeldHere = false

  private struct State {
    /// The name of the test that is inside.
    var holder: String?
    var waiting: [(number: Int, turn: CheckedContinuation<Bool, Never>)] = []
    var last = 0
  }

  private let state = Locked(State())

  /// Whether a test is inside.
  var isTaken: Bool { state.withLock { $0.holder != nil } }

  /// Waits until no other test is inside, and runs `body`.
  ///
  /// - Throws: `CancellationError` if the task is cancelled while it waits.
  func pass(as name: String, _ body: () async throws -> Void) async throws {
    let reports = Task { await reportLongWaits(of: name) }
    let isIn = await enter(as: name)
    reports.cancel()
    guard isIn else { throw CancellationError() }
    defer { leave() }
    try await Self.$isHeldHere.withValue(true, operation: body)
  }

  private func enter(as name: String) async -> Bool {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    let isIn = await withTaskCancellationHandler {
      await withCheckedContinuation { turn in
        // Resumed outside the lock.
        let isIn: Bool? = state.withLock { state in
          if Task.isCancelled { return false }
          if state.holder != nil {
            state.waiting.append((number, turn))
            return nil
          }
          state.holder = name
          return true
        }
        if let isIn { turn.resume(returning: isIn) }
      }
    } onCancel: {
      let turn = state.withLock { state in
        state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0).turn }
      }
      turn?.resume(returning: false)
    }
    if isIn { state.withLock { $0.holder = name } }
    return isIn
  }

  private func leave() {
    let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      if state.waiting.isEmpty {
        state.holder = nil
        return nil
      }
      return state.waiting.removeFirst().turn
    }
    next?.resume(returning: true)
  }

  /// Writes a line to standard error whenever one test has been inside for long.
  private func reportLongWaits(of name: String) async {
    var holder = state.withLock { $0.holder }
    while true {
      do { try await Task.sleep(for: Self.patience) } catch { return }
      let now = state.withLock { $0.holder }
      if let now, now == holder {
        let line =
          "alchemic: the test '\(name)' has waited for the main model for \(Self.patience); "
          + "'\(now)' holds it.\n"
        line.utf8CString.withUnsafeBufferPointer { text in
          _ = write(2, text.baseAddress, text.count - 1)
        }
      }
      holder = now
    }
  }

  private static let patience = Duration.seconds(10)
}
