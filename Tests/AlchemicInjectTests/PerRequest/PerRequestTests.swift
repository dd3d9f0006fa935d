#if Waiting
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class Unit: @unchecked Sendable {
  nonisolated(unsafe) static weak var last: Unit?
  let number: Int
  init(number: Int = 0) { self.number = number }
}

private final class Orders: Sendable {
  let unit: Unit
  init(_ unit: Unit) { self.unit = unit }
}

private final class Bills: Sendable {
  let unit: Unit
  init(_ unit: Unit) { self.unit = unit }
}

private final class Checkout: Sendable {
  let (orders, bills, unit): (Orders, Bills, Unit)
  init(_ orders: Orders, _ bills: Bills, _ unit: Unit) {
    (self.orders, self.bills, self.unit) = (orders, bills, unit)
  }
  var isShared: Bool { orders.unit === unit && bills.unit === unit }
}

private func declare(_ model: ModelBuilder) {
  model.register(.perRequest) { Unit() }
  model.register(Orders.init, .template)
  model.register(Bills.init, .template)
  model.register(Checkout.init, .template)
}

@Suite struct PerRequestTests {
  @Test("O4: one request shares one object, and another request has another")
  func shared() throws {
    try Alchemic.withModel {
      declare($0)
    } operation: { () throws in
      let (first, second) = (try AcGet(Checkout.self), try AcGet(Checkout.self))
      #expect(first.isShared)
      #expect(second.isShared)
      #expect(first.unit !== second.unit)
      #expect(try AcGet(Unit.self) !== first.unit)
    }
  }

  @Test("O4: so do arrays, optionals, maps, methods and providers within the request")
  func kinds() throws {
    final class All {
      let units: [Unit]
      let (map, one, called): ([String: Unit], Unit?, Unit)
      init(_ units: [Unit], _ map: [String: Unit], _ one: Unit?, _ make: Provider<Unit>) throws {
        (self.units, self.map, self.one, called) = (units, map, one, try make())
      }
    }
    try Alchemic.withModel {
      $0.register(.perRequest) { Unit() }
      $0.register(All.init, .template)
    } operation: { () throws in
      let all = try AcGet(All.self)
      #expect(all.units.count == 1)
      #expect(all.units[0] === all.called)
      #expect(all.map["Unit"] === all.called)
      #expect(all.one === all.called)
      #expect(try AcGet(Provider<Unit>.self)() !== all.called)
    }
  }

  @Test("O4: the templates of an array share one object, each time that the array is requested")
  func templatesOfArray() throws {
    class Part {
      let unit: Unit
      init(_ unit: Unit) { self.unit = unit }
    }
    final class Other: Part {}
    func check() throws {
      for _ in 0..<3 {
        let parts = try AcGet([Part].self)
        #expect(parts.count == 2 && parts[0].unit === parts[1].unit)
        let named = try AcGet([String: Part].self)
        #expect(named.count == 2 && Set(named.values.map { ObjectIdentifier($0.unit) }).count == 1)
      }
    }
    try Alchemic.withModel {
      $0.register(.perRequest) { Unit() }
      $0.register(.template) { Part($0) }
      $0.register(.template) { Other($0) }
    } operation: { () throws in
      try check()
      try Alchemic.withModel { _ in
      } operation: { () throws in
        try check()
      }
    }
  }

  @Test("O4: what an initializer asks for belongs to the request; what is asked for later does not")
  func nested() throws {
    final class Asking {
      let (unit, asked): (Unit, Unit)
      init(_ unit: Unit) throws { (self.unit, asked) = (unit, try AcGet(Unit.self)) }
    }
    try Alchemic.withModel {
      $0.register(.perRequest) { Unit() }
      $0.register(Asking.init, .template)
    } operation: { () throws in
      let asking = try AcGet(Asking.self)
      #expect(asking.asked === asking.unit)
      #expect(try AcGet(Unit.self) !== asking.unit)
    }
  }

  @Test("O4: a host with hooks is injected within its request; another reads each when it likes")
  func properties() throws {
    final class Aware: AlchemicAware, @unchecked Sendable {
      @Injected var unit: Unit
      @Injected var orders: Orders
    }
    final class Lazily: @unchecked Sendable {
      @Injected var unit: Unit
      @Injected var orders: Orders
    }
    try Alchemic.withModel {
      declare($0)
      $0.register(Aware.init, .template)
    } operation: { () throws in
      let aware = try AcGet(Aware.self)
      #expect(aware.unit === aware.orders.unit)
      let lazily = Lazily()
      #expect(lazily.unit !== lazily.orders.unit)
      #expect(lazily.unit === lazily.unit)
    }
  }

