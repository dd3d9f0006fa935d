#if Waiting
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private struct NoLuck: Error {}

private final class Service: AlchemicStopping, Sendable {
  let onStop: @Sendable () async -> Void
  init(_ onStop: @escaping @Sendable () async -> Void) { self.onStop = onStop }
  func stop() async { await onStop() }
}

/// Starts that fail after they have created an object that stops.
@Suite(.alchemicMain, .ownThreads) struct FailedStartTests {
  private func declare(
    _ model: ModelBuilder, _ onStop: @escaping @Sendable () async -> Void
  ) {
    model.register { Service(onStop) }
    model.register { (_: Service) throws -> String in throw NoLuck() }
  }

  @Test("H3: in the stop of a failed start, stop() is refused at once")
  func stopWithin() async throws {
    let found = Log<ProblemID>()
    let stop: @Sendable () async -> Void = {
      await problems { try await Alchemic.stop() }.forEach { found.add($0.id) }
    }
    #expect(throws: AlchemicError.self) {
      try onThisThread { try Alchemic.start { declare($0, stop) } }
    }
    await #expect(throws: AlchemicError.self) {
      try await Alchemic.startAsync { declare($0, stop) }
    }
    #expect(found.entries == [.isStopping, .isStopping])
  }

  private func onThisThread(_ body: () throws -> Void) rethrows { try body() }

  @Test("the thread of a failed start may end its wait while a timer resumes a task on it")
  func timer() throws {
    for round in 0..<Effort.of(400, atLeast: 40) {
      #expect(throws: AlchemicError.self) {
        try Alchemic.start {
          declare($0) {
            // The first timer of the limit fires after ten milliseconds.
            try? await Task.sleep(for: .microseconds(9_700 + round % 7 * 100))
          }
        }
      }
    }
  }
}
#endif
