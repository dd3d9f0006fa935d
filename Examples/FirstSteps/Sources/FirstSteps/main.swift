import Alchemic

protocol RateSource: AnyObject { func rate(_ currency: String) -> Double? }
protocol Rule: AnyObject {}
protocol Auditor: AnyObject {}
struct Day { let number: Int }

final class Ledger: AlchemicCreatable { init() {} }      // found at start; a singleton

final class Wallet: AlchemicManaged, AlchemicAware {     // found too; a new one for every request
  @Injected var ledger: Ledger                           // by class
  @Injected(.named("base currency")) var base: String    // by name
  @InjectedArray var rules: [any Rule]                   // everything that conforms, in order
  @Weak var auditor: (any Auditor)?                      // nil when there is none; not kept alive
  @Transient var rates: (any RateSource)?                // follows AcSet

  init() {}
  static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, Wallet.init)
    AcRegister(of, .template)
  }
  func didInject(variable: String) { /* "rates": again after every AcSet */ }
}

final class LiveRates: RateSource, AlchemicManaged {     // made elsewhere, and given by AcSet
  func rate(_ currency: String) -> Double? { 1.1 }
  static func alchemic(_ of: ClassObjectFactory) { AcRegister(of, .reference, .nillable) }
}

final class Setup: AlchemicConfig {                      // what cannot declare itself
  static func configureAlchemic(_ model: ModelBuilder) {
    model.register(.named("base currency")) { "EUR" }
    model.register { (ledger: Ledger) in Day(number: 1) }  // each argument by its type
  }
}

try Alchemic.start()
let wallet: Wallet = try AcGet()
try AcSet(LiveRates())                                   // all live wallets have them on return
print(wallet.base, wallet.rates?.rate("USD") ?? 0)       // EUR 1.1
