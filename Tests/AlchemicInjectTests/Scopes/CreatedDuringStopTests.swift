#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private enum Job: AlchemicScope {}
private final class Late: Sendable {
  let life: LifeTracker.Life
  init(_ life: LifeTracker.Life) { self.life = life }
}
private final class Act: AlchemicStopping, Sendable {
  func stop() async throws { _ = try AcGet(Late.self) }
}

@Suite struct CreatedDuringStopTests {
  @Test("O6: what an object created in order to stop is released with the scope, and then refused")
  func released() async throws {
    let tracker = LifeTracker()
    try await Alchemic.withModel {
      $0.register(AcScope(Job.self)) { Late(tracker.life()) }
      $0.register(AcScope(Job.self)) { Act() }
    } operation: {
      var here: CapturedModel?
      try await Alchemic.withScope(Job.self, timeout: .seconds(600)) {
        _ = try AcGet(Act.self)
        here = Alchemic.capture()
      }
      #expect(tracker.living == 0)
      let found = here.map { here in here.run { problems { _ = try AcGet(Late.self) } } }
      #expect(found?.map(\.id) == [.noScope])
    }
  }
}
#endif
