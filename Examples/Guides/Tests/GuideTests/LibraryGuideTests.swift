import Alchemic
import AlchemicTesting
import Testing

// The code of Docs/Guides/Composing.md and Docs/Guides/Validating.md: libraries, and hosts that no
// factory creates.

final class RateTable: Sendable {
  let rates = [1.5, 2.5]
}

public func todaysRates() throws -> [Double] {
  try Alchemic.startIfNeeded()
  return try (AcGet() as RateTable).rates
}

private protocol Rack: AnyObject {}
private final class WoodenRack: Rack {}
private struct Routes { @Injected var shelf: any Rack }
private struct SettingsView { let shelf = Injected<any Rack>() }

struct LibraryGuideTests {
  @Test(
    "N4: a library in the model of a test",
    .alchemic { $0.register(RateTable.init) })
  func inATest() throws {
    #expect(try todaysRates() == [1.5, 2.5])
  }

  @Test("I15: hosts that no factory creates", .alchemicMain)
  func hosts() throws {
    #expect(throws: AlchemicError.self) {
      try Alchemic.validate(hosts: Routes.self, SettingsView.self)
    }
    #expect(throws: Never.self) {
      try Alchemic.validate(hosts: Routes.self) { $0.register { WoodenRack() } }
    }
  }
}
