import AlchemicTestSupport
import Testing

@testable import AlchemicTesting

@Suite("The gate of the main model")
struct MainModelGateTests {
  private let log = Log<String>()

  private func makeGate(patience: Duration = .seconds(3_600)) -> MainModelGate {
    MainModelGate(patience: patience) { [log] in log.add($0) }
  }

  /// Waits until so many tests wait for the gate.
  private func untilWaiting(_ count: Int, _ gate: MainModelGate) async throws {
    while gate.waitingCount < count { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test("X1: tests have the main model in the order in which they asked for it")
  func isFair() async throws {
    let gate = makeGate()
    try await withThrowingTaskGroup(of: Void.self) { [log] group in
      try await gate.run("first") {
        for number in 0..<20 {
          group.addTask {
            try await outside { try await gate.run("\(number)") { log.add("\(number)") } }
          }
          try await untilWaiting(number + 1, gate)
        }
      }
      try await group.waitForAll()
    }
    #expect(log.entries == (0..<20).map { "\($0)" })
  }

  @Test("X1: a test that is cancelled while it waits leaves the queue")
  func cancellation() async throws {
    let gate = makeGate()
    try await gate.run("first") {
      let cancelled = Task.detached { [log] in try await gate.run("second") { log.add("second") } }
      try await untilWaiting(1, gate)
      let last = Task.detached { [log] in try await gate.run("third") { log.add("third") } }
      try await untilWaiting(2, gate)
      cancelled.cancel()
      await #expect(throws: CancellationError.self) { try await cancelled.value }
      #expect(gate.waitingCount == 1)
      // Cancelled before it waits.
      let late = Task.detached {
        withUnsafeCurrentTask { $0?.cancel() }
        try await gate.run("late") {}
      }
      await #expect(throws: CancellationError.self) { try await late.value }
      _ = last
    }
    try await gate.run("fourth") { [log] in log.add("fourth") }
    #expect(log.entries == ["third", "fourth"])
  }

  @Test("X1: an error of a test ends its turn")
  func errors() async throws {
    struct Failed: Error {}
    let gate = makeGate()
    await #expect(throws: Failed.self) { try await gate.run("first") { throw Failed() } }
    try await gate.run("second") {}
    #expect(gate.whileFree { 1 } == 1)
  }

  @Test("X1: a task that has the main model enters it again, and not after its turn")
  func nests() async throws {
    let gate = makeGate()
    let left = Log<Task<Bool, Never>>()
    let ended = Signal()
    try await gate.run("first") {
      #expect(gate.isHeldByTask)
      #expect(!makeGate().isHeldByTask)
      try await gate.run("again") { #expect(gate.isHeldByTask) }
      #expect(gate.isHeldByTask)
      left.add(
        Task {
          await waitUntil { ended.isSet }
          return gate.isHeldByTask
        })
    }
    ended.raise()
    #expect(await left.entries[0].value == false)
  }

  @Test("X1: a long wait names the test that holds the main model, once")
  func report() async throws {
    let gate = makeGate(patience: .milliseconds(20))
    try await gate.run("Shop/pays()") {
      let others = ["Shop/buys()", "Shop/sells()"].map { name in
        Task.detached { try await gate.run(name) {} }
      }
      try await untilWaiting(2, gate)
      while log.entries.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
      try await Task.sleep(for: .milliseconds(60))
      _ = others
    }
    try await gate.run("last") {}
    try #require(log.entries.count == 1)
    let message = log.entries[0]
    #expect(message.hasPrefix("the test 'Shop/"))
    #expect(message.contains("and 1 more wait for the main model"))
    #expect(message.contains("which the test 'Shop/pays()' has held for"))
  }

  @Test("X1: what is read while another test takes the main model is not used")
  func whileFree() async throws {
    let gate = makeGate()
    #expect(gate.whileFree { 1 } == 1)
    #expect(gate.whileFree { nil as Int? } == nil)
    try await gate.run("first") { #expect(gate.whileFree { 1 } == nil) }
    #expect(gate.whileFree { 1 } == 1)
  }
}

/// Runs an operation without the task-local values of the task.
private func outside(_ operation: @escaping @Sendable () async throws -> Void) async throws {
  try await Task.detached(operation: operation).value
}
