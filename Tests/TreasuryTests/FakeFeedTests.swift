import Alchemic
import Testing
import TreasuryKit

extension TreasuryTests {
  @Suite("A feed registered as the primary") struct FakeFeedTests {
    @Test("replaces the file: every wallet follows its rates")
    func followsTheFakeFeed() throws {
      try Alchemic.start { model in
        model.register(AcPrimary()) { FakeFeed() as any RateFeed }
        model.register(AcPrimary()) { Options(wallets: 5) }
      }
      defer { Alchemic.reset() }

      let report = try Program.simulate()

      #expect(report.source == "fake")
      #expect(report.base == "EUR")
      #expect(report.days == 5)
      #expect(report.wallets == 5)
      #expect(report.reinjections == 25)
      #expect(report.rules == ["drawdown over 30 %", "not quoted today", "new high"])
      #expect(report.lines.map(\.currency) == ["AAA", "BBB", "CCC"])
      #expect(report.lines.map(\.alerts) == [[2, 1, 1], [0, 1, 0], [0, 0, 0]])

      let figures = try #require(report.lines[0].figures)
      #expect(figures.first == 1000)
      #expect(figures.last == 800)
      #expect(figures.min == 500)
      #expect(figures.max == 2000)
      #expect(figures.maxDrawdown == 60)
      #expect(figures.quoted == 4)
      #expect(report.lines[1].figures?.maxDrawdown == 20)
      #expect(report.lines[2].figures == nil)
    }

    @Test("leaves lines out when there are fewer wallets than currencies")
    func fewWallets() throws {
      try Alchemic.start { model in
        model.register(AcPrimary()) { FakeFeed() as any RateFeed }
        model.register(AcPrimary()) { Options(wallets: 1) }
      }
      defer { Alchemic.reset() }

      let report = try Program.simulate()

      #expect(report.lines.map(\.currency) == ["AAA"])
      #expect(report.reinjections == 5)
    }
  }
}
