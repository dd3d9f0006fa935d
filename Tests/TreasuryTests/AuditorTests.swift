import Alchemic
import Testing
import TreasuryKit

extension TreasuryTests {
  @Suite("The auditor") struct AuditorTests {
    @Test("receives every alert if it is registered")
    func present() throws {
      try Alchemic.start { model in
        model.register(AcPrimary()) { FakeFeed() as any RateFeed }
        model.register(AcPrimary()) { Options(wallets: 5) }
        model.register { Listener() as any Auditor }
      }
      defer { Alchemic.reset() }

      _ = try Program.simulate()

      let auditor: any Auditor = try AcGet()
      let listener = try #require(auditor as? Listener)
      #expect(
        listener.heard == [
          "0 AAA drawdown over 30 %", "3 AAA drawdown over 30 %",
          "0 AAA not quoted today", "3 AAA not quoted today",
          "0 AAA new high", "3 AAA new high",
          "0 AAA drawdown over 30 %", "1 BBB not quoted today",
          "3 AAA drawdown over 30 %", "4 BBB not quoted today",
        ])
    }

    @Test("may be absent: the alerts are counted all the same")
    func absent() throws {
      try Alchemic.start { model in
        model.register(AcPrimary()) { FakeFeed() as any RateFeed }
      }
      defer { Alchemic.reset() }

      let auditor: (any Auditor)? = try AcGet()
      #expect(auditor == nil)
      #expect(try Program.simulate().lines[0].alerts == [2, 1, 1])
    }
  }
}

/// Logs the alerts that it receives.
private final class Listener: Auditor {
  private(set) var heard: [String] = []

  func audit(_ position: Position, after rule: any Rule) {
    heard.append("\(position.number) \(position.currency) \(rule.name)")
  }
}
