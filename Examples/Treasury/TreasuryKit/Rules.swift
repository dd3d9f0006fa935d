import Alchemic

/// Something a wallet's owner wants to hear about.
///
/// A rule is asked about every wallet every day, from the day the wallet's currency was first
/// quoted. A class that conforms is a rule: no list names them.
package protocol Rule: AnyObject {
  /// What the alert says.
  var name: String { get }

  /// Whether today is worth an alert.
  func alerts(on position: Position) -> Bool
}

/// Alerts on a quoted day that leaves a wallet far below its highest value.
final class DrawdownRule: Rule, AlchemicCreatable {
  let name = "drawdown over 30 %"

  init() {}

  static func alchemic(_ of: ClassObjectFactory) {
    AcRegister(of, .order(1))
  }

  func alerts(on position: Position) -> Bool {
    guard position.isQuotedToday, let figures = position.figures else { return false }
    return figures.drawdown > 30
  }
}

/// Alerts when a currency that was quoted before is not today.
final class NotQuotedRule: Rule, AlchemicCreatable {
  let name = "not quoted today"

  init() {}

  static func alchemic(_ of: ClassObjectFactory) {
    AcRegister(of, .order(2))
  }

  func alerts(on position: Position) -> Bool {
    !position.isQuotedToday
  }
}

/// Alerts when a wallet is worth more than on any day before.
final class NewHighRule: Rule, AlchemicCreatable {
  let name = "new high"

  init() {}

  static func alchemic(_ of: ClassObjectFactory) {
    AcRegister(of, .order(3))
  }

  func alerts(on position: Position) -> Bool {
    guard position.isQuotedToday, let figures = position.figures else { return false }
    return figures.isNewHigh
  }
}
