import Foundation
import Testing
import TreasuryKit

extension TreasuryTests {
  @Suite("A small file") struct SmallFileTests {
    /// Newest first, as the bank writes it. A wallet of AAA is worth 1000, 500, -, 2000, 800.
    private let newestFirst = """
      Date,AAA,BBB,CCC,
      2024-01-05,1.25,N/A,N/A,
      2024-01-04,0.5,4,N/A,
      2024-01-03,N/A,5,,
      2024-01-02,2,4,N/A,
      2024-01-01,1,N/A,N/A,

      """

    @Test("comes out as worked out by hand")
    func figures() throws {
      let outcome = try runTreasury(on: newestFirst, "--wallets", "4", "--json")
      #expect(outcome.exitCode == 0)
      #expect(outcome.errors.isEmpty)

      let report = try ReadReport(outcome)
      #expect(report.days == 5)
      #expect(report.wallets == 4)
      #expect(report.reinjections == 20)
      #expect(report.seconds > 0)
      #expect(report.nsPerReinjection > 0)
      #expect(
        report.currencies == [
          ReadReport.Currency(
            code: "AAA", first: 1000, last: 800, min: 500, max: 2000, maxDrawdown: 60, quoted: 4,
            alerts: namedAlerts(drawdown: 2, notQuoted: 1, newHigh: 1)),
          ReadReport.Currency(
            code: "BBB", first: 250, last: 250, min: 200, max: 250, maxDrawdown: 20, quoted: 3,
            alerts: namedAlerts(drawdown: 0, notQuoted: 1, newHigh: 0)),
          ReadReport.Currency(
            code: "CCC", first: nil, last: nil, min: nil, max: nil, maxDrawdown: nil, quoted: 0,
            alerts: namedAlerts(drawdown: 0, notQuoted: 0, newHigh: 0)),
        ])
    }

    @Test("may have its rows in any order, other line ends, no comma at the end")
    func otherWriting() throws {
      let rows = newestFirst.split(separator: "\n").map { $0.dropLast() }
      let shuffled = [rows[0], rows[3], rows[1], rows[5], rows[2], rows[4]]
      let text = "\u{FEFF}" + shuffled.joined(separator: "\r\n") + "\r\n\r\n"

      #expect(
        try ReadReport(runTreasury(on: text, "--json")).currencies
          == ReadReport(runTreasury(on: newestFirst, "--json")).currencies)
    }

    @Test("is cut to the days from --from to --to, both included")
    func range() throws {
      let outcome = try runTreasury(
        on: newestFirst, "--from=2024-01-02", "--to", "2024-01-04", "--wallets", "1", "--json")
      let report = try ReadReport(outcome)

      #expect(report.days == 3)
      #expect(
        report.currencies == [
          ReadReport.Currency(
            code: "AAA", first: 500, last: 2000, min: 500, max: 2000, maxDrawdown: 0, quoted: 2,
            alerts: namedAlerts(drawdown: 0, notQuoted: 1, newHigh: 1))
        ])
    }

    @Test("is shown as a table without --json")
    func table() throws {
      let outcome = try runTreasury(on: newestFirst, "--wallets", "4")
      let blocks = outcome.output.components(separatedBy: "\n\n")

      #expect(
        blocks[0].hasPrefix("Wallets of 1000 units, in EUR, 2024-01-01 to 2024-01-05, from "))
      #expect(
        blocks[1] == """
          currency        first        last         min          max  drawdown %  quoted  \
          drawdown over 30 %  not quoted today  new high
          AAA       1000.000000  800.000000  500.000000  2000.000000       60.00       4  \
                           2                 1         1
          BBB        250.000000  250.000000  200.000000   250.000000       20.00       3  \
                           0                 1         0
          CCC                 -           -           -            -           -       0  \
                           0                 0         0
          """)
      #expect(
        blocks[2].split(separator: "\n").map { String($0.prefix(20)) } == [
          "days                ", "wallets             ", "re-injections       ",
          "seconds             ", "ns per re-injection ",
        ])
    }
  }
}
