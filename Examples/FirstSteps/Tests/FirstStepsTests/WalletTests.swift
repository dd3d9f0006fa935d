import Alchemic
import AlchemicTesting
import Testing

@testable import FirstSteps

final class FakeRates: RateSource {
  func rate(_ currency: String) -> Double? { 2 }
}

/// Each test has a model of its own, with all that the program declares.
@Suite(.alchemic) struct WalletTests {
  @Test func theModelIsSound() throws {
    #expect(try Alchemic.validate().warnings.map(\.id) == [.mayBeAmbiguous])  // Wallet.base
  }

  @Test func everyRequestGetsAnotherWalletWithTheSameLedger() throws {
    let (one, other): (Wallet, Wallet) = (try AcGet(), try AcGet())
    #expect(one !== other)
    #expect(one.ledger === other.ledger)
    #expect(one.base == "EUR")
  }

  @Test func liveWalletsFollowTheRates() throws {
    let wallet: Wallet = try AcGet()
    #expect(wallet.rates == nil)
    try AcSet(LiveRates())
    #expect(wallet.rates?.rate("USD") == 1.1)
  }

  @Test(.alchemic { $0.register { FakeRates() as any RateSource } })
  func aFakeReplacesTheRates() throws {
    let wallet: Wallet = try AcGet()
    #expect(wallet.rates?.rate("USD") == 2)
  }
}

/// A test of the start itself. A process has one main model, so such tests take turns.
@Suite(.alchemicMain) struct StartTests {
  @Test func aPrimaryReplacesTheRates() throws {
    let fake = FakeRates()
    try Alchemic.start { $0.register(.primary, object: fake as any RateSource) }
    let wallet: Wallet = try AcGet()
    #expect(wallet.rates?.rate("USD") == 2)
  }
}

@Suite struct WalletByHandTests {
  @Test func aPropertyHasAValueByHandWithoutAModel() {
    let wallet = Wallet()
    wallet.$rates.use(FakeRates())
    #expect(wallet.rates?.rate("USD") == 2)
  }
}