  @Test("O4: a singleton keeps the object of the request that creates it")
  func singletons() throws {
    try Alchemic.withModel {
      $0.register(.perRequest) { Unit() }
      $0.register(Orders.init, .lazy)
      $0.register(Bills.init, .template)
      $0.register(Checkout.init, .template)
    } operation: { () throws in
      let first = try AcGet(Checkout.self)
      #expect(first.isShared)
      let second = try AcGet(Checkout.self)
      #expect(second.orders === first.orders)
      #expect(second.bills.unit === second.unit)
      #expect(second.unit !== first.unit)
    }
  }

  @Test("O4: a task shares it across all that it awaits")
  func tasks() async throws {
    try await Alchemic.withModel {
      $0.register(.perRequest) { () async in
        await Task.yield()
        return Unit()
      }
      $0.register(.template) { (unit: Unit) async in
        await Task.yield()
        return Orders(unit)
      }
      $0.register(.template) { (unit: Unit) async in Bills(unit) }
      $0.register(.template) { (orders: Orders, bills: Bills, unit: Unit) async in
        Checkout(orders, bills, unit)
      }
    } operation: { () async throws in
      let first = try await AcGetAsync(Checkout.self)
      let second = try await AcGetAsync(Checkout.self)
      #expect(first.isShared)
      #expect(second.isShared)
      #expect(first.unit !== second.unit)
      async let third = AcGetAsync(Checkout.self)
      async let fourth = AcGetAsync(Checkout.self)
      let (a, b) = (try await third, try await fourth)
      #expect(a.isShared && b.isShared && a.unit !== b.unit)
    }
  }

  @Test("O4: synchronous objects that a task asks for share it too")
  func mixed() async throws {
    try await Alchemic.withModel {
      $0.register(.perRequest) { Unit() }
      $0.register(Orders.init, .template)
      $0.register(Bills.init, .template)
      $0.register(.template) { (orders: Orders, bills: Bills, unit: Unit) async in
        Checkout(orders, bills, unit)
      }
    } operation: { () async throws in
      #expect(try await AcGetAsync(Checkout.self).isShared)
    }
  }

  @Test("O4: threads that ask at the same time share nothing")
  func threads() async throws {
    try await Alchemic.withModel {
      declare($0)
    } operation: { () async throws in
      let all = try await withThrowingTaskGroup(of: Checkout.self) { group in
        for _ in 0..<100 { group.addTask { try AcGet(Checkout.self) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(!all.contains { !$0.isShared })
      #expect(Set(all.map { ObjectIdentifier($0.unit) }).count == 100)
    }
  }

  @Test("O4: nothing retains the object after the request, nor after one that failed")
  func released() throws {
    struct Failure: Error {}
    try Alchemic.withModel {
      declare($0)
      $0.register(.template, .named("fails")) { (unit: Unit, orders: Orders) throws -> String in
        Unit.last = unit
        #expect(orders.unit === unit)
        throw Failure()
      }
    } operation: { () throws in
      weak let unit = try AcGet(Checkout.self).unit
      #expect(unit == nil)
      #expect(
        problems { _ = try AcGet(String.self, .named("fails")) }.map(\.id) == [.creationFailed])
      #expect(Unit.last == nil)
    }
  }

  @Test("O4: decorators are per request as well, and each object is wrapped once")
  func decorated() throws {
    try Alchemic.withModel {
      declare($0)
      $0.decorate(Unit.self) { Unit(number: $0.number + 1) }
    } operation: { () throws in
      let checkout = try AcGet(Checkout.self)
      #expect(checkout.isShared)
      #expect(checkout.unit.number == 1)
    }
  }

  @Test("O4: a child has its own, and a fake replaces it")
  func children() throws {
    try Alchemic.withModel {
      declare($0)
    } operation: { () throws in
      try Alchemic.withModel {
        $0.register(.perRequest, .primary) { Unit(number: 7) }
      } operation: { () throws in
        let checkout = try AcGet(Checkout.self)
        #expect(checkout.isShared)
        #expect(checkout.unit.number == 7)
      }
    }
  }

  @Test(
    "O4: options of objects that the model keeps exclude AcPerRequest",
    arguments: [
      .template, .reference, .weak, .nillable, .transient, .lazy, .expires(after: .seconds(1)),
    ] as [FactoryOption])
  func options(_ option: FactoryOption) {
    let found = problems {
      try Alchemic.withModel {
        $0.register(.perRequest, option) { Unit() }
      } operation: {
      }
    }
    #expect(found.map(\.id).contains(.optionConflict))
  }

  @Test("O4: no property can follow it")
  func followed() {
    final class Host: AlchemicAware, @unchecked Sendable {
      @Transient var unit: Unit
    }
    let found = problems {
      try Alchemic.withModel {
        $0.register(.perRequest) { Unit() }
        $0.register { Host() }
      } operation: {
      }
    }
    #expect(found.map(\.id) == [.transientTemplate])
  }
}
#endif
