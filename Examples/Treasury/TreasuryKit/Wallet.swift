import Alchemic

/// 1000 units of a currency that follow the rates.
///
/// A template: every request makes another wallet, and the ledger says which currency it holds.
/// Setting new ``DailyRates`` is all it takes to have every wallet revalued.
final class Wallet: AlchemicManaged, AlchemicAware {
  /// How much of its currency a wallet holds.
  static let units = 1000.0

  @Injected private var ledger: Ledger
  @Injected(.named("base currency")) private var base: String
  @InjectedArray private var rules: [any Rule]
  @Weak private var auditor: (any Auditor)?
  @Transient private var rates: DailyRates?

  private var position: Position?

  init() {}

  static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, Wallet.init)
    AcRegister(of, .template)
  }

  /// Opens the wallet's position: from here on rates can be booked.
  func didInjectDependencies() {
    position = ledger.openPosition(in: base, watchedBy: rules)
  }

  /// Revalues the wallet whenever there are new rates.
  func didInject(variable: String) {
    guard variable == "rates", let rates, let position else { return }
    position.book(rates.rate(position.column).map { Wallet.units / $0 })
    guard position.figures != nil else { return }
    for (index, rule) in rules.enumerated() where rule.alerts(on: position) {
      position.countAlert(of: index)
      auditor?.audit(position, after: rule)
    }
  }
}
