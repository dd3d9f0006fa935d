import TreasuryExample

/// The same by someone who has the example's objects, and tells each wallet of each day in a loop.
final class ObjectTreasury {
  private var wallets: [ObjectWallet]

  init(wallets count: Int, currencies: Int) {
    let rules: [any ObjectRule] = [DrawdownRule(), NotQuotedRule(), NewHighRule()]
    wallets = (0..<count).map { ObjectWallet(column: $0 % currencies, rules: rules) }
  }

  func run(_ days: [TradingDay]) {
    for day in days {
      let rates = TodaysRates(day)
      for wallet in wallets { wallet.follow(rates) }
    }
  }

  /// What it says else than the example does; nil if nothing.
  func difference(from report: Report) -> String? {
    for (line, wallet) in zip(report.lines, wallets) {
      let ours = wallet.position.figures
      if line.figures?.last != ours?.last || line.figures?.maxDrawdown != ours?.maxDrawdown
        || line.alerts != wallet.position.alerts
      {
        return "\(line.currency): \(line) is not \(wallet.position.alerts)"
      }
    }
    return report.lines.isEmpty ? "no lines" : nil
  }
}

final class TodaysRates {
  private let day: TradingDay
  init(_ day: TradingDay) { self.day = day }
  func rate(_ column: Int) -> Double? { day.rates[column] }
}

final class ObjectWallet {
  let position: ObjectPosition
  private let rules: [any ObjectRule]
  private var rates: TodaysRates?

  init(column: Int, rules: [any ObjectRule]) {
    position = ObjectPosition(column: column, ruleCount: rules.count)
    self.rules = rules
  }

  func follow(_ rates: TodaysRates) {
    self.rates = rates
    revalue()
  }

  private func revalue() {
    guard let rates else { return }
    position.book(rates.rate(position.column).map { 1000 / $0 })
    guard position.figures != nil else { return }
    for (index, rule) in rules.enumerated() where rule.alerts(on: position) {
      position.alerts[index] += 1
    }
  }
}

struct ObjectFigures {
  var last: Double
  var min: Double
  var max: Double
  var drawdown = 0.0
  var maxDrawdown = 0.0
  var isNewHigh = false

  init(first: Double) { (last, min, max) = (first, first, first) }

  mutating func book(_ value: Double) {
    last = value
    isNewHigh = value > max
    min = Swift.min(min, value)
    max = Swift.max(max, value)
    drawdown = (max - value) / max * 100
    maxDrawdown = Swift.max(maxDrawdown, drawdown)
  }
}

final class ObjectPosition {
  let column: Int
  var figures: ObjectFigures?
  var isQuotedToday = false
  var bookings = 0
  var alerts: [Int]

  init(column: Int, ruleCount: Int) {
    self.column = column
    alerts = Array(repeating: 0, count: ruleCount)
  }

  func book(_ value: Double?) {
    bookings += 1
    isQuotedToday = value != nil
    guard let value else { return }
    if figures == nil { figures = ObjectFigures(first: value) } else { figures?.book(value) }
  }
}

protocol ObjectRule: AnyObject {
  func alerts(on position: ObjectPosition) -> Bool
}

final class DrawdownRule: ObjectRule {
  func alerts(on position: ObjectPosition) -> Bool {
    guard position.isQuotedToday, let figures = position.figures else { return false }
    return figures.drawdown > 30
  }
}

final class NotQuotedRule: ObjectRule {
  func alerts(on position: ObjectPosition) -> Bool { !position.isQuotedToday }
}

final class NewHighRule: ObjectRule {
  func alerts(on position: ObjectPosition) -> Bool {
    guard position.isQuotedToday, let figures = position.figures else { return false }
    return figures.isNewHigh
  }
}
