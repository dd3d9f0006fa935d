#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

@Suite(.alchemic { WebShop.declare($0) }) struct TaskScopeTests {
  @Test("O1: one object for each open scope, and gone with it")
  func oneForEach() async throws {
    weak var former: WebShop.Cart?
    let prices: WebShop.Prices = try AcGet()
    try await WebShop.request {
      let cart: WebShop.Cart = try AcGet()
      #expect(try AcGet(WebShop.Cart.self) === cart)
      #expect(try AcGet(WebShop.Checkout.self).cart === cart)
      #expect(cart.prices === prices)
      former = cart
    }
    #expect(former == nil)
    try await WebShop.request(of: "eve") { () async throws in
      #expect(try AcGet(WebShop.Cart.self).context.user == "eve")
    }
  }

  @Test("O1: tasks of the operation see the scope, and others see theirs")
  func tasks() async throws {
    let users = (0..<1_000).map { "user \($0)" }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for user in users {
        group.addTask {
          try await WebShop.request(of: user) {
            let cart: WebShop.Cart = try AcGet()
            async let other = AcGet(WebShop.Cart.self)
            let unstructured = try await Task { try AcGet(WebShop.Cart.self) }.value
            let (first, second) = (try await other, unstructured)
            #expect(first === cart && second === cart)
            #expect(cart.context.user == user)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("O1: scopes of different kinds are open within each other")
  func nested() async throws {
    try await Alchemic.withScope(WebShop.Session.self) {
      let user: WebShop.User = try AcGet()
      let carts = try await [
        WebShop.request { try AcGet(WebShop.Cart.self) },
        WebShop.request { try AcGet(WebShop.Cart.self) },
      ]
      #expect(carts[0] !== carts[1])
      try await WebShop.request { () async throws in #expect(try AcGet(WebShop.User.self) === user)
      }
      #expect(problems { _ = try AcGet(WebShop.Cart.self) }.map(\.id) == [.noScope])
    }
  }

  @Test("O1: a property finds its scope on a thread that has none")
  func otherThread() async throws {
    try await WebShop.request {
      let (checkout, cart): (WebShop.Checkout, WebShop.Cart) = (try AcGet(), try AcGet())
      let read = await Task.detached { checkout.cart }.value
      #expect(read === cart)
    }
  }

  @Test("O1: what the model keeps is found after the end of the scope")
  func afterEnd() async throws {
    let checkout = try await WebShop.request { try AcGet(WebShop.Checkout.self) }
    #expect(try checkout.prices === AcGet(WebShop.Prices.self))
  }

  @Test("O1: a captured scope is taken along")
  func captured() async throws {
    try await WebShop.request {
      let (cart, here): (WebShop.Cart, CapturedModel) = (try AcGet(), Alchemic.capture())
      let found = try await Task.detached { try here.run { try AcGet(WebShop.Cart.self) } }.value
      let awaited = try await Task.detached {
        try await here.run { try await AcGetAsync(WebShop.Cart.self) }
      }.value
      #expect(found === cart && awaited === cart)
    }
  }

  @Test("O1: AcSet changes the object of its own scope only")
  func setting() async throws {
    try await WebShop.request {
      let here = Alchemic.capture()
      let former: WebShop.Cart = try AcGet()
      try await Task.detached {
        try await here.run { () async throws in
          try AcSet(WebShop.Cart(WebShop.Context("eve"), AcGet()))
        }
      }.value
      #expect(try AcGet(WebShop.Cart.self) !== former)
      #expect(try AcGet(WebShop.Cart.self).context.user == "eve")
    }
    try await WebShop.request { () async throws in
      #expect(try AcGet(WebShop.Cart.self).context.user == "ann")
    }
  }

  @Test("O1: an optional is nil outside the scope")
  func optional() async throws {
    #expect(try AcGet(WebShop.Cart?.self) == nil)
    #expect(try await AcGetAsync(WebShop.Cart?.self) == nil)
    try await WebShop.request { () async throws in #expect(try AcGet(WebShop.Cart?.self) != nil) }
  }

  @Test(
    "O1: an array has the objects of the scope",
    .alchemic {
      $0.register(AcScope(WebShop.Job.self)) { WebShop.User() }
      $0.register(.named("guest")) { WebShop.User() }
    })
  func arrays() async throws {
    let first = try await Alchemic.withScope(WebShop.Job.self) {
      let all = try AcGet([WebShop.User].self)
      #expect(
        try AcGet([WebShop.User].self).map { ObjectIdentifier($0) }
          == all.map { ObjectIdentifier($0) })
      return all
    }
    let second = try await Alchemic.withScope(WebShop.Job.self) { try AcGet([WebShop.User].self) }
    #expect(first.count == 2 && second.count == 2)
    #expect(first.filter { user in second.contains { $0 === user } }.count == 1)
  }

  private final class Screen: Sendable {
    let cart: Provider<WebShop.Cart>
    init(_ cart: Provider<WebShop.Cart>) { self.cart = cart }
  }

  private final class Kiosk: @unchecked Sendable {
    @Transient var cart: WebShop.Cart
  }

  @Test(
    "O3: a provider and a transient property ask for the object of the reader's scope",
    .alchemic {
      $0.register(Screen.init)
      $0.register { Kiosk() }
    })
  func followers() async throws {
    let (screen, kiosk): (Screen, Kiosk) = (try AcGet(), try AcGet())
    for user in ["ann", "eve"] {
      try await WebShop.request(of: user) { () async throws in
        #expect(try screen.cart().context.user == user)
        #expect(kiosk.cart.context.user == user)
      }
    }
    #expect(problems { _ = try screen.cart() }.map(\.id) == [.noScope])
  }

  private final class Loader: Sendable {
    let cart: WebShop.Cart?
    init() { cart = try? AcGet(WebShop.Cart.self) }
  }

  @Test(
    "O3: the code of a singleton finds no scope that ends before it",
    .alchemic {
      $0.register { Loader() }
    })
  func codeOfSingleton() async throws {
    try await WebShop.request { () async throws in #expect(try AcGet(Loader.self).cart == nil) }
  }

  private final class Remote: Sendable {
    let cart: WebShop.Cart
    init(_ cart: WebShop.Cart) async {
      await Task.yield()
      self.cart = cart
    }
  }

  private final class Form: Sendable {
    let remote: Remote
    init(_ remote: Remote) { self.remote = remote }
  }

  @Test(
    "O1: asynchronous objects of a scope are created once",
    .alchemic {
      $0.register(AcScope(WebShop.Request.self)) { try await Remote(AcGetAsync()) }
      $0.register(Form.init, AcScope(WebShop.Request.self))
    })
  func asynchronous() async throws {
    try await WebShop.request {
      async let first = AcGetAsync(Remote.self)
      async let second = AcGetAsync(Form.self)
      let (remote, form) = (try await first, try await second)
      #expect(form.remote === remote)
      #expect(try remote.cart === AcGet(WebShop.Cart.self))
    }
  }

  @Test("O1: a model of its own has scopes of its own")
  func child() async throws {
    try await WebShop.request {
      let cart: WebShop.Cart = try AcGet()
      try await Alchemic.withModel(sharing: .unaffected) {
        #expect(problems { _ = try AcGet(WebShop.Cart.self) }.map(\.id) == [.noScope])
        try await WebShop.request(of: "eve") { () async throws in
          #expect(try AcGet(WebShop.Cart.self) !== cart)
          #expect(try AcGet(WebShop.Checkout.self).cart.context.user == "eve")
        }
      }
      #expect(try AcGet(WebShop.Cart.self) === cart)
    }
  }
}
#endif
