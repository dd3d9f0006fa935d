// I2, G1, T2: a constant where only a search makes sense, or of another type, does not compile.
// Checked by .ci/must-not-compile: each line must give just what it announces.

import Alchemic

func requests() throws {
  let _: Int = try AcGet(AcInt(3))  // expected-error {{a constant needs no search: use the value}}
  let _: String = try AcGet(AcString("x"))  // expected-error {{a constant needs no search}}
  let _: String? = try AcGet(AcNil)  // expected-error {{nil needs no search}}
  try AcSet("x", AcInt(3))  // expected-error {{a constant finds no factory: use .named}}
  let _: Int = try AcInvoke(AcInt(3))  // expected-error {{a constant finds no factory: use}}
}

final class Host {
  @Transient(AcInt(3)) var first: Int  // expected-error {{a constant never changes: use @Injected}}
  @Transient(AcNil) var second: Int?  // expected-error {{a constant never changes: use @Injected}}
  @Weak(AcObject(1)) var third: Int?  // expected-error {{nothing else retains a constant: use}}
  @Injected(AcString("3")) var fourth: Int  // expected-error {{be equivalent}}
  @Injected(AcInt(3)) var fifth: UInt  // expected-error {{be equivalent}}
  @Injected(AcLong(3)) var sixth: Int  // expected-error {{be equivalent}}
  @Injected(AcFloat(3)) var seventh: Double  // expected-error {{be equivalent}}
  @Injected(AcNil) var eighth: Int  // expected-error {{no exact matches}}
  @InjectedArray(AcInt(1), AcInt(2)) var numbers: [Int]
  @InjectedArray(AcInt(1), AcName("x")) var mixed: [Int]  // expected-error {{}}
}
