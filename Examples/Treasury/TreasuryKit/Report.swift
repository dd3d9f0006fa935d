/// What the program found out.
package struct Report: Sendable {
  /// What a wallet in one currency came to; every wallet in it came to the same.
  package struct Line: Sendable {
    package let currency: String

    /// Nil for a currency that was never quoted.
    package let figures: Figures?

    /// On how many days each rule alerted, in the order of ``Report/rules``.
    package let alerts: [Int]

    init(_ position: Position) {
      currency = position.currency
      figures = position.figures
      alerts = position.alerts
    }
  }

  /// Where the rates came from.
  package let source: String

  /// The currency all values are in.
  package let base: String

  /// The first and the last trading day.
  package let dates: ClosedRange<Day>

  /// How many trading days there were.
  package let days: Int

  package let wallets: Int

  /// How often a wallet had new rates.
  package let reinjections: Int

  /// How long the days took, without reading the rates and opening the wallets.
  package let elapsed: Duration

  /// How much of the program was in memory on day 100 and on the last one, in kilobytes; nil for
  /// fewer days, and where the system does not tell.
  package let resident: (onDay100: Int, atEnd: Int)?

  /// The names of the rules.
  package let rules: [String]

  /// A line for each currency that some wallet holds.
  package let lines: [Line]

  var seconds: Double { elapsed / .seconds(1) }

  var nanosecondsPerReinjection: Double { elapsed / .nanoseconds(1) / Double(reinjections) }
}
