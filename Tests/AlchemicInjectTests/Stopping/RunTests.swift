#if Waiting
import Alchemic
import AlchemicTestSupport
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

private struct Refusal: Error {}

private final class Server: AlchemicStopping, Sendable {
  let onStop: @Sendable () async throws -> Void
  init(_ onStop: @escaping @Sendable () async throws -> Void) { self.onStop = onStop }
  func stop() async throws { try await onStop() }
}

/// Ends the program of a test with a failure unless a condition holds.
private func require(_ condition: Bool, line: UInt = #line) {
  if condition { return }
  print("RunTests.swift:\(line)")
  exit(1)
}

// Within the suite, the name `signal` is that of a test.
private func ignoreInterrupts() { _ = signal(SIGINT, SIG_IGN) }

/// Each test has a process of its own, because it gets signals.
@Suite(.timeLimit(.minutes(10))) struct RunTests {
  @Test("Q3: a program starts, runs its operation and stops")
  func life() async {
    await #expect(processExitsWith: .success) {
      let log = Log<String>()
      try await Alchemic.run {
        $0.register { Server { log.add("stopped") } }
      } operation: {
        _ = try AcGet(Server.self)
        log.add("ran")
      }
      require(log.entries == ["ran", "stopped"])
      require(problems { _ = try AcGet(Server.self) }.map(\.id) == [.notStarted])
    }
  }

  @Test("Q3: a signal cancels the operation, and the objects are stopped after it")
  func signal() async {
    await #expect(processExitsWith: .success) {
      for number in [SIGTERM, SIGINT] {
        let log = Log<String>()
        try await Alchemic.run {
          $0.register { Server { log.add("stopped") } }
        } operation: {
          kill(getpid(), number)
          do { try await untilCancelled() } catch {
            log.add("cancelled")
            throw error
          }
        }
        require(log.entries == ["cancelled", "stopped"])
      }
    }
  }

  @Test("Q3: without an operation, a program waits for a signal")
  func onlyWaiting() async {
    await #expect(processExitsWith: .success) {
      AcWhenReady { kill(getpid(), SIGTERM) }
      try await Alchemic.run()
    }
  }

  @Test("Q3: the second signal ends the program", arguments: [SIGINT, SIGTERM])
  func secondSignal(number: Int32) async {
    await #expect(processExitsWith: .signal(number)) { [number = number as Int32] in
      try await Alchemic.run {
        $0.register {
          Server {
            kill(getpid(), number)
            await forEver()
          }
        }
      } operation: {
        kill(getpid(), SIGTERM)
        try await untilCancelled()
      }
    }
  }

  @Test("Q3: an operation that goes on after a signal is named, and the objects are stopped")
  func lateOperation() async {
    await #expect(processExitsWith: .success) {
      let log = Log<String>()
      let found = await problems {
        try await Alchemic.run(timeout: .milliseconds(200)) {
          $0.register { Server { log.add("stopped") } }
        } operation: {
          kill(getpid(), SIGTERM)
          await forEver()
        }
      }
      require(found.map(\.id) == [.stopTimeout])
      require(
        found.first?.description.contains(
          "The operation of Alchemic.run did not end within 0.1 seconds.") == true)
      require(log.entries == ["stopped"])
    }
  }

  @Test("Q3: an error of the operation is thrown after the stop")
  func operationFails() async {
    await #expect(processExitsWith: .success) {
      let log = Log<String>()
      do {
        try await Alchemic.run {
          $0.register {
            Server {
              log.add("stopped")
              throw Refusal()
            }
          }
        } operation: {
          throw Refusal()
        }
        require(false)
      } catch { require(error is Refusal) }
      require(log.entries == ["stopped"])
    }
  }

  @Test("Q3: the problems of the operation and of the stop are in one error")
  func bothFail() async {
    await #expect(processExitsWith: .success) {
      let found = await problems {
        try await Alchemic.run {
          $0.register { Server { throw Refusal() } }
        } operation: {
          _ = try AcGet(Refusal.self)
        }
      }
      require(found.map(\.id) == [.noMatch, .stopFailed])
    }
  }

  @Test("Q3: a signal cancels the start, and what it has made is stopped")
  func duringStart() async {
    await #expect(processExitsWith: .success) {
      let log = Log<String>()
      try await Alchemic.run {
        $0.register { () async in Server { log.add("stopped") } }
        $0.register { (_: Server) async throws -> Int in
          kill(getpid(), SIGINT)
          try await untilCancelled()
          return 0
        }
      } operation: {
        log.add("ran")
      }
      require(log.entries == ["stopped"])
    }
  }

  @Test("Q3: a run that finds Alchemic started stops nothing, and takes no signal")
  func nested() async {
    await #expect(processExitsWith: .success) {
      let found = Log<ProblemID>()
      let log = Log<String>()
      try await Alchemic.run {
        $0.register { Server { log.add("stopped") } }
      } operation: {
        await problems { try await Alchemic.run {} }.forEach { found.add($0.id) }
        log.add("goes on")
        _ = try AcGet(Server.self)
        kill(getpid(), SIGTERM)
        try await untilCancelled()
      }
      require(found.entries == [.startedTwice])
      require(log.entries == ["goes on", "stopped"])
    }
  }

  @Test("Q3: a signal that the program ignores stays ignored")
  func ignored() async {
    await #expect(processExitsWith: .success) {
      ignoreInterrupts()
      try await Alchemic.run {
        kill(getpid(), SIGINT)
        try await Task.sleep(for: .milliseconds(50))
      }
      kill(getpid(), SIGINT)
    }
  }

  @Test("Q3: a run that was cancelled before the signal does not throw the cancellation either")
  func cancelledBefore() async {
    await #expect(processExitsWith: .success) {
      let (running, stopping) = (Signal(), Signal())
      let run = Task {
        try await Alchemic.run {
          running.raise()
          do { try await untilCancelled() } catch {
            await waitUntil { stopping.isSet }
            throw error
          }
        }
      }
      await waitUntil { running.isSet }
      run.cancel()
      pause(milliseconds: 20)
      kill(getpid(), SIGTERM)
      pause(milliseconds: 200)
      stopping.raise()
      try await run.value
    }
  }

  @Test("Q3: afterwards signals have the effect that they had before")
  func restored() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      try await Alchemic.run {}
      kill(getpid(), SIGTERM)
      try await untilCancelled()
    }
  }
}
#endif
