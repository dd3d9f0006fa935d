import Alchemic
import Testing

@testable import FirstSteps

final class FakeRates: RateSource {
  func rate(_ currency: String) -> Double? { 2 }
}

/// A process has one main model, so these tests run one after the other.
@Suite(.serialized) struct WalletTests {
  @Test func theModelIsSound() throws {
    #expect(try Alchemic.validate().warnings.map(\.id) == [.mayBeAmbiguous])  // Wallet.base
  }

  @Test func everyRequestGetsAnotherWalletWithTheSameLedger() throws {
    try Alchemic.start()
    defer { Alchemic.reset() }
    let (one, other): (Wallet, Wallet) = (try AcGet(), try AcGet())
    #expect(one !== other)
    #expect(one.ledger === other.ledger)
    #expect(one.base == "EUR")
  }

  @Test func liveWalletsFollowTheRates() throws {
    try Alchemic.start()
    defer { Alchemic.reset() }
    let wallet: Wallet = try AcGet()
    #expect(wallet.rates == nil)
    try AcSet(LiveRates())
    #expect(wallet.rates?.rate("USD") == 1.1)
  }

  @Test func aPrimaryReplacesTheRates() throws {
    let fake = FakeRates()
    try Alchemic.start { $0.register(.primary, object: fake as any RateSource) }
    defer { Alchemic.reset() }
    let wallet: Wallet = try AcGet()
    #expect(wallet.rates?.rate("USD") == 2)
  }

  @Test func aPropertyHasAValueByHandWithoutAModel() {
    let wallet = Wallet()
    wallet.$rates.use(FakeRates())
    #expect(wallet.rates?.rate("USD") == 2)
  }
}
