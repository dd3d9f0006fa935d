#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private enum Job: AlchemicScope {}
private final class Act: AlchemicStopping, Sendable {
  let (stops, begun, goesOn): (Counter, Signal, Signal)
  init(_ stops: Counter, _ begun: Signal, _ goesOn: Signal) {
    (self.stops, self.begun, self.goesOn) = (stops, begun, goesOn)
  }
  func stop() async throws {
    stops.increment()
    begun.raise()
    await waitUntil { goesOn.isSet }
  }
}

@Suite struct StoppedOnceTests {
  /// Runs one end of the session, and another while an object stops.
  private func stops(
    _ first: @escaping @Sendable () async throws -> Void,
    _ second: @escaping @Sendable () async throws -> Void
  ) async throws -> (stops: Int, hasWaited: Bool) {
    let (stops, begun, goesOn, done) = (Counter(), Signal(), Signal(), Signal())
    var hasWaited = false
    try await Alchemic.withModel {
      $0.register(AcScope(Job.self)) { Act(stops, begun, goesOn) }
    } operation: {
      try Alchemic.open(Job.self)
      _ = try AcGet(Act.self)
      async let one: Void? = try? first()
      await waitUntil { begun.isSet }
      async let two: Void? = {
        try? await second()
        done.raise()
      }()
      try await Task.sleep(for: .milliseconds(200))
      hasWaited = !done.isSet
      goesOn.raise()
      _ = await (one, two)
    }
    return (stops.value, hasWaited)
  }

  @Test("Q1: a stop while a session is closed stops nothing twice") func closeStop() async throws {
    let found = try await stops(
      { try await Alchemic.close(Job.self, timeout: .seconds(600)) },
      { try await Alchemic.stop(timeout: .seconds(600)) })
    #expect(found.stops == 1)
  }

  @Test("O6: a renewal while a session is closed stops nothing twice") func closeRenew()
    async throws
  {
    let found = try await stops(
      { try await Alchemic.close(Job.self, timeout: .seconds(600)) },
      { try await Alchemic.renew(Job.self, timeout: .seconds(600)) })
    #expect(found.stops == 1)
  }

  @Test("O6: a close while a session is renewed waits for what the renewal stops")
  func renewClose() async throws {
    let found = try await stops(
      { try await Alchemic.renew(Job.self, timeout: .seconds(600)) },
      { try await Alchemic.close(Job.self, timeout: .seconds(600)) })
    #expect(found.stops == 1 && found.hasWaited)
  }

  @Test("Q1: a stop waits for what a renewal stops") func renewStop() async throws {
    let found = try await stops(
      { try await Alchemic.renew(Job.self, timeout: .seconds(600)) },
      { try await Alchemic.stop(timeout: .seconds(600)) })
    #expect(found.stops == 1 && found.hasWaited)
  }
}
#endif
