import AlchemicTestSupport
import Foundation
import Testing
import TreasuryKit

extension TreasuryTests {
  @Suite("The bundled rates") struct BundledRatesTests {
    typealias Years = (from: String?, to: String?)

    static let allYears: Years = (from: nil, to: nil)
    static let someYears: Years = (from: "2005-01-03", to: "2008-12-31")

    @Test(
      "come out as a plain loop over the file has them",
      arguments: Effort.isDebug ? [someYears] : [allYears, someYears])
    func plainLoop(from: String?, to: String?) throws {
      let range = (from.map { ["--from", $0] } ?? []) + (to.map { ["--to", $0] } ?? [])
      let outcome = Program.run(arguments: ["--json", "--wallets", "45"] + range)
      #expect(outcome.errors.isEmpty)
      let report = try ReadReport(outcome)

      let columns = try Column.all(from: from ?? "", to: to ?? "9999")
      if from == nil {
        #expect((report.days, report.currencies.count) == (6983, 41))
        #expect(report.currencies[0].code == "USD")
      }
      #expect(report.days == columns[0].rates.count)
      #expect(report.reinjections == 45 * columns[0].rates.count)
      #expect(report.currencies.map(\.code) == columns.map(\.code))
      for (currency, column) in zip(report.currencies, columns) {
        let values = column.values
        #expect(currency.quoted == values.count, "\(column.code)")
        #expect(isClose(currency.first, values.first), "\(column.code)")
        #expect(isClose(currency.last, values.last), "\(column.code)")
        #expect(isClose(currency.min, values.min()), "\(column.code)")
        #expect(isClose(currency.max, values.max()), "\(column.code)")
        #expect(isClose(currency.maxDrawdown, column.drawdowns.max()), "\(column.code)")
        #expect(currency.alerts == column.alerts, "\(column.code)")
      }
    }
  }
}

/// One currency of the file, whole: the figures come from arrays, not from a day after another.
private struct Column {
  let code: String

  /// Oldest first; nil where the currency was not quoted.
  let rates: [Double?]

  /// What a wallet was worth on each quoted day.
  let values: [Double]

  /// How far below its peak it was on each of them, in percent.
  let drawdowns: [Double]

  let alerts: [String: Int]

  init(code: String, rates: [Double?]) {
    let values = rates.compactMap { $0.map { 1000 / $0 } }
    let peaks = values.reduce(into: [Double]()) { $0.append(max($0.last ?? 0, $1)) }
    self.code = code
    self.rates = rates
    self.values = values
    drawdowns = zip(values, peaks).map { (1 - $0 / $1) * 100 }
    alerts = namedAlerts(
      drawdown: drawdowns.count { $0 > 30 },
      notQuoted: rates.drop { $0 == nil }.count { $0 == nil },
      newHigh: zip(peaks, peaks.dropFirst()).count { $0 < $1 })
  }

  static func all(from: String, to: String) throws -> [Column] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Examples/Treasury/TreasuryKit/Data/eurofxref-hist.csv")
    let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    let rows = lines.filter { $0.hasPrefix("1") || $0.hasPrefix("2") }
      .map { $0.components(separatedBy: ",") }
      .filter { from <= $0[0] && $0[0] <= to }
    return lines[0].components(separatedBy: ",").enumerated().dropFirst()
      .filter { !$0.element.isEmpty }
      .map { index, code in
        Column(code: code, rates: rows.reversed().map { Double($0[index]) })
      }
  }
}

/// Whether two numbers agree to nine digits, or both are missing.
private func isClose(_ left: Double?, _ right: Double?) -> Bool {
  guard let left, let right else { return left == nil && right == nil }
  return abs(left - right) <= 1e-9 * max(abs(left), abs(right), 1)
}
