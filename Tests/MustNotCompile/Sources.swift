// R3, R4: sources of a wrong count or a wrong type do not compile, nor does an option that a reader
// would take for one.

import AlchemicInject

final class Bank: AlchemicManaged {
  init(feed: String, retries: Int) {}
  func connection(to url: String) -> Double { 1 }
  func fetch(from url: String) async -> Int16 { 1 }
  static func standard(of kind: Int) -> Float { 1 }

  static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, Bank.init(feed:retries:), AcString("x"), AcInt(3))
    AcInitializer(of, Bank.init(feed:retries:), AcString("x"))  // expected-error {{}}
    AcInitializer(of, Bank.init(feed:retries:), AcString("x"), AcInt(3), AcInt(3))
    // expected-error@-1 {{}}
    AcInitializer(of, Bank.init(feed:retries:), AcInt(3), AcString("x"))
    // expected-error@-1 2 {{be equivalent}}
    AcMethod(of, Bank.connection(to:), AcName("url"), options: AcTemplate())
    AcMethod(of, Bank.connection(to:), AcInt(1))  // expected-error 3 {{}}
    AcMethod(of, Bank.connection(to:), .value(1))  // expected-error {{type 'Int' to expected arg}}
    AcMethod(of, Bank.standard(of:), AcInt(1), AcInt(2))  // expected-error {{}}
    AcMethod(of, Bank.fetch(from:), AcString("x"))
    AcMethod(of, Bank.fetch(from:), AcInt(1))  // expected-error 3 {{}}
    AcRegister(of, AcName("not an option"))  // expected-error {{}}
  }
}
