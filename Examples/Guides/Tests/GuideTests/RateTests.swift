import Alchemic
import XCTest

private protocol Rates: AnyObject { var dollar: Double { get } }
private final class FixedRates: Rates { let dollar = 2.0 }
private final class Wallet { @Injected var rates: any Rates }

// X5: XCTest has no traits.
final class RateTests: XCTestCase {
  func testAWalletUsesTheRates() throws {
    try Alchemic.withModel {
      $0.register { FixedRates() as any Rates }
    } operation: {
      XCTAssertEqual(Wallet().rates.dollar, 2)
    }
  }

  func testAnAsynchronousTestHasItsModelToo() async throws {
    try await Alchemic.withModel {
      $0.register { FixedRates() as any Rates }
    } operation: {
      let rates: any Rates = try await AcGetAsync()
      XCTAssertEqual(rates.dollar, 2)
    }
  }
}
