#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class Endless: AlchemicStopping, Sendable {
  func stop() async throws { try await untilCancelled() }
}

private final class Trace: Sendable {
  @TaskLocal static var current: Trace?
}

@Suite("Limits of scopes that end at the same time")
struct ScopeLimitTests {
  @Test(
    "O6: each has the time of its own limit, whichever began first",
    .alchemic { $0.register(AcScope(WebShop.Job.self)) { Endless() } },
    arguments: [[1500, 800, 100], [100, 800, 1500], [800, 1500, 100]])
  func limits(milliseconds: [Int]) async throws {
    let ended = StopLog()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, limit) in milliseconds.enumerated() {
        group.addTask {
          try await Task.sleep(for: .milliseconds(20 * number))
          let begin = ContinuousClock.now
          let found = await problems {
            try await Alchemic.withScope(WebShop.Job.self, timeout: .milliseconds(limit)) {
              _ = try AcGet(Endless.self)
            }
          }
          #expect(found.map(\.id) == [.stopTimeout])
          #expect(ContinuousClock.now - begin >= .milliseconds(limit - 5))
          ended.add("\(limit)")
        }
      }
      try await group.waitForAll()
    }
    #expect(ended.entries == ["100", "800", "1500"])
  }

  @Test(
    "O6: after a stop, nothing retains the task-local values of its caller until the limit",
    .alchemic {
      $0.register(AcScope(WebShop.Job.self)) { Stoppable() }
      $0.register { StopLog() }
    })
  func released() async throws {
    weak var trace: Trace?
    func stop() async throws {
      let new = Trace()
      trace = new
      try await Trace.$current.withValue(new) {
        // Shorter than the limits of other tests, so that a task begins to sleep for it.
        try await Alchemic.withScope(WebShop.Job.self, timeout: .seconds(8)) {
          _ = try AcGet(Stoppable.self)
        }
      }
    }
    let begin = ContinuousClock.now
    try await stop()
    await waitUntil { trace == nil }
    #expect(ContinuousClock.now - begin < .seconds(5))
  }
}
#endif
