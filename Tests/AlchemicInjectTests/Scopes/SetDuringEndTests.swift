#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private enum Job: AlchemicScope {}
private final class Slow: AlchemicAware, @unchecked Sendable {
  let life: LifeTracker.Life?
  let (begun, goesOn): (Signal?, Signal?)
  init(_ life: LifeTracker.Life? = nil, _ begun: Signal? = nil, _ goesOn: Signal? = nil) {
    (self.life, self.begun, self.goesOn) = (life, begun, goesOn)
  }
  func didInjectDependencies() {
    begun?.raise()
    goesOn?.wait()
  }
}

@Suite(.ownThreads) struct SetDuringEndTests {
  @Test("O6: an object that is set while its scope ends is not kept, nor answered") func task()
    async throws
  {
    let (tracker, begun, goesOn, done) = (LifeTracker(), Signal(), Signal(), Signal())
    try await Alchemic.withModel {
      $0.register(AcScope(Job.self)) { Slow() }
    } operation: {
      var here: CapturedModel?
      try await Alchemic.withScope(Job.self) {
        _ = try AcGet(Slow.self)
        let captured = Alchemic.capture()
        here = captured
        startThread {
          captured.run { try? AcSet(Slow(tracker.life(), begun, goesOn)) }
          done.raise()
        }
        await waitUntil { begun.isSet }
      }
      goesOn.raise()
      await waitUntil { done.isSet }
      #expect(tracker.living == 0)
      let found = here?.run { problems { _ = try AcGet(Slow.self) } }
      #expect(found?.map(\.id) == [.noScope])
    }
  }

  @Test("O2: an object that is set while the model's scope is closed is not kept") func model()
    async throws
  {
    let (tracker, begun, goesOn, done) = (LifeTracker(), Signal(), Signal(), Signal())
    try await Alchemic.withModel {
      $0.register(AcScope(Job.self)) { Slow() }
    } operation: {
      try Alchemic.open(Job.self)
      let captured = Alchemic.capture()
      startThread {
        captured.run { try? AcSet(Slow(tracker.life(), begun, goesOn)) }
        done.raise()
      }
      await waitUntil { begun.isSet }
      try await Alchemic.close(Job.self)
      goesOn.raise()
      await waitUntil { done.isSet }
      #expect(tracker.living == 0)
    }
  }
}
#endif
