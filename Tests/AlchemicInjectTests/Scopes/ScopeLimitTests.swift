#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class Endless: AlchemicStopping, Sendable {
  func stop() async throws { try await untilCancelled() }
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
}
#endif
