import AlchemicInject
import AlchemicTesting
import Testing

// The code of Docs/Guides/Scopes.md about lifetimes without scopes.

final class UnitOfWork: Sendable {}

final class Orders: Sendable {
  let unit: UnitOfWork
  init(unit: UnitOfWork) { self.unit = unit }
}

final class Purchase: Sendable {
  let (orders, unit): (Orders, UnitOfWork)
  init(orders: Orders, unit: UnitOfWork) { (self.orders, self.unit) = (orders, unit) }
}

final class ExchangeRates: Sendable {}

func configureLifetimes(_ model: ModelBuilder) {
  model.register(.perRequest) { UnitOfWork() }
  model.register(Orders.init, .template)
  // Its orders have the same unit of work as itself.
  model.register(Purchase.init, .template)
  model.register(.expires(after: .seconds(60))) { ExchangeRates() }
}

@Suite(.alchemic { configureLifetimes($0) }) struct LifetimesGuideTests {
  @Test("O4: the unit of work of a checkout is that of its orders")
  func checkout() throws {
    let (first, second) = (try AcGet(Purchase.self), try AcGet(Purchase.self))
    #expect(first.unit === first.orders.unit)
    #expect(first.unit !== second.unit)
  }

  @Test("O5: rates are shared for a minute")
  func rates() throws {
    #expect(try AcGet(ExchangeRates.self) === AcGet(ExchangeRates.self))
  }
}
