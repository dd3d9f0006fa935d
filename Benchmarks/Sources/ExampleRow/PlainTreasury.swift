import TreasuryExample

/// What the example works out, by someone who has all of it in two loops.
struct PlainTreasury {
  fileprivate struct Wallet {
    let column: Int
    var isOpen = false
    var first = 0.0
    var last = 0.0
    var min = 0.0
    var max = 0.0
    var maxDrawdown = 0.0
    var quoted = 0
    var alerts = (drawdown: 0, notQuoted: 0, newHigh: 0)
  }

  private var wallets: [Wallet]

  init(wallets: Int, currencies: Int) {
    self.wallets = (0..<wallets).map { Wallet(column: $0 % currencies) }
  }

  /// Each day, each wallet, each rule.
  mutating func run(_ days: [TradingDay]) {
    for day in days {
      for index in wallets.indices { wallets[index].book(day.rates[wallets[index].column]) }
    }
  }

  /// What it says else than the example does; nil if nothing.
  func difference(from report: Report) -> String? {
    for (line, wallet) in zip(report.lines, wallets) {
      let figures = line.figures
      let theirs = [
        figures?.first, figures?.last, figures?.min, figures?.max, figures?.maxDrawdown,
        Double(figures?.quoted ?? 0),
      ]
      let ours = [
        wallet.first, wallet.last, wallet.min, wallet.max, wallet.maxDrawdown,
        Double(wallet.quoted),
      ]
      let alerts = [wallet.alerts.drawdown, wallet.alerts.notQuoted, wallet.alerts.newHigh]
      if theirs.map({ $0 ?? 0 }) != ours || line.alerts != alerts {
        return "\(line.currency): \(theirs) \(line.alerts) are not \(ours) \(alerts)"
      }
    }
    return report.lines.isEmpty ? "no lines" : nil
  }
}

extension PlainTreasury.Wallet {
  fileprivate mutating func book(_ rate: Double?) {
    guard let rate else {
      if isOpen { alerts.notQuoted += 1 }
      return
    }
    let value = 1000 / rate
    last = value
    quoted += 1
    guard isOpen else {
      (isOpen, first, min, max) = (true, value, value, value)
      return
    }
    if value > max {
      alerts.newHigh += 1
      max = value
    }
    min = Swift.min(min, value)
    let drawdown = (max - value) / max * 100
    maxDrawdown = Swift.max(maxDrawdown, drawdown)
    if drawdown > 30 { alerts.drawdown += 1 }
  }
}
