import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

private protocol Rates: AnyObject { func rate() -> Double }
private final class LiveRates: Rates {
  init() { Issue.record("nothing may be made") }
  func rate() -> Double { 1 }
}
/// Not Sendable, as most fakes.
private final class FakeRates: Rates {
  private(set) var calls = 0
  func rate() -> Double {
    calls += 1
    return 2
  }
}
private final class Wallet {
  @Injected var rates: any Rates
  @Injected var service: Service
}
private final class Service: AlchemicAware {
  @Injected var rates: any Rates
}
private final class One { init(_ rates: any Rates) {} }

@Suite(.alchemicMain) struct ObjectRegistrationTests {
  @Test("M2, M4: a test registers a fake that it has, and looks at it afterwards")
  func fake() throws {
    let fake = FakeRates()
    try Alchemic.start {
      $0.register(LiveRates.init)
      $0.register(.primary, object: fake as any Rates)
      $0.register(Wallet.init, .template)
      $0.register(object: Service())
      $0.register(.named("limit"), object: 3)
    }
    let wallet: Wallet = try AcGet()
    #expect(wallet.rates.rate() == 2 && wallet.service.rates === fake)
    #expect(fake.calls == 1)
    #expect(try AcGet(.named("limit")) == 3)
  }

  @Test("M2, M4: so does one on the main actor, and an asynchronous one")
  @MainActor func onMainActor() async throws {
    let fake = FakeRates()
    try await Alchemic.start {
      $0.register(.primary, object: fake as any Rates)
      $0.register({ (rates: any Rates) in One(rates) }, .conforming((any Rates).self))
    }
    let rates: any Rates = try AcGet()
    #expect(rates === fake)
    #expect(rates.rate() == 2)
    _ = try AcGet(One.self)
  }
}
