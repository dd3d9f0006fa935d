// A3: many sources are checked in less than a second, and a wrong one among them is one error.
// Checked by .ci/must-not-compile, which limits the time of each expression.

import AlchemicInject

protocol P: AnyObject {}
final class Few { init(_ first: String, _ second: Int) {} }

final class Many {
  init(
    a: Int, b: String, c: Double, d: Bool,
    e: any P, f: Int?, g: Int, h: String,
    i: Double, j: Bool, k: any P, l: Int?,
    m: Int, n: String, o: Double, p: Bool
  ) {}
  func make(
    a: Int, b: String, c: Double, d: Bool,
    e: any P, f: Int?, g: Int, h: String,
    i: Double, j: Bool, k: any P, l: Int?,
    m: Int, n: String, o: Double, p: Bool
  ) -> Few { Few(b, a) }

  static func alchemic(_ of: ClassObjectFactory, _ model: ModelBuilder) {
    AcInitializer(
      of, Many.init,
      AcInt(3),
      AcString("x"),
      AcDouble(1),
      AcBool(true),
      AcProtocol((any P).self),
      AcName("count"),
      AcInt(3),
      AcString("x"),
      AcDouble(1),
      AcBool(true),
      AcProtocol((any P).self),
      AcName("count"),
      AcInt(3),
      AcString("x"),
      AcDouble(1),
      AcBool(true))
    AcInitializer(
      of, Many.init,
      AcInt(3),
      AcString("x"),
      AcDouble(1),
      AcBool(true),
      AcProtocol((any P).self),
      AcName("count"),
      AcInt(3),
      AcString("x"),
      AcDouble(1),
      AcString("no"),  // expected-error {{'AcString' requires the types 'Bool' and 'String'}}
      AcProtocol((any P).self),
      AcName("count"),
      AcInt(3),
      AcString("x"),
      AcDouble(1),
      AcBool(true))
    AcInitializer(
      of, Many.init,
      .value(3),
      .value("x"),
      .value(1),
      .value(true),
      .conforming((any P).self),
      .value(nil),
      .value(3),
      .value("x"),
      .value(1),
      .value(true),
      .conforming((any P).self),
      .value(nil),
      .value(3),
      .value("x"),
      .value(1),
      .value(true))
    AcInitializer(
      of, Many.init,
      .value(3),
      .value("x"),
      .value(1),
      .value(true),
      .conforming((any P).self),
      .value(nil),
      .value(3),
      .value("x"),
      .value(1),
      .value(true),
      .conforming((any P).self),
      .value(nil),
      .value("no"),  // expected-error {{cannot convert value of type 'String'}}
      .value("x"),
      .value(1),
      .value(true))
    AcMethod(
      of, Many.make,
      AcInt(3),
      AcString("x"),
      AcDouble(1),
      AcBool(true),
      AcProtocol((any P).self),
      AcName("count"),
      AcInt(3),
      AcString("x"),
      AcDouble(1),
      AcBool(true),
      AcProtocol((any P).self),
      AcName("count"),
      AcInt(3),
      AcString("x"),
      AcDouble(1),
      AcBool(true))
    AcMethod(
      of, Many.make,
      AcInt(3),
      AcString("x"),
      AcDouble(1),
      AcBool(true),
      AcProtocol((any P).self),
      AcName("count"),
      AcInt(3),
      AcString("x"),
      AcDouble(1),
      AcString("no"),  // expected-error {{'AcString' requires the types 'Bool' and 'String'}}
      AcProtocol((any P).self),
      AcName("count"),
      AcInt(3),
      AcString("x"),
      AcDouble(1),
      AcBool(true))
    AcMethod(
      of, Many.make,
      .value(3),
      .value("x"),
      .value(1),
      .value(true),
      .conforming((any P).self),
      .value(nil),
      .value(3),
      .value("x"),
      .value(1),
      .value(true),
      .conforming((any P).self),
      .value(nil),
      .value(3),
      .value("x"),
      .value(1),
      .value(true))
    AcMethod(
      of, Many.make,
      .value(3),
      .value("x"),
      .value(1),
      .value(true),
      .conforming((any P).self),
      .value(nil),
      .value(3),
      .value("x"),
      .value(1),
      .value(true),
      .conforming((any P).self),
      .value(nil),
      .value("no"),  // expected-error {{cannot convert value of type 'String'}}
      .value("x"),
      .value(1),
      .value(true))
    model.register(
      Many.init,
      AcInt(3),
      AcString("x"),
      AcDouble(1),
      AcBool(true),
      AcProtocol((any P).self),
      AcName("count"),
      AcInt(3),
      AcString("x"),
      AcDouble(1),
      AcBool(true),
      AcProtocol((any P).self),
      AcName("count"),
      AcInt(3),
      AcString("x"),
      AcDouble(1),
      AcBool(true))
    model.register(
      Many.init,
      AcInt(3),
      AcString("x"),
      AcDouble(1),
      AcBool(true),
      AcProtocol((any P).self),
      AcName("count"),
      AcInt(3),
      AcString("x"),
      AcDouble(1),
      AcString("no"),  // expected-error {{'AcString' requires the types 'Bool' and 'String'}}
      AcProtocol((any P).self),
      AcName("count"),
      AcInt(3),
      AcString("x"),
      AcDouble(1),
      AcBool(true))
    model.register(
      Many.init,
      .value(3),
      .value("x"),
      .value(1),
      .value(true),
      .conforming((any P).self),
      .value(nil),
      .value(3),
      .value("x"),
      .value(1),
      .value(true),
      .conforming((any P).self),
      .value(nil),
      .value(3),
      .value("x"),
      .value(1),
      .value(true))
    model.register(
      Many.init,
      .value(3),
      .value("x"),
      .value(1),
      .value(true),
      .conforming((any P).self),
      .value(nil),
      .value(3),
      .value("x"),
      .value(1),
      .value(true),
      .conforming((any P).self),
      .value(nil),
      .value("no"),  // expected-error {{cannot convert value of type 'String'}}
      .value("x"),
      .value(1),
      .value(true))
  }
}
