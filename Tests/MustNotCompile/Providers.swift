// P2: a call of a provider with a wrong count or a wrong type does not compile.

import AlchemicInject

final class Screen {
  init(number: Int, title: String) {}
}

final class Host {
  @Injected var screen: Provider<Screen, Int, String>
  @Injected var page: Provider<Double>

  func show() throws {
    let first: Screen = try screen(7, "seven")
    let value: Double = try page()
    _ = (first, value)
    _ = try screen(7)  // expected-error {{}}
    _ = try screen("seven", 7)
    // expected-error@-1 {{}}
    _ = try page(7)  // expected-error {{}}
    let text: String = try page()  // expected-error {{}}
    _ = text
    let all: [Screen] = try screen(7, "seven")  // expected-error {{}}
    _ = all
  }
}
