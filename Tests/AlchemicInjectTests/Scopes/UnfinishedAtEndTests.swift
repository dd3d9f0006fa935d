#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private enum Job: AlchemicScope {}
private final class Single: Sendable {}
private final class Scoped: AlchemicAware, @unchecked Sendable {
  @Injected var single: Single
}

@Suite(.ownThreads) struct UnfinishedAtEndTests {
  @Test("O6: an object that is unfinished at the forced end of its scope") func forced()
    async throws
  {
    let (entered, goesOn, done) = (Signal(), Signal(), Signal())
    let captured = Locked<CapturedModel?>(nil)
    try await Alchemic.withModel {
      $0.register(AcScope(Job.self)) { Scoped() }
      $0.register { () -> Single in
        do {
          let here = captured.withLock { $0.take() }
          here?.run { _ = try? AcGet(Scoped.self) }
        }
        entered.raise()
        goesOn.wait(seconds: 600)
        return Single()
      }
    } operation: {
      let model = try #require(CurrentModel.scoped)
      let found = await problems {
        try await Alchemic.withScope(Job.self, timeout: .milliseconds(200)) {
          let here = Alchemic.capture()
          captured.withLock { $0 = here }
          startThread {
            CurrentModel.withModel(model) { _ = try? AcGet(Single.self) }
            done.raise()
          }
          await waitUntil { entered.isSet }
        }
      }
      #expect(found.count == 1)
      try await Task.sleep(for: .milliseconds(300))
      goesOn.raise()
      await waitUntil { done.isSet }
    }
  }
}
#endif
