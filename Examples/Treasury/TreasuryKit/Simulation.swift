import Alchemic

/// Runs the trading days, oldest to newest.
final class Simulation: AlchemicCreatable {
  @Injected private var options: Options
  @Injected private var feed: any RateFeed
  @Injected private var ledger: Ledger
  @Injected private var progress: (any ProgressMeter)?
  @InjectedArray private var rules: [any Rule]

  /// A template's objects belong to whoever asked for them.
  private var wallets: [Wallet] = []

  private var residentOnDay100: Int?

  init() {}

  /// Loads the rates, opens the wallets, runs the days.
  ///
  /// - Throws: ``TreasuryError`` when the rates cannot be used.
  /// - Complexity: O(days × wallets × rules).
  func run() throws -> Report {
    try feed.load()
    let days = try feed.table.days(from: options.from, to: options.to)
    wallets = try (0..<options.wallets).map { _ in try AcGet() as Wallet }
    let elapsed = try ContinuousClock().measure { try publish(days) }
    let atEnd = residentMemory()
    return Report(
      source: feed.table.source,
      base: ledger.positions[0].base,
      dates: days[0].date...days[days.count - 1].date,
      days: days.count,
      wallets: wallets.count,
      reinjections: ledger.bookings,
      elapsed: elapsed,
      resident: residentOnDay100.flatMap { onDay100 in atEnd.map { (onDay100, $0) } },
      rules: rules.map(\.name),
      lines: ledger.positionPerCurrency.map(Report.Line.init))
  }

  private func publish(_ days: [TradingDay]) throws {
    let progress = progress
    defer { progress?.clear() }
    for (index, day) in days.enumerated() {
      try feed.publish(day)
      if index + 1 == 100 { residentOnDay100 = residentMemory() }
      progress?.show(index + 1, of: days.count, on: day.date)
    }
  }
}
