// A4: what is easily written instead of a declaration or a request has a message of ours.

import Alchemic

protocol Store: AnyObject {}
final class Fake: Store { init() {} }
enum Main: AcQualifier {}
final class Two { init(fake: Fake, count: Int) {} }

final class Shop: AlchemicManaged {
  init() {}
  func sell() -> Double { 1 }
  func pay(to name: String) -> Float { 1 }

  static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, Shop.init, AcTemplate())  // expected-error {{are written in AcRegister(of,}}
    AcInitializer(of, Shop.init, .template)  // expected-error {{are written in AcRegister(of,}}
    AcMethod(of, Shop.sell, AcTemplate())  // expected-error {{after their label, options: .temp}}
    AcMethod(of, Shop.pay(to:), .template)  // expected-error {{write AcRegister(of, …), or opt}}
    AcMethod(of, Shop.pay(to:), AcTemplate())
    // expected-error@-1 {{cannot convert value of type 'FactoryOption'}}
    AcMethod(of, Shop.pay(to:), "x")  // expected-error {{write .value("…"), or .named("…")}}
    AcRegister(of, "shop")  // expected-error {{a text alone is no option: write .named("…")}}
  }
}

final class Host {
  @Injected("name") var first: any Store  // expected-error {{no criterion: write .named("…")}}
  @Transient("name") var second: any Store  // expected-error {{no criterion: write .named("…")}}
  @Injected var third: Fake? = nil  // expected-error {{the model supplies the value}}
  @Injected var fourth = Fake()  // expected-error {{the model supplies the value}}
  @Injected(.named("x")) var fifth: any Store = Fake()  // expected-error {{the model supplies}}
  @Weak var sixth: Fake? = nil  // expected-error {{the model supplies the value}}
  @Transient var seventh: Fake? = nil  // expected-error {{the model supplies the value}}
  @InjectedArray var eighth: [any Store] = []  // expected-error {{the model supplies the value}}
  @Injected(.qualifier(Main.self)) var tenth: Fake  // expected-error {{renamed to 'qualified'}}
  @Weak var ninth: Fake
  // expected-error@-1 {{property type 'Fake' does not match 'wrappedValue' type 'Object?'}}
  // expected-error@-2 {{could not be inferred}} expected-note@-2 {{specify}}
}

// In an extension, Swift compares the names of functions with those that have a default.
final class Reader {}

extension Reader: AlchemicManaged, AlchemicAware {
  static func alchemic(of: ClassObjectFactory) {}
  // expected-warning@-1 {{nearly matches defaulted requirement 'alchemic' of protocol}}
  // expected-note@-2 {{}} expected-note@-2 {{}} expected-note@-2 {{}}
  func didInjectDependency() {}
  // expected-warning@-1 {{nearly matches defaulted requirement 'didInjectDependencies()'}}
  // expected-note@-2 {{}} expected-note@-2 {{}} expected-note@-2 {{}}
}

func declare(_ model: ModelBuilder) {
  model.register(Fake())  // expected-error {{or its label, object: foo}}
  model.register((any Store).self) { Fake() }  // expected-error {{write the type in the closure}}
  model.register((any Store).self, .lazy) { (first: Fake, _: Int) in first }
  // expected-error@-1 {{write the type in the closure, register { Disk() as any Store }}}
  model.register((any Store).self) { () async in Fake() }  // expected-error {{type in the closure}}
  model.register(.only(in: AlchemicProfile("x"))) { Fake() }  // expected-error {{write .named("}}
  model.register(.template, Fake.init)  // expected-error {{write the function first, register(Foo}}
  model.register(.named("currency"), "EUR")  // expected-error {{an object with its label, object:}}
  model.register(.qualified(Main.self)) { Fake() }  // expected-error {{renamed to 'qualifier'}}
  model.register(.lazy, .named("x"), Fake.init)  // expected-error {{write the function first}}
  model.register(Two.init(fake:count:), AcInt(3))  // expected-error {{one source for each arg}}
  model.register(Two.init(fake:count:), .value(3))  // expected-error {{one source for each arg}}
}

final class Reading {
  @Injected var first: Fake
  @Transient var second: Fake
  @Weak var third: Fake?
  @InjectedArray var fourth: [Fake]
  func read() { _ = ($first.value, $second.value, $third.value, $fourth.value) }
  // expected-error@-1 4{{read the property itself, without $}}
}

func request() throws {
  try Alchemic.withModel { $0.register(Fake.init) }  // expected-error {{write what uses the model}}
  let first = try AcGet()  // expected-error {{the type is missing: write let wallet: Wallet = try}}
  // expected-warning@-1 {{inferred to have type '()'}} expected-note@-1 {{explicit type}}
  let second = try AcGet(.named("x"))  // expected-error {{the type is missing: write let wallet}}
  // expected-warning@-1 {{inferred to have type '()'}} expected-note@-1 {{explicit type}}
  print(first, second)
  let third = try AcInvoke(.named("x"), 3)  // expected-error {{the type is missing: write let db}}
  // expected-warning@-1 {{inferred to have type '()'}} expected-note@-1 {{explicit type}}
  print(third)
  let _: any Store = try AcGet(.qualifier(Main.self))  // expected-error {{renamed to 'qualified'}}
  let _: any Store = try AcGet("x")  // expected-error {{no criterion: write .named("…")}}
  try AcSet(AcString("x"), AcName("name"))  // expected-error {{write the value itself: AcSet("x",}}
  try AcSet(Fake(), "x")  // expected-error {{no criterion: write .named("…")}}
}
