import AlchemicInject
import AlchemicTestSupport
import Testing

private final class Rates {}
private final class Ledger {}

private class Base: AlchemicAware {
  @Injected private var ledger: Ledger
  var seen: [String] = []
  var isLedgerSeen = false
  func didInject(variable: String) {
    if variable == name(of: \.$ledger) { isLedgerSeen = true }
  }
  func didInjectDependencies() {}
}

private final class Wallet: Base {
  @Transient private var rates: Rates?
  @InjectedArray private var ledgers: [Ledger]
  @Weak private var weak: Ledger?
  @Injected private var other: Ledger

  override func didInject(variable: String) {
    super.didInject(variable: variable)
    switch variable {
    case name(of: \.$rates): seen.append("the rates")
    case name(of: \.$ledgers): seen.append("the ledgers")
    case name(of: \.$weak): seen.append("the weak one")
    case name(of: \.$other): seen.append("the other")
    default: break
    }
  }
}

@MainActor private final class Screen: @MainActor AlchemicAware {
  @Injected private var ledger: Ledger
  var isLedgerSeen = false
  func didInject(variable: String) {
    if variable == name(of: \.$ledger) { isLedgerSeen = true }
  }
}

@Suite struct PropertyNameTests {
  @Test("A6: a hook compares its argument with the name of a property that the compiler checks")
  func names() throws {
    try Alchemic.withModel { model in
      model.register { Ledger() }
      model.register(Rates.self, .reference, .nillable)
    } operation: { () throws in
      let wallet = Wallet()
      AcInjectDependencies(wallet)
      #expect(wallet.isLedgerSeen)
      #expect(wallet.seen == ["the rates", "the ledgers", "the weak one", "the other"])
      try AcSet(Rates())
      #expect(wallet.seen.last == "the rates" && wallet.seen.count == 5)
    }
  }

  @Test("A6: a host of the main actor names its properties too")
  @MainActor func mainActor() throws {
    try Alchemic.withModel { model in
      model.register { Ledger() }
    } operation: { () throws in
      let screen = Screen()
      AcInjectDependencies(screen)
      #expect(screen.isLedgerSeen)
    }
  }
}
