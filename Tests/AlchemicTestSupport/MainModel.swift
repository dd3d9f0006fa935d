import AlchemicInject
import Synchronization

/// The one main model of the test process: tests that start it take turns.
package enum MainModel {
  private static let gate = Gate()

  /// Runs `body` while no other test uses the main model, and resets it before and after.
  package static func exclusively<Result: Sendable>(
    _ body: @Sendable () throws -> Result
  ) async throws -> Result {
    await gate.enter()
    Alchemic.reset()
    let result = Swift.Result { try body() }
    Alchemic.reset()
    await gate.leave()
    return try result.get()
  }

  /// Runs an asynchronous `body` while no other test uses the main model.
  package static func exclusively<Result: Sendable>(
    asynchronously body: @Sendable () async throws -> Result
  ) async throws -> Result {
    await gate.enter()
    Alchemic.reset()
    do {
      let result = try await body()
      Alchemic.reset()
      await gate.leave()
      return result
    } catch {
      Alchemic.reset()
      await gate.leave()
      throw error
    }
  }

  private actor Gate {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func enter() async {
      if isTaken { await withCheckedContinuation { waiting.append($0) } }
      isTaken = true
    }

    func leave() {
      isTaken = false
      if !waiting.isEmpty { waiting.removeFirst().resume() }
    }
  }
}
