import Alchemic
import AlchemicTesting
import Testing

// The code of Docs/Guides/Concurrency.md.

protocol OrderStore: Sendable {
  func save(_ order: String, for customer: Customer?) throws -> Int
}

struct RealStore: OrderStore {
  func save(_ order: String, for customer: Customer?) throws -> Int { customer == nil ? 1 : 2 }
}

struct FakeStore: OrderStore {
  func save(_ order: String, for customer: Customer?) throws -> Int { 0 }
}

final class Customer: Sendable {}

final class OrderBook: Sendable {
  let store = Injected<any OrderStore>()
  let user = Transient<Customer?>()

  func save(_ order: String) throws -> Int { try store().save(order, for: user()) }
}

final class Billing: Sendable {
  let store: Injected<any OrderStore>
  init(store: Injected<any OrderStore> = .init()) { self.store = store }
}

func testedBilling() -> Billing { Billing(store: .value(FakeStore())) }

@Suite("The guide to concurrency") struct ConcurrencyGuideTests {
  @Test(
    "I13: a Sendable class has constants",
    .alchemic {
      $0.register { RealStore() }
      $0.register(Customer.self, .reference, .nillable)
      $0.register { OrderBook() }
    })
  func orders() throws {
    let orders: OrderBook = try AcGet()
    #expect(try orders.save("tea") == 1)
    try AcSet(Customer())
    #expect(try orders.save("tea") == 2)
  }

  @Test("A5: a constant has a value given by hand")
  func fake() throws {
    let orders = OrderBook()
    orders.store.use(FakeStore())
    orders.user.use(nil)
    #expect(try orders.save("tea") == 0)
    #expect(try testedBilling().store().save("tea", for: nil) == 0)
  }
}
