// G6: the spellings of Alchemic 2 compile, and point to the new ones.

import AlchemicInject

final class Old: AlchemicManaged {
  static func alchemic(_ of: ClassObjectFactory) {
    AcRegister(of, AcFactory())  // expected-warning {{renamed to 'AcTemplate'}}
    // expected-note@-1 {{use 'AcTemplate' instead}}
    AcRegister(of, AcExternal())  // expected-warning {{renamed to 'AcReference'}}
    // expected-note@-1 {{use 'AcReference' instead}}
    AcRegister(of, AcWithName("x"))  // expected-warning {{renamed to 'AcFactoryName'}}
    // expected-note@-1 {{use 'AcFactoryName' instead}}
    AcExecuteWhenStarted {}  // expected-warning {{renamed to 'AcWhenReady'}}
    // expected-note@-1 {{use 'AcWhenReady' instead}}
  }
}
