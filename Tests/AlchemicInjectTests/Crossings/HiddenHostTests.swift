#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private typealias Job = WebShop.Job

private final class Cart: Sendable {}

/// A template's product, which retains the cart.
private final class Receipt: Sendable {
  let cart: Cart
  init(_ cart: Cart) { self.cart = cart }
}

/// No factory makes these, and no declaration shows them.
private final class Helper: @unchecked Sendable {
  @Injected var cart: Cart
  @Injected var perhaps: Cart?
  @Injected var receipt: Receipt
  @InjectedArray var carts: [Cart]
  @Injected var named: [String: Cart]
  @Weak var weak: Cart?
  @Transient var followed: Cart?

  /// The carts of all properties.
  var all: [Cart?] {
    [cart, perhaps, receipt.cart, carts.first, named.first?.value, weak, followed]
  }
}

/// The same with hooks, so that all are injected together.
private final class AwareHelper: AlchemicAware, @unchecked Sendable {
  @Injected var cart: Cart
  @Injected var receipt: Receipt
  @InjectedArray var carts: [Cart]
  @Weak var weak: Cart?
}

private struct Prices {
  @Injected var cart: Cart
}

private enum Choice {
  case prices(Prices)
}

/// A singleton that hides hosts in all that can hold one.
private final class Shop: @unchecked Sendable {
  let helper = Helper()
  let aware = AwareHelper()
  let tuple = (Prices(), 1)
  let perhaps: Prices? = Prices()
  let choice = Choice.prices(Prices())
  let array = [Prices()]
  let anything: Any = Prices()
  lazy var late = Prices()
  let closure: () -> Cart = {
    let prices = Prices()
    return { prices.cart }
  }()
  static let global = Prices()

  var carts: [Cart?] {
    guard case .prices(let chosen) = choice, let any = anything as? Prices else { return [] }
    return helper.all + [aware.cart, aware.receipt.cart, aware.carts.first, aware.weak]
      + [tuple.0.cart, perhaps?.cart, chosen.cart, array[0].cart, any.cart, late.cart, closure()]
      + [Self.global.cart]
  }
}

private func declare(_ model: ModelBuilder) {
  model.register { Shop() }
  model.register(AcScope(Job.self)) { Cart() }
  model.register(Receipt.init, .template)
}

@Suite(.serialized) struct HiddenHostTests {
  private func expectOnly(_ cart: Cart, in shop: Shop) {
    for _ in 0..<2 {
      for (number, found) in shop.carts.enumerated() { #expect(found === cart, "\(number)") }
    }
  }

  @Test("Y5: no host that is hidden from its model gives one request the object of another")
  func requests() async throws {
    try await Alchemic.withModel {
      declare($0)
    } operation: {
      let shop: Shop = try AcGet()
      for _ in 0..<3 {
        try await Alchemic.withScope(Job.self) {
          expectOnly(try AcGet(Cart.self), in: shop)
        }
      }
      try await Alchemic.withScope(Job.self) {
        try $0.set(Cart())
      } operation: {
        expectOnly(try AcGet(Cart.self), in: shop)
      }
    }
  }

  @Test("Y5: the same for sessions that are renewed")
  func sessions() async throws {
    try await Alchemic.withModel {
      declare($0)
    } operation: {
      let shop: Shop = try AcGet()
      try Alchemic.open(Job.self)
      for _ in 0..<3 {
        expectOnly(try AcGet(Cart.self), in: shop)
        try await Alchemic.renew(Job.self)
      }
      try await Alchemic.close(Job.self)
    }
  }

  @Test("C4, Y5: what a scope itself makes keeps the objects of its scope, on every thread")
  func made() async throws {
    try await Alchemic.withModel {
      declare($0)
      $0.register(AcScope(Job.self)) { Helper() }
      $0.register(AcScope(Job.self)) { AwareHelper() }
    } operation: {
      var former: [Helper] = []
      for _ in 0..<2 {
        try await Alchemic.withScope(Job.self) {
          let (helper, aware): (Helper, AwareHelper) = (try AcGet(), try AcGet())
          let cart: Cart = try AcGet()
          let others = await Task.detached { [helper.cart, aware.cart, helper.receipt.cart] }.value
          #expect(others.allSatisfy { $0 === cart })
          #expect(helper.receipt === helper.receipt)
          former.append(helper)
        }
      }
      #expect(former[0].cart !== former[1].cart)
    }
  }
}

/// A property that no object has.
@MainActor private enum Screen {
  @Transient static var diary: Diary
}

private final class Diary: Sendable {}

@MainActor @Suite struct StaticPropertyTests {
  @Test(
    "Y5: what a session makes keeps the objects that it has read, beyond its renewal and its end")
  func madeBySession() async throws {
    final class Visit: @unchecked Sendable {
      @Injected var user: WebShop.User
      struct Parts { @Injected var user: WebShop.User }
      let parts = Parts()
    }
    for awaits in [false, true] {
      try await Alchemic.withModel {
        $0.register(.scope(WebShop.Session.self)) { WebShop.User() }
        if awaits {
          $0.register(.scope(WebShop.Session.self)) { () async in Visit() }
        } else {
          $0.register(.scope(WebShop.Session.self)) { Visit() }
        }
      } operation: {
        try Alchemic.open(WebShop.Session.self)
        let visit = try await AcGetAsync(Visit.self)
        let user = try AcGet(WebShop.User.self)
        #expect(visit.user === user && visit.parts.user === user)
        try await Alchemic.renew(WebShop.Session.self)
        #expect(try AcGet(WebShop.User.self) !== user)
        #expect(visit.user === user)
        try await Alchemic.close(WebShop.Session.self)
        #expect(visit.user === user && visit.parts.user === user)
      }
    }
  }

  @Test("C4, Y5: a static property follows the model of its reader, and stays with no child")
  func children() throws {
    for _ in 0..<2 {
      try Alchemic.withModel {
        $0.register { Diary() }
      } operation: { () throws in
        let diary: Diary = try AcGet()
        #expect(Screen.diary === diary)
        try Alchemic.withModel {
          $0.register { Diary() }
        } operation: { () throws in
          let inner: Diary = try AcGet()
          #expect(Screen.diary === inner)
          let next = Diary()
          try AcSet(next)
          #expect(Screen.diary === next)
        }
        #expect(Screen.diary === diary)
      }
    }
  }
}
#endif
