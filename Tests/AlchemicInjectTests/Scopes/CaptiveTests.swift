#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private typealias Cart = WebShop.Cart

private final class ByArgument: Sendable {
  let cart: Cart
  init(_ cart: Cart) { self.cart = cart }
}

private final class ByProperty: @unchecked Sendable {
  @Injected var cart: Cart
}

private final class ByWeakProperty: @unchecked Sendable {
  @Weak var cart: Cart?
}

private final class ByOptional: @unchecked Sendable {
  @Injected var cart: Cart?
}

private final class ByArray: @unchecked Sendable {
  @InjectedArray var carts: [Cart]
}

private final class Page: @unchecked Sendable {
  @Injected var cart: Cart
}

private final class Holder: Sendable {
  let page: Page
  init(_ page: Page) { self.page = page }
}

private struct Parts {
  @Injected var cart: Cart
}

private final class ByStructure: @unchecked Sendable {
  let parts = Parts()
}

private final class Follower: @unchecked Sendable {
  @Transient var cart: Cart
  @Injected var provider: Provider<Cart>
}

/// The problems of a start with the shop, and with what `configure` adds.
private func captives(_ configure: (ModelBuilder) -> Void) -> [Problem] {
  problems {
    WebShop.declare($0)
    configure($0)
  }
}

private enum Morning: AlchemicScope {
  typealias Outer = Evening
  static var outer: Evening.Type { Evening.self }
}

private enum Evening: AlchemicScope {
  typealias Outer = Morning
  static var outer: Morning.Type { Morning.self }
}

@Suite struct CaptiveTests {
  @Test("H4: of two kinds of scopes, each the outer scope of the other, none lasts longer")
  func circle() {
    final class Tea: Sendable {}
    final class Cup: Sendable {
      let tea: Tea
      init(_ tea: Tea) { self.tea = tea }
    }
    for (outer, inner) in [
      (FactoryOption.scope(Morning.self), FactoryOption.scope(Evening.self)),
      (.scope(Evening.self), .scope(Morning.self)),
    ] {
      let found = problems {
        $0.register(outer) { Tea() }
        $0.register(Cup.init, inner)
      }
      #expect(found.map(\.id) == [.captiveDependency])
    }
  }

  @Test("O3: a singleton keeps no object of a scope, by argument or property")
  func singleton() {
    let models: [(ModelBuilder) -> Void] = [
      { $0.register(ByArgument.init) }, { $0.register { ByProperty() } },
      { $0.register { ByWeakProperty() } }, { $0.register { ByOptional() } },
      { $0.register { ByArray() } }, { $0.register { ByStructure() } },
    ]
    for model in models { #expect(captives(model).map(\.id) == [.captiveDependency]) }
  }

  @Test("O3: nor does it by way of a template")
  func template() throws {
    let found = captives {
      $0.register(.template) { Page() }
      $0.register(Holder.init)
    }
    #expect(found.map(\.id) == [.captiveDependency])
    let text = try #require(found.first).description
    #expect(
      text.hasPrefix(
        "[captive-dependency] 'Holder' would retain 'Cart' after the end of its Request."))
    #expect(text.contains("Page.cart"))
    #expect(text.contains("Holder (argument 1)"))
    #expect(captives { $0.register(.template) { Page() } }.isEmpty)
  }

  @Test("O3: a wider scope keeps no object of a narrower one, and a narrower one may")
  func widths() throws {
    #expect(captives { $0.register(ByArgument.init, AcScope(WebShop.Request.self)) }.isEmpty)
    let found = captives { $0.register(ByArgument.init, AcScope(WebShop.Session.self)) }
    #expect(found.map(\.id) == [.captiveDependency])
    let other = captives { $0.register(ByArgument.init, AcScope(WebShop.Job.self)) }
    #expect(
      try #require(other.first).description.contains("or let Request be the outer scope of Job"))
    #expect(
      captives { $0.register(AcScope(WebShop.Request.self)) { (_: WebShop.User) in Page() } }
        .isEmpty)
  }

  @Test("O3: a transient property and a provider keep nothing")
  func followers() { #expect(captives { $0.register { Follower() } }.isEmpty) }

  @Test("O3: the message says what to do, and doing it helps")
  func message() throws {
    let found = captives { $0.register { ByProperty() } }
    #expect(
      try #require(found.first).description.contains(
        "→ use @Transient, or take a Provider<Cart>, which requests the object of its caller's scope; "
          + "or let 'ByProperty' belong to Request, too, with .scope(Request.self)"))
    #expect(captives { $0.register(AcScope(WebShop.Request.self)) { ByProperty() } }.isEmpty)
  }

  @Test("O3: a child model is checked, too")
  func child() throws {
    try withStartedModel({ WebShop.declare($0) }) {
      let found = problems {
        try Alchemic.withModel({ $0.register { ByProperty() } }, operation: {})
      }
      #expect(found.map(\.id) == [.captiveDependency])
    }
    try withStartedModel({
      $0.register(.named("plain")) { WebShop.User() }
      $0.register { (_: WebShop.User) in Page() }
      $0.register { Cart(WebShop.Context("ann"), WebShop.Prices()) }
    }) {
      let found = problems {
        try Alchemic.withModel(
          { $0.register(AcScope(WebShop.Job.self)) { WebShop.User() } }, operation: {})
      }
      #expect(found.map(\.id) == [.captiveDependency])
    }
  }

  @Test("bad use: options that exclude each other")
  func options() {
    let options: [FactoryOption] = [AcTemplate(), AcWeak(), AcLazy(), AcScope(WebShop.Job.self)]
    for option in options {
      let found = problems { $0.register(AcScope(WebShop.Request.self), option) { WebShop.User() } }
      #expect(found.map(\.id) == [.optionConflict])
    }
  }

  @Test("bad use: outside its scope, an object is named with the scope")
  func outside() async throws {
    try await withStartedModel({ WebShop.declare($0) }) {
      let found = problems {
        _ = try AcGet(WebShop.Prices.self); _ = try AcGet(Cart.self)
      }
      let text = try #require(found.first).description
      #expect(text.hasPrefix("[no-scope] 'Cart' belongs to Request, which is not open here."))
      #expect(await problems { _ = try await AcGetAsync(Cart.self) }.map(\.id) == [.noScope])
      #expect(problems { try AcSet(WebShop.Context("ann")) }.map(\.id) == [.noScope])
    }
  }

  @Test("bad use: a scope is given what it does not keep")
  func contents() async throws {
    try await withStartedModel({ WebShop.declare($0) }) {
      let prices: WebShop.Prices = try AcGet()
      let found = await problems {
        try await Alchemic.withScope(WebShop.Request.self) {
          try $0.set(WebShop.Prices())
        } operation: {
        }
      }
      #expect(found.map(\.id) == [.notSettable])
      #expect(try AcGet(WebShop.Prices.self) === prices)
    }
  }

  @Test("O1: a context that was not set is named")
  func unset() async throws {
    try await withStartedModel({ WebShop.declare($0) }) {
      let found = await problems {
        try await Alchemic.withScope(WebShop.Request.self) { _ = try AcGet(Cart.self) }
      }
      #expect(found.map(\.id) == [.unsetReference])
    }
  }
}
#endif
