#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private enum Job: AlchemicScope {}
private final class Thing: Sendable {}
private final class Host: @unchecked Sendable {
  @Injected var thing: Thing
  let life: LifeTracker.Life
  init(_ life: LifeTracker.Life) { self.life = life }
}
private final class Act: AlchemicStopping, Sendable {
  let stopped: Counter
  init(_ stopped: Counter) { self.stopped = stopped }
  func stop() { stopped.increment() }
}

@Suite struct ModelEndsBeforeScopeTests {
  @Test("O6: a scope that is open when the model stops is stopped and released") func stopWithin()
    async throws
  {
    let (tracker, stopped) = (LifeTracker(), Counter())
    try await Alchemic.withModel {
      $0.register { Thing() }
      $0.register(AcScope(Job.self)) { Host(tracker.life()) }
      $0.register(AcScope(Job.self)) { Act(stopped) }
    } operation: {
      try await Alchemic.withScope(Job.self, timeout: .seconds(600)) {
        _ = (try AcGet(Host.self), try AcGet(Act.self))
        try await Alchemic.stop(timeout: .seconds(600))
      }
    }
    #expect(stopped.value == 1)
    #expect(tracker.living == 0)
  }
}
#endif
